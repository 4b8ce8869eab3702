"""A deliberately slow referee and book-keeper for whole Gandengyan deals. Shares no code with the engine.

It replays a list of `(seat, cards, declared)` with known hands and stock, infers passes and draws in its own
way, and reckons the deal from the rules page.
"""

from __future__ import annotations

from tests.engine import slow_rules

DRAWS = {
    "classic": "all",
    "winner-draws": "winner",
    "low-card-leads": "all",
    "sichuan": "winner",
    "shanghai": "winner",
    "planes": "all",
    "tournament": "all",
    "short-straight": "all",
    "free-beat": "spot",
}
PIPS = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13, "B": 5, "R": 5}


class SlowTable:
    def __init__(self, profile, hands, stock, dealer, stake):
        self.profile = profile
        self.hands = [list(hand) for hand in hands]
        self.stock = list(stock)
        self.dealer = dealer
        self.stake = stake
        self.players = len(hands)
        self.owner = None
        self.on = None
        self.made = [0] * self.players
        self.bombs = []
        self.winner = None

    def pass_(self, seat):
        if DRAWS[self.profile] == "spot":
            self.draw(seat)

    def draw(self, seat):
        if self.stock:
            self.hands[seat].append(self.stock.pop(0))

    def end_trick(self):
        if DRAWS[self.profile] == "all":
            for step in range(self.players):
                self.draw((self.owner + step) % self.players)
        elif DRAWS[self.profile] == "winner":
            self.draw(self.owner)
        self.on = None

    def play(self, seat, cards, declared):
        assert self.winner is None, "plays after the end"
        reading = slow_rules.verdict(self.profile, self.on, cards, declared)
        assert reading is not None, ("illegal", self.profile, self.on, cards)
        for card in cards:
            self.hands[seat].remove(card)
        kind, _, _, size = reading[0]
        if kind in ("bomb", "rocket"):
            self.bombs.append((kind, size, self.on is not None))
        self.owner, self.on = seat, reading
        self.made[seat] += 1
        if not self.hands[seat]:
            self.winner = seat

    def multiplier(self):
        product = 1
        for kind, size, beat in self.bombs:
            hard = kind == "rocket" or size >= 4
            if self.profile == "tournament":
                product *= 2
            elif self.profile == "free-beat" or (self.profile == "low-card-leads" and not beat):
                continue
            else:
                product *= 4 if hard else 2
        losers = [seat for seat in range(self.players) if seat != self.winner]
        if self.profile == "winner-draws" and not any(self.made[seat] for seat in losers):
            product *= 2
        return product

    def loss(self, seat):
        hand = self.hands[seat]
        twos = sum(card[0] == "2" for card in hand)
        jokers = sum(card in ("BJ", "RJ") for card in hand)
        spring = self.made[seat] == 0
        reverse = seat == self.dealer and self.made[seat] == 1
        total = len(hand) * self.multiplier() * self.stake
        if self.profile == "free-beat":
            return self.stake * sum(PIPS.get(card[0]) or int(card[0]) for card in hand)
        if self.profile in ("classic", "shanghai", "planes", "short-straight"):
            if len(hand) == 1:
                return 0
            return total * 2 ** (twos + jokers + spring + reverse)
        if self.profile == "tournament":
            faces = [card[0] for card in hand if card not in ("BJ", "RJ")]
            bomb = any(faces.count(name) >= 3 for name in faces)
            return total * 2 ** (bool(twos or jokers or bomb) + spring + reverse)
        if self.profile == "sichuan":
            return total * 2 ** (spring + reverse)
        if self.profile == "low-card-leads":
            return total * 2**spring
        return total

    def payments(self):
        losses = [0 if seat == self.winner else -self.loss(seat) for seat in range(self.players)]
        if self.profile != "tournament":
            losses[self.winner] = -sum(losses)
        return losses
