"""What irregularities have in common, whatever the regulator: how one is seen and when its steps are taken.

A regulator's folder says the code, the text and the prescription; two regulators who prescribe the same share the
class here, never each other's.
"""
