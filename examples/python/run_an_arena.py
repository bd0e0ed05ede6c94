"""Plays a round robin between three bots of Aqua Pipe and prints the table."""

import tilewright

result = tilewright.arena(
    "aquapipe",
    ["minimax:depth=2", "greedy", "random"],
    tournament="round-robin",
    games=60,
    seed=1,
)
print(result)
best = result.table[0]
print(f"{best['name']} is best, with {best['score']:.0%} of the points")
