"""Analyzes a record, the file that the terminal, the arena and the server save.

python analyze_a_record.py [FILE]        without a file, a short game of Aqua Pipe
"""

import sys

import tilewright

if len(sys.argv) > 1:
    game = tilewright.Game.load(sys.argv[1])
else:
    game = tilewright.Game("aquapipe", moves="S@b2 M@b2 S@a1 M@a1 S@c2")

for number, move in enumerate(tilewright.review(game, nodes=500), 1):
    mark = "??" if move.loss > 0.3 else "?" if move.loss > 0.1 else ""
    print(f"{number:3}. {str(move.move) + mark:10} loses {move.loss:4.0%}; best: {move.best.move}")
