"""The workshop that draws decks, scenes, training pictures and films of whole deals."""
