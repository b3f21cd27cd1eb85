"""A worker that goes on in the same thread after a failure, as Ludii itself does."""

from ludparse.exporters.verification.ludii.process import serve_standard
from ludparse.exporters.verification.ludii.worker import Server, failure

if __name__ == "__main__":
    serve_standard(Server().answer, failure)
