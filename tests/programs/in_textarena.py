"""A game of TextArena between a scripted model and the perfect player."""

import json

import textarena

from dropfour.llm.textarena import EngineAgent, Judged

script = iter(["At the edge: [col 0]", "No idea.", "[col 0]", "[col 6]", *["[col 1]"] * 40])
env = Judged(textarena.make("ConnectFour-v0"))
perfect = EngineAgent("perfect")
env.reset(num_players=2, seed=1)
done, regrets = False, []
while not done:
    player, observation = env.get_observation()
    done, info = env.step(perfect(observation) if player else next(script))
    regrets.append((player, info["regret"]))
rewards, game_info = env.close()
print(
    json.dumps(
        {
            "rewards": [rewards[0], rewards[1]],
            "regrets": regrets,
            "of_player": [game_info[player]["regret"] for player in (0, 1)],
        }
    )
)
