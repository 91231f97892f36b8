"""Games of ConnectX by Kaggle's package; the submission is the file that is named."""

import json
import sys

from kaggle_environments import make

(agent,) = sys.argv[1:]
played = []
for players in ([agent, "random"], ["random", agent], [agent, "negamax"], ["negamax", agent]):
    env = make("connectx")
    env.run(players)
    turns = zip(env.steps, env.steps[1:], strict=False)
    moves = [
        after[player].action
        for before, after in turns
        for player in (0, 1)
        if before[player].status == "ACTIVE"
    ]
    last = env.steps[-1][players.index(agent)]
    slowest = max(log["duration"] for logs in env.logs for log in logs if log)
    played.append(
        {
            "seat": players.index(agent),
            "reward": last.reward,
            "status": last.status,
            "moves": moves,
            "slowest_s": slowest,
        }
    )
print(json.dumps(played))
