"""What a declaration of each code comes to: the steps that the rule gives, from the facts that a person told.

One module a regulator, as with the rules themselves.
"""
