"""Games of a scripted model on an OpenEnv server, by the package's own client."""

import json
import re
import socket
import threading
import time

import uvicorn
from openenv import GenericEnvClient

from dropfour.llm.openenv import app


def model(prompt: str) -> str:
    """Answer with the first legal column."""
    legal = re.search(r"Legal columns: (\d+)", prompt)
    assert legal is not None
    return f"I choose [{legal[1]}]"


listener = socket.socket()
listener.bind(("127.0.0.1", 0))
server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
thread.start()
while not server.started:
    time.sleep(0.05)
options = {"opponent": "perfect", "colour": "yellow", "reward": "regret", "first_column": 0}
with GenericEnvClient(base_url=f"http://127.0.0.1:{listener.getsockname()[1]}").sync() as env:
    result = env.reset(seed=1, **options)
    first = result.observation["prompt"]
    rewards = []
    while not result.done:
        result = env.step({"answer": model(result.observation["prompt"])})
        rewards.append(result.reward)
    state = env.state()
    env.reset(opponent="easy", start="4455")
    wrong = env.step({"answer": "I resign"})
server.should_exit = True
thread.join()
print(
    json.dumps(
        {
            "first": first,
            "rewards": rewards,
            "state": state,
            "wrong": [wrong.done, wrong.reward, wrong.observation["reason"]],
        }
    )
)
