# A client for whoever runs this: one WebSocket, or one HTTP request. Takes JSON as its argument and prints JSON.

import json
import socket
import struct
import sys

wanted = json.loads(sys.argv[1])
host, port = wanted["address"].rsplit(":", 1)
connection = socket.create_connection((host, int(port)), timeout=20)
connection.sendall(wanted["request"].encode())
stream = connection.makefile("rb")


def frames():
    """The kind and the payload of what comes, until nothing does."""
    while True:
        head = stream.read(2)
        if len(head) < 2:
            return
        length = head[1] & 0x7F
        if length == 126:
            length = struct.unpack("!H", stream.read(2))[0]
        elif length == 127:
            length = struct.unpack("!Q", stream.read(8))[0]
        yield head[0] & 0xF, stream.read(length)


def send(text):
    payload = text.encode()
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else bytes([0x80 | 126]) + struct.pack("!H", len(payload))
    connection.sendall(b"\x81" + size + b"\0\0\0\0" + payload)


if wanted.get("leave"):
    port = connection.getsockname()[1]
    for message in wanted["messages"]:
        send(message)
    connection.close()
    stream.close()
    print(json.dumps({"port": port}))
    sys.exit()

head = b""
while not head.endswith(b"\r\n\r\n"):
    line = stream.readline()
    if not line:
        break
    head += line
words = head.split()
result = {"status": int(words[1]) if len(words) > 1 else 0, "head": head.decode(), "replies": []}
if result["status"] == 101:
    for message in wanted["messages"]:
        send(message)
    for kind, payload in frames():
        if kind == 1:
            result["replies"].append(json.loads(payload))
        if kind == 8:
            result["close"] = struct.unpack("!H", payload[:2])[0]
            break
        if len(result["replies"]) == len(wanted["messages"]) and "error" not in result["replies"][-1]:
            break
else:
    result["body"] = stream.read().decode()
print(json.dumps(result))
