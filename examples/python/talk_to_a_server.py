"""Opens a table at a server, plays against one of its bots, and saves the record.

    tilewright serve                                       in another terminal
    python talk_to_a_server.py http://127.0.0.1:8080
"""

import sys

import tilewright
from tilewright import client

server = sys.argv[1]
table = client.open_table(server, "aquapipe", players=["me", {"bot": "random"}])
print("watch it at", table.link)

result = client.play(table, "greedy", seed=1, interval=0.1)
game = tilewright.Game.from_record(result.record)
print(f"{len(game.moves)} moves, places {result.places}")
