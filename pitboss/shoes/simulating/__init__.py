"""A shoe that is not there: it emits what such devices emit, with faults at known places."""
