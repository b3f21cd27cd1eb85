"""A worker that leaves the generator of copies as it is, as Ludii itself does."""

from ludparse.exporters.verification.ludii.bridge import Bridge
from ludparse.exporters.verification.ludii.process import serve_standard
from ludparse.exporters.verification.ludii.worker import Server, failure

if __name__ == "__main__":
    Bridge.seed_copies = lambda self, context: None  # type: ignore[method-assign]
    serve_standard(Server().answer, failure)
