"""Work that outlives a request: asked for by `ask.ask`, written as performers (see `kinds`), done once."""
