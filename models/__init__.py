"""The workshop that trains, exports and evaluates the eye."""
