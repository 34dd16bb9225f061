"""The process in the pit between shoes and server. It needs neither Django nor a database (docs/shoes.md)."""
