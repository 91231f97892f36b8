"""The files of the page: read and compressed once at startup, and sent with an ETag."""

from __future__ import annotations

import gzip
import hashlib
import json
import posixpath
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import metadata
from itertools import product
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dropfour import words
from dropfour.book.format import write_book
from dropfour.book.reader import load_contents, shipped_path
from dropfour.puzzles.collection import SHIPPED
from dropfour.rules import Objective, Rules
from dropfour.study.solutions import solution as solutions
from dropfour.web.games.engines import engine_list
from dropfour.web.http.problems import Busy, problem
from dropfour.web.http.senders import sender_of

STATIC = Path(__file__).parents[1] / "static"

# Listed here because the types that `mimetypes` returns depend on the system.
_MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".book": "application/octet-stream",
    ".gz": "application/gzip",
    ".solution": "text/plain; charset=utf-8",
}
# What compression does not make smaller.
_DENSE = {".png", ".book", ".gz"}

# The books for a browser that has not fetched a full one: the deepest with less than a megabyte.
SMALL_BOOK_DEPTH = 10
SMALL_LINES_BOOK_DEPTH = 9

# The module that starts the core, and the entry point of the page.
_FIRST_MODULES = ("js/core/start.js", "js/main.js")
_IMPORT = re.compile(r"""^(?:import|export)\b[^;]*?['"](\.{1,2}/[^'"]+)['"];""", re.MULTILINE)

# A comment that has its lines for itself.
_COMMENT = re.compile(rb"^[ \t]*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)[ \t]*$", re.MULTILINE)

# The addresses of the page's views, all of which are one file.
_VIEWS = (
    "/",
    "/games",
    "/game/{game_id}",
    "/record",
    "/live",
    "/puzzles",
    "/puzzles/{puzzle_id}",
    "/openings",
    "/openings/{moves}",
    "/trainer",
    "/solution",
    "/solution/{moves}",
    "/learn",
    "/learn/{lesson_id}",
    "/tournaments",
    "/ratings",
    "/club",
    "/club/{club_id}",
    "/tournament/{tournament_id}",
    "/tournament/{tournament_id}/game/{number}",
)


@dataclass(frozen=True, slots=True)
class Page:
    """A file, ready to be sent. A part is loaded by a document, and is neither one nor a worker."""

    body: bytes
    compressed: bytes | None
    media_type: str
    etag: str
    is_part: bool

    @classmethod
    def of(cls, name: str, body: bytes, is_part: bool) -> Page:
        ending = PurePosixPath(name).suffix
        etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        compressed = None if ending in _DENSE else gzip.compress(body, 9, mtime=0)
        return cls(body, compressed, _MEDIA_TYPES[ending], etag, is_part)

    def answer(self, request: Request, status: int = 200) -> Response:
        """Return the file, or 304 if the browser's copy is still current."""
        headers = {"etag": self.etag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if status == 200 and self.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            return Response(self.compressed, status, headers, self.media_type)
        return Response(self.body, status, headers, self.media_type)


def modules_at_first(files: Mapping[str, bytes]) -> list[str]:
    """Return the paths of the modules that the page needs until the first move of an engine."""
    found: dict[str, None] = {}

    def add(name: str) -> None:
        if name not in found:
            found[name] = None
            for address in _IMPORT.findall(files[name].decode()):
                add(posixpath.normpath(posixpath.join(posixpath.dirname(name), address)))

    for name in _FIRST_MODULES:
        add(name)
    return list(found)


def _with_preloads(page: bytes, files: Mapping[str, bytes]) -> bytes:
    """Return the page with a hint for every module of its start. Without them the browser learns of a
    module only after it has read the one that imports it. Which of the two cores it fetches is the
    page's choice."""
    hints = [
        f'<link rel="modulepreload" href="/static/{name}" />' for name in modules_at_first(files)
    ]
    start = b"  </head>"
    assert page.count(start) == 1
    return page.replace(start, "".join(f"    {hint}\n" for hint in hints).encode() + start)


def without_comments(script: bytes) -> bytes:
    """Return a script without its comments, a fifth of what is sent; its lines keep their numbers."""
    return _COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), script)


def is_at_root(name: str) -> bool:
    """Return whether a file is at the root, not in ``static/``: a service worker controls the directory
    it is served from, and the addresses in a manifest begin there."""
    return name == "sw.js" or name.endswith(".webmanifest")


def page_files() -> dict[str, bytes]:
    """Return all files of the page by their path in ``static/``: those stored there, the list
    of engines, the words of each language, the puzzles, the solution, and the opening books."""
    files = {
        path.relative_to(STATIC).as_posix(): path.read_bytes()
        for path in sorted(STATIC.rglob("*"))
        if path.suffix in _MEDIA_TYPES
    }
    for name in files:
        if name.endswith(".js"):
            files[name] = without_comments(files[name])
    files["index.html"] = _with_preloads(files["index.html"], files).replace(
        b' lang="en"',
        f' lang="en" data-languages="{" ".join(words.languages())}"'
        f' data-documentation="{_documentation()}"'.encode(),
    )
    files["core/engines.json"] = engine_list().model_dump_json().encode()
    for language, part in product(words.languages(), words.parts()):
        text = json.dumps(words.words_of(language, part), ensure_ascii=False, separators=(",", ":"))
        files[f"words/{language}/{part}.json"] = text.encode()
    manifest = json.loads(files["manifest.webmanifest"])
    for language in words.languages():
        own = words.translated(manifest, words.words_of(language, "manifest")) | {"lang": language}
        text = json.dumps(own, ensure_ascii=False)
        files[f"manifest.{language}.webmanifest"] = text.encode()
    files["puzzles/puzzles.gz"] = SHIPPED.read_bytes()
    files["solution/7x6.solution"] = solutions.shipped_path().read_bytes()
    book = shipped_path(Rules())
    if book is not None:
        files["book/7x6.book"] = book.read_bytes()
        files["book/7x6-small.book"] = write_book(load_contents(book).up_to(SMALL_BOOK_DEPTH))
    lines_book = shipped_path(Rules(objective=Objective.MOST_LINES))
    if lines_book is not None:
        small = load_contents(lines_book).up_to(SMALL_LINES_BOOK_DEPTH)
        files["book/7x6-most-lines-small.book"] = write_book(small)
    files["sw.js"] = _with_file_list(files["sw.js"], files)
    return files


def _documentation() -> str:
    """Return the address of the documentation; empty where nothing was published yet."""
    start = "Documentation, "
    urls: list[str] = metadata("dropfour").get_all("Project-URL") or []
    return next((each.removeprefix(start) for each in urls if each.startswith(start)), "")


def _with_file_list(worker: bytes, files: Mapping[str, bytes]) -> bytes:
    """Return the service worker with the names of all files that it has to keep, and their version."""
    names = [f"static/{name}" for name in files if name != "index.html" and not is_at_root(name)]
    version = hashlib.sha256(b"".join(files.values())).hexdigest()[:20]
    for empty, filled in (
        (b"const FILES = [];", f"const FILES = {json.dumps(names)};"),
        (b"const VERSION = '';", f"const VERSION = '{version}';"),
    ):
        assert worker.count(empty) == 1
        worker = worker.replace(empty, filled.encode())
    return worker


def load_pages() -> dict[str, Page]:
    """Return all files of the page by their path, ready to be sent."""
    files = page_files()
    modules = modules_at_first(files)
    return {
        name: Page.of(name, body, name in modules or name.endswith((".css", ".json")))
        for name, body in files.items()
    }


def page_routes(files: Mapping[str, Page]) -> list[Route]:
    """Return the routes of the pages and of all files that they load."""
    shell = files["index.html"]

    async def send_shell(request: Request) -> Response:
        response = shell.answer(request)
        # So that what a new visitor does next counts as theirs, not as that of everybody unknown.
        if not sender_of(request).secret:
            with suppress(Busy):
                secret = request.app.state.visitors.new(sender_of(request), is_browser=True)
                request.scope["state"]["cookie"] = secret
        return response

    async def send_file(request: Request) -> Response:
        page = files.get(request.url.path.removeprefix("/").removeprefix("static/"))
        if page is None:
            return problem(404, "there is no such file")
        request.scope["state"]["is_part"] = page.is_part
        return page.answer(request)

    return [
        *(Route(path, send_shell) for path in _VIEWS),
        *(Route(f"/{name}", send_file) for name in files if is_at_root(name)),
        Route("/static/{path:path}", send_file),
    ]
