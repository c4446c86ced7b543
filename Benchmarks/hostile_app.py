"""An app that delays others as much as it can: `python3 hostile_app.py KIND SOCKET`, until it is ended.

    requests     8 connections, each full of small requests
    queries      8 connections, each full of queries that sort all photos of the app by name
    slow-reader  8 connections, each full of requests for all identifiers, that take 1,000 bytes every 10 ms
    half-open    64 connections that send half of a first message, and are made again when they are closed
"""
import json, select, socket, struct, sys, time

QUERY = {
    "filter": {"all": {}}, "scope": "library", "includesHidden": False, "includesAllBurstAssets": False,
    "sort": [{"key": "filename", "isAscending": True}], "limit": 100, "offset": 0}
REQUESTS = {
    "requests": {"currentChangeToken": {}}, "queries": {"assetIdentifiers": {"_0": QUERY}},
    "slow-reader": {"allAssetIdentifiers": {}}}
KINDS = [*REQUESTS, "half-open"]
# The kinds of frames (MessageFrameKind) and the version of the protocol.
HELLO, REQUEST, VERSION = 1, 6, struct.pack("<I", 1)


def frame(kind, number, payload):
    return struct.pack("<IBI", len(payload), kind, number) + payload


def flood(path, request, taken, pause):
    """Keeps eight connections full of a request, and takes so many bytes of answers at a time."""
    payload = json.dumps(request).encode()
    unsent = {}
    for _ in range(8):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        connection.sendall(frame(HELLO, 0, VERSION + b"{}"))
        connection.recv(1 << 16)
        connection.setblocking(False)
        unsent[connection] = b""
    number = 0
    while True:
        readable, writable, _ = select.select(unsent, unsent, [])
        for connection in readable:
            connection.recv(taken)
        for connection in writable:
            if not unsent[connection]:
                unsent[connection] = b"".join(frame(REQUEST, (number + next) % 2**32, payload) for next in range(64))
                number += 64
            unsent[connection] = unsent[connection][connection.send(unsent[connection]):]
        time.sleep(pause)


def open_half(path):
    """Keeps 64 connections half open."""
    connections = []
    while True:
        while len(connections) < 64:
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(path)
            try:
                connection.send(frame(HELLO, 0, VERSION)[:6])
                connections.append(connection)
            except BrokenPipeError:
                connection.close()
        for connection in select.select(connections, [], [])[0]:
            connection.close()
            connections.remove(connection)


if __name__ == "__main__":
    kind, path = sys.argv[1:]
    if kind == "half-open":
        open_half(path)
    else:
        flood(path, REQUESTS[kind], *((1000, 0.01) if kind == "slow-reader" else (1 << 16, 0)))
