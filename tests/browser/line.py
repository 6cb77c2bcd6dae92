"""A line between a browser and the table that can be cut: everything on it is lost, and nothing new comes through."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Line:
    """A port that passes everything on to another one, until it is cut.

    Attributes:
        loses_answers: what the table answers is read and thrown away, as where a line breaks on the way back.
    """

    def __init__(self, target: int) -> None:
        self.loses_answers = False
        self.heard = threading.Event()
        self._target = target
        self._is_cut = False
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._door = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._door.getsockname()[1]}"

    def cut(self) -> None:
        """End every connection, and take no new one."""
        with self._lock:
            self._is_cut = True
            ending, self._open = self._open, set()
        for end in ending:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Let new connections through."""
        self._is_cut = self.loses_answers = False

    def close(self) -> None:
        self.cut()
        self._door.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                try:
                    self._connect(near)
                except OSError:
                    near.close()

    def _connect(self, near: socket.socket) -> None:
        far = socket.create_connection(("127.0.0.1", self._target))
        with self._lock:
            # Whoever cuts the line now ends these two as well, or has done so before.
            is_cut = self._is_cut
            if not is_cut:
                self._open |= {near, far}
        if is_cut:
            near.close()
            far.close()
            return
        for source, sink in ((near, far), (far, near)):
            threading.Thread(target=self._pass_on, args=(source, sink, source is far), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket, is_answer: bool) -> None:
        with suppress(OSError):
            while piece := source.recv(65536):
                if is_answer and self.loses_answers:
                    self.heard.set()
                    continue
                sink.sendall(piece)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextmanager
def line_to(port: int) -> Iterator[Line]:
    """Return a line to a port of this machine for a block."""
    made = Line(port)
    try:
        yield made
    finally:
        made.close()
