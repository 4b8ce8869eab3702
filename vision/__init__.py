"""What the camera sees: frames, index corners, cards, plays. Knows faces, no rules."""
