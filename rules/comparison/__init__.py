"""Two accounts of one table's cards held against each other (contract 1.1, ``seen`` and ``feed``).

``align`` puts two rows of cards beside each other and knows nothing else; ``accounts`` says what a card of either side
is; ``causes`` names why they part; ``comparison`` does it while both still arrive.
"""
