"""What is issued on paper: PDFs set with typst from data that goes in as JSON."""
