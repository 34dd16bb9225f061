"""What leaves the house: incidents and the ledger behind them as a signed bundle (docs/bundle.md), asked for and kept
account of."""
