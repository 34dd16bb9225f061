"""What every screen draws alike: a card, the table as a half-moon, money, dates, chips.

Knows nothing of databases or rules: it is given plain dicts, strings and numbers.
"""
