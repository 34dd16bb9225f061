"""The rules run over the ledger: findings, rounds, and the table drawn step by step."""
