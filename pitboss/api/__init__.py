"""The system for programs: events in; findings, incidents, rules, ledger and jobs out."""
