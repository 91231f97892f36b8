"""A plain file server, as a web host has it: under a sub-path, and without anything of ours."""

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

FOLDER = "/some/sub-path/"


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class FileServer:
    """A plain file server for *folder*, which can be stopped."""

    def __init__(self, folder: Path, handler: type[QuietHandler] = QuietHandler) -> None:
        answer = functools.partial(handler, directory=str(folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), answer)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}{FOLDER}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
