#!/usr/bin/env python3
"""forge.py FROM TO SEQ KIND [MASTER]: a copy of a game with one thing changed.

In commit SEQ of the copy (-1: the last) a byte of the box, its size, a byte of
state.json or of the secret, a luck string, a line of the report, what a repair calls lost or its
number is another one; all commits from there on are made anew. With the master key (64 hex digits) they are signed
again, as a dishonest judge would; without it they keep the signatures that they
had. Prints the id of commit SEQ.
"""

import base64
import hashlib
import hmac
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True  # nothing is made among the sources

import audit  # noqa: E402


def string(data):
    return struct.pack(">I", len(data)) + data



# What is to be another one in a file: the old words and the new.


def box(text):
    old = json.loads(text)["box"]
    data = bytearray(base64.b64decode(old))
    data[len(data) // 2] ^= 1
    return old, base64.b64encode(data).decode()


# The same text, with twice as many blanks behind it, and a nonce that fits.
def larger(text):
    tip = audit.Commit(audit.Git(sys.argv[2]), "HEAD")
    game, sealed = tip.json("game.json"), json.loads(text)
    gid, seq = game["gid"].encode(), audit.be64(sealed["seq"])
    keys = audit.keys_of(bytes.fromhex(tip.json("reveal.json")["secret"]),
                         game["luck"], gid)
    gcm = audit.Gcm(keys["seal"])
    nonce, data = (base64.b64decode(sealed[k]) for k in ("nonce", "box"))
    plain = gcm.open(nonce, data, gid + seq)
    plain = plain.ljust(2 * len(plain))
    nonce = audit.mac(keys["nonce"], seq + plain)[:12]
    for key, value in (("nonce", nonce),
                       ("box", gcm.seal(nonce, plain, gid + seq))):
        sealed[key] = base64.b64encode(value).decode()
    return text, json.dumps(sealed, sort_keys=True, indent=1) + "\n"


def state(text):
    old = re.search(r'"life": \d+', text).group()
    return old, '"life": %d' % (int(old.split()[1]) ^ 1)


def secret(text):
    old = json.loads(text)["secret"]
    return old, ("0" if old[0] != "0" else "1") + old[1:]


def luck(text):
    strings = [s for s in json.loads(text)["luck"] if s]
    if strings:
        return strings[-1], strings[-1][::-1]
    return '""', '"%s"' % ("5" * 64)


def report(text):
    return text, text + "  Nothing else came of it.\n"


# In the message of a repair: an id that is there, one twice, a lower number.


def there(text):
    old = re.search(r"\nLost: .*", text).group()
    return old, "\nLost: " + subprocess.run(
        ["git", "-C", sys.argv[2], "rev-list", "--max-parents=0", "HEAD"],
        check=True, stdout=subprocess.PIPE).stdout.decode().strip()


def twice(text):
    old = re.search(r"\nLost: [0-9a-f]{40}", text).group()
    return old, old + old[-41:].replace("\n", " ")


def number(text):
    return re.search(r"\nCommand: repair \d+", text).group(), \
        "\nCommand: repair 1"


MESSAGE = None
KINDS = {
    "box": ("sealed.json", box),
    "larger": ("sealed.json", larger),
    "state": ("state.json", state),
    "secret": ("reveal.json", secret),
    "luck": ("game.json", luck),
    "report": ("report.txt", report),
    "there": (MESSAGE, there),
    "twice": (MESSAGE, twice),
    "number": (MESSAGE, number),
}


class Forger:
    def __init__(self, folder, kind, key):
        self.git = audit.Git(folder)
        self.path, self.change = KINDS[kind]
        self.forever = kind == "luck"  # what joined stays
        self.key = key
        self.words = None

    # As `git hash-object -w` does it, without a program for each.
    def write(self, kind, data):
        data = b"%s %d\0" % (kind.encode(), len(data)) + data
        name = hashlib.sha1(data).hexdigest()
        path = os.path.join(self.git.folder, "objects", name[:2], name[2:])
        if not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(zlib.compress(data))
        return name

    def tree(self, commit):
        text = commit.file(self.path).decode()
        self.words = self.words or self.change(text)
        made = self.write("blob", text.replace(*self.words, 1).encode())
        return self.write("tree", b"".join(
            b"%s %s\0" % (mode.encode(), path.encode()) +
            bytes.fromhex(made if path == self.path else name)
            for path, (mode, name) in commit.entries.items()))

    def sign(self, text):
        done = subprocess.run(
            ["ssh-keygen", "-q", "-Y", "sign", "-n", "git", "-f", self.key],
            input=text, check=True, stdout=subprocess.PIPE)
        return done.stdout.decode().strip()

    def commit(self, commit, first, parent):
        headers, signature = [], commit.signature
        for key, value in commit.head:
            if key == "tree" and self.path and (first or self.forever):
                value = self.tree(commit)
            if key == "parent" and parent:
                value = parent
            if key != "gpgsig":
                headers.append((key, value.replace("\0", "\n ")))
        message = self.git.read(commit.id)[1].partition(b"\n\n")[2]
        if first and self.path is MESSAGE:
            old, new = self.change(message.decode())
            message = message.decode().replace(old, new, 1).encode()

        def text(headers):
            head = "".join("%s %s\n" % h for h in headers)
            return head.encode() + b"\n" + message

        if self.key:
            signature = self.sign(text(headers))
        headers.append(("gpgsig", signature.replace("\n", "\n ")))
        return self.write("commit", text(headers))

    def run(self, seq):
        _, said = self.git.run("rev-list", "--reverse", "HEAD")
        ids = said.split()
        made = parent = None
        for i in range(seq if seq >= 0 else len(ids) + seq, len(ids)):
            first = parent is None
            parent = self.commit(audit.Commit(self.git, ids[i]), first, parent)
            made = made or parent
        self.git.run("update-ref", "HEAD", parent)
        return made


# The signing key as a file that ssh-keygen reads.
def key_file(signers, master):
    seed = hmac.digest(bytes.fromhex(master), b"spellpost/1 signing key",
                       "sha256")
    public = base64.b64decode(signers.split()[3])
    key = public[-32:]
    secret = (b"forgery!" + string(b"ssh-ed25519") + string(key) +
              string(seed + key) + string(b""))
    secret = secret[:4] * 2 + secret[8:]
    secret += bytes(range(1, 1 + -len(secret) % 8))
    blob = (b"openssh-key-v1\0" + string(b"none") * 2 + string(b"") +
            struct.pack(">I", 1) + string(public) + string(secret))
    file = tempfile.NamedTemporaryFile()
    file.write(b"-----BEGIN OPENSSH PRIVATE KEY-----\n" +
               base64.encodebytes(blob) +
               b"-----END OPENSSH PRIVATE KEY-----\n")
    file.flush()
    os.chmod(file.name, 0o600)
    return file


def main():
    source, target, seq, kind = sys.argv[1:5]
    subprocess.run(["git", "clone", "-q", "--mirror", source, target],
                   check=True)
    key = None
    if len(sys.argv) > 5:
        tip = audit.Commit(audit.Git(target), "HEAD")
        key = key_file(tip.file("allowed_signers"), sys.argv[5])
    forger = Forger(target, kind, key and key.name)
    print(forger.run(int(seq)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
