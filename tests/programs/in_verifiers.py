"""Two games of verifiers: its own harness asks a model behind a server, which is a script."""

import asyncio
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import verifiers.v1 as vf
from verifiers.v1.utils.loaders import load_environment, resolve_env_config


class Model(BaseHTTPRequestHandler):
    """Answers a chat with the first legal column, in one piece or as a stream."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        content = body["messages"][-1]["content"]
        legal = re.search(r"Legal columns: (\d+)", json.dumps(content))
        assert legal is not None
        message = {"role": "assistant", "content": f"Let me try [{legal[1]}]"}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        reply = {"id": "1", "object": "chat.completion", "created": 0, "model": body["model"]}
        reply |= {"choices": [choice], "usage": usage}
        kind, text = "application/json", json.dumps(reply)
        if body.get("stream"):
            choice["delta"] = choice.pop("message")
            reply["object"] = "chat.completion.chunk"
            kind, text = "text/event-stream", f"data: {json.dumps(reply)}\n\ndata: [DONE]\n\n"
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


async def play(url: str) -> list[dict[str, Any]]:
    player = {"harness": {"id": "null"}, "runtime": {"type": "subprocess"}}
    taskset = {"id": "connect_four", "opponent": "random", "reward": "regret"}
    env = load_environment(resolve_env_config({"taskset": taskset, "player": player}))
    context = vf.ModelContext(model="script", client=vf.EvalClientConfig(base_url=url))
    played = []
    async with env.serving():
        for task in env.taskset.take(2):
            episode = await env.run_episode(task, context)
            (trace,) = episode.traces
            played.append(
                {
                    "ok": episode.ok,
                    "colour": task.data.colour,
                    "start": task.data.start,
                    "regret": trace.rewards["regret"].score,
                    "illegal": trace.metrics["illegal_answers"],
                    **trace.info,
                }
            )
    return played


server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(json.dumps(asyncio.run(play(f"http://127.0.0.1:{server.server_port}/v1"))))
