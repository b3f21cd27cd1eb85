"""The protocol as pygls speaks it, but each request has an answer, and no notification leaves anything behind."""

from __future__ import annotations

import re
from typing import Any

from cattrs import transform_error
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.protocol import LanguageServerProtocol

__all__ = ["Protocol"]


class Protocol(LanguageServerProtocol):
    """Answers a request with wrong parameters with what is wrong: pygls only logs it, and an editor waits for ever."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        asked = "jsonrpc" in data and "method" in data
        if asked:
            data.setdefault("params", None)  # pygls asks for it where it does not know the method
        try:
            return super().structure_message(data)
        except JsonRpcException as wrong:
            if not asked:
                raise
            told = "; ".join(transform_error(wrong.__cause__ or wrong, path="message"))
            said = re.sub(r"_([a-z])", lambda letter: letter[1].upper(), told)  # names as the protocol writes them
            error = JsonRpcInvalidParams(f"{data['method']}: {said}")
            if "id" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise error from wrong

    def _execute_handler(self, msg_id: Any, *args: Any, **kwargs: Any) -> None:
        """Forgets what a handler has returned once it is done: pygls keeps that of each notification."""
        super()._execute_handler(msg_id, *args, **kwargs)
        future = self._request_futures.get(msg_id)
        if future is not None:
            future.add_done_callback(lambda _: self._request_futures.pop(msg_id, None))
