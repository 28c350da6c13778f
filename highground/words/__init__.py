"""The sentences for players: what the codes and facts of the engine mean in plain English."""

from highground.words.explaining import Explained, explain, sentence, sentences

__all__ = ["Explained", "explain", "sentence", "sentences"]
