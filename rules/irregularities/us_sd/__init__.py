"""South Dakota (ARSD 20:18:15:28): where another regulator prescribes otherwise. Paraphrased from the text as read."""
