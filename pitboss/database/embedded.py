from contextlib import nullcontext


def at_hand(argv):
    return nullcontext()
