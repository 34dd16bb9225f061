"""Electronic shoes: the gateway that reads them, and what their reads become."""
