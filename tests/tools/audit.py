#!/usr/bin/env python3
"""audit.py REPOSITORY [signed-last]: is a finished game's history as it claims?
audit.py --vectors: print boxes, their sizes and tags, made from the format alone

A second reader of the format that lib/record/FORMAT.md describes, which shares
no line with spellpost: Python's own library, git and openssl. It knows no rules of the game, so it replays nothing; it checks the
chain and the signatures of the commits, the commitment, the luck, the keys,
every box with its size, nonce and State tag, the dice wherever the public text
names the draw that a result came from, and that repairs bring nothing back.

The first thing that is wrong is told on one line, with its commit; then the
exit status is 1. Signatures are a program's work each: with `signed-last` they
are looked at when all else is right.
"""

import base64
import hashlib
import hmac
import json
import os
import re
import subprocess
import sys
import tempfile
import time

BOX_LEAST = 1024
BATCH = 400  # commits for one `git verify-commit`
PLAN_MOST = 600  # bytes of the orders of a plan, as JSON has them
MET = ("countered", "hurt", "revealed", "failed", "changed", "opposed", "evaded",
       "hit", "missed", "quiet")
PUSHED = (9, 2, 4)  # a walk, of one who is pushed, and a choice on it
WORDS = ("ask-undo", "agree-undo", "refuse-undo")
MAIL = re.compile("[0-9a-f]{64}")  # the Input of a player's mail
REPAIR_DRAWS = 1000000  # for each number of a decision that a repair leaves
FILES = {
    "game.json", "state.json", "sealed.json", "board.txt", "report.txt",
    "reveal.json", "allowed_signers", "ruleset",
}


class Wrong(Exception):
    pass


def need(true, *words):
    if not true:
        raise Wrong(" ".join(str(w) for w in words))


def be64(n):
    return n.to_bytes(8, "big")


def mac(key, data):
    return hmac.new(key, data, hashlib.sha256).digest()


def sha256(data):
    return hashlib.sha256(data).digest()


def hkdf(ikm, salt, info):
    return mac(mac(salt, ikm), info + b"\x01")


# ---- AES-256-GCM: openssl enciphers blocks, the rest of it is made here ------


class Gcm:
    def __init__(self, key):
        self.key = key.hex()
        self.streams = {}  # by nonce
        h = self.encipher(bytes(16))
        self.table = [self.multiples(int.from_bytes(h, "big"))]
        for _ in range(15):
            self.table.append([self.times_x8(v) for v in self.table[-1]])

    def encipher(self, blocks):
        done = subprocess.run(
            ["openssl", "enc", "-aes-256-ecb", "-nopad", "-K", self.key],
            input=blocks, stdout=subprocess.PIPE)
        need(done.returncode == 0, "openssl enc failed")
        return done.stdout

    # The key streams for texts of so many bytes, by one program for all of them.
    def foresee(self, sizes):
        blocks = {nonce: 1 + (size + 15) // 16 for nonce, size in sizes}
        stream = self.encipher(b"".join(
            nonce + i.to_bytes(4, "big") for nonce, n in blocks.items()
            for i in range(1, n + 1)))
        for nonce, n in blocks.items():
            self.streams[nonce], stream = stream[:16 * n], stream[16 * n:]

    @staticmethod
    def times_x(v):
        return v >> 1 ^ (0xE1 << 120 if v & 1 else 0)

    @classmethod
    def times_x8(cls, v):
        for _ in range(8):
            v = cls.times_x(v)
        return v

    # H times each first byte of a block; bit 0 is the most significant
    @classmethod
    def multiples(cls, h):
        powers = []
        for _ in range(8):
            powers.append(h)
            h = cls.times_x(h)
        out = []
        for byte in range(256):
            v = 0
            for bit in range(8):
                if byte >> (7 - bit) & 1:
                    v ^= powers[bit]
            out.append(v)
        return out

    def ghash(self, data):
        y = 0
        for at in range(0, len(data), 16):
            y ^= int.from_bytes(data[at:at + 16].ljust(16, b"\0"), "big")
            z = 0
            for i, byte in enumerate(y.to_bytes(16, "big")):
                z ^= self.table[i][byte]
            y = z
        return y.to_bytes(16, "big")

    # The text that comes out, and the tag of the one that is sealed.
    def count(self, nonce, text, extra, opens):
        if len(self.streams.get(nonce, b"")) < 16 + len(text):
            self.foresee([(nonce, len(text))])
        # the first block of the key stream belongs to the tag
        stream = self.streams[nonce]
        made = bytes(a ^ b for a, b in zip(text, stream[16:]))
        sealed = text if opens else made
        padded = [d + bytes(-len(d) % 16) for d in (extra, sealed)]
        sizes = be64(8 * len(extra)) + be64(8 * len(sealed))
        hashed = self.ghash(b"".join(padded) + sizes)
        return made, bytes(a ^ b for a, b in zip(hashed, stream))

    def open(self, nonce, box, extra):
        text, tag = self.count(nonce, box[:-16], extra, True)
        need(hmac.compare_digest(tag, box[-16:]), "the box does not open")
        return text

    def seal(self, nonce, text, extra):
        return b"".join(self.count(nonce, text, extra, False))


# ---- git --------------------------------------------------------------------


class Git:
    def __init__(self, folder):
        self.folder = folder
        self.env = dict(os.environ, GIT_CONFIG_NOSYSTEM="1", LC_ALL="C",
                        GIT_CONFIG_GLOBAL="/dev/null")
        self.batch = subprocess.Popen(
            self.words("cat-file", "--batch"), env=self.env,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def words(self, *words):
        return ["git", "-C", self.folder, *words]

    def run(self, *words):
        done = subprocess.run(self.words(*words), env=self.env,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        return done.returncode, done.stdout.decode("utf-8", "replace")

    def read(self, name):
        self.batch.stdin.write(name.encode() + b"\n")
        self.batch.stdin.flush()
        head = self.batch.stdout.readline().split()
        need(len(head) == 3, "git has no", name)
        data = self.batch.stdout.read(int(head[2]) + 1)[:-1]
        return head[1].decode(), data

    def tree(self, name):
        kind, data = self.read(name)
        need(kind == "tree", name, "is no folder")
        entries = {}
        while data:
            head, rest = data.split(b"\0", 1)
            mode, path = head.decode().split(" ", 1)
            entries[path] = (mode, rest[:20].hex())
            data = rest[20:]
        return entries


TRAILER = re.compile(r"([A-Z][a-z]+): (.*)")
PERSON = re.compile(r"(.*) <([a-z]+)@([a-z0-9-]+)\.invalid> (\d+) \+0000")


class Commit:
    """One commit and its top folder; files are read when they are asked for."""

    def __init__(self, git, name):
        kind, data = git.read(name)
        need(kind == "commit", "is a", kind)
        self.git, self.id = git, name
        head, _, message = data.partition(b"\n\n")
        head = head.decode().replace("\n ", "\0").split("\n")
        self.head = [line.split(" ", 1) for line in head]
        names = [key for key, _ in self.head]
        for key in ("tree", "author", "committer"):
            need(names.count(key) == 1, "has not one", key)
        self.parents = [v for key, v in self.head if key == "parent"]
        values = dict(self.head)
        self.signature = values.get("gpgsig", "").replace("\0", "\n")
        self.author = PERSON.fullmatch(values["author"])
        self.committer = PERSON.fullmatch(values["committer"])
        need(self.author and self.committer, "names people as I do not know")
        self.subject, _, body = message.decode().partition("\n")
        found = [TRAILER.fullmatch(line) for line in body.split("\n")]
        found = [m.groups() for m in found if m]
        self.trailer = dict(found)
        need(len(found) == len(self.trailer), "has a trailer twice")
        self.entries = git.tree(values["tree"])

    def file(self, path):
        need(path in self.entries, "has no", path)
        kind, data = self.git.read(self.entries[path][1])
        need(kind == "blob", path, "is no file")
        return data

    def json(self, path):
        try:
            return json.loads(self.file(path))
        except ValueError:
            raise Wrong(path, "is no JSON") from None


# ---- what is read of the ruleset and the files ------------------------------


# The numbers of its cards, and whether something in it can be watched for.
class Rules:
    def __init__(self, git, commit):
        def read(path):
            return json.loads(git.read(commit + ":ruleset/" + path)[1])

        ruleset = read("ruleset.json")
        points = ruleset.get("points", {})
        self.watched = "watched" in points.values()
        self.number, copies = {}, {}
        for school in ruleset.get("schools", []):
            name = school["id"] if isinstance(school, dict) else school
            for card in read("cards/%s.json" % name)["cards"]:
                of = card.get("use", card.get("id"))
                for _ in range(card.get("copies", 1)):
                    copies[of] = copies.get(of, 0) + 1
                    self.number["%s#%d" % (of, copies[of])] = len(self.number)

    # How many are in "full-shield#1 to energy-5#1"?
    def cards(self, run):
        first, _, last = run.partition(" to ")
        return self.number[last or first] - self.number[first] + 1


# How many values are hidden in a position?
def count_hidden(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return sum(count_hidden(v) for v in value)
    return int(value == "hidden")


# The cards of a hand that not everybody knows: numbers, or pairs of a number
# and who knows it.
def hand_of(game, seat):
    return [card[0] if isinstance(card, list) else card
            for card in game.get("hands", {}).get(seat, [])]


# How large a box has to be, from what is public.
def box_size(seats, cards, numbers, hands, hidden, rounds, aside, watched, says):
    least = 300 + 80 * seats + 256 * seats * rounds + 10 * aside
    least += cards * (5 if numbers > 1000 else 4)
    least += 4 * max(0, hands - 7 * seats) + 20 * max(0, hidden - 8)
    least += (1024 if says else 0) + (64 * seats if watched else 0)
    size = BOX_LEAST
    while size < least:
        size *= 2
    return size


# The names that keys are made for, and the keys.
def keys_of(secret, luck, gid):
    salt = sha256(b"".join(be64(len(s)) + s.encode() for s in luck))
    return {name: hkdf(secret, salt, b"spellpost/1 " + name.encode() + b" " +
                       gid) for name in ("dice", "seal", "mac", "nonce",
                                         "input")}


def state_tag(key, seq, parent, state, plain):
    return mac(key, be64(seq) + parent + sha256(state) + sha256(plain)).hex()


def input_tag(key, seq, message_id, text):
    data = be64(len(message_id)) + message_id + text
    return mac(key, data if seq is None else b"sealed" + be64(seq) + data).hex()


# ---- the audit --------------------------------------------------------------


class Audit:
    def __init__(self, folder):
        self.git = Git(folder)
        self.done = {"boxes": 0, "plans": 0, "preferences": 0,
                     "repairs": 0, "undos": 0, "questions": 0,
                     "dice": 0, "signatures": 0, "commits": 0}
        self.at = None  # the commit that is looked at
        self.draws = 0
        self.told = set()  # kinds of results whose dice were recomputed
        self.hidden = self.parent_hidden = None
        self.lines = {}  # that seats declared, by the number of the commit

    def run(self, signed_last):
        status, said = self.git.run("fsck", "--strict", "--no-dangling")
        need(status == 0, "git fsck:", said.strip())
        status, said = self.git.run("rev-list", "--reverse", "HEAD")
        need(status == 0, "git rev-list:", said.strip())
        commits = [Commit(self.git, name) for name in said.split()]
        self.ids = {c.id for c in commits}
        self.at = commits[-1]
        self.game = self.at.json("game.json")
        self.gid = self.game["gid"]
        self.rules = Rules(self.git, commits[0].id)
        for seq, self.at in enumerate(commits):
            self.chain(self.at, commits[seq - 1] if seq else None, seq)
        if not signed_last:
            self.signatures(commits)
        self.contents(commits)
        if signed_last:
            self.signatures(commits)
        self.done["commits"] = len(commits)
        return self.done

    def contents(self, commits):
        self.at = commits[-1]
        self.secrets(self.at)
        self.foresee(commits)
        for seq, self.at in enumerate(commits):
            need("reveal.json" not in self.at.entries or
                 self.at is commits[-1], "is followed by others, with the",
                 "secret known")
            if "sealed.json" in self.at.entries:
                self.sealed(self.at, commits[seq - 1], seq)
                self.plan(self.at, commits[seq - 1], seq)
                self.preferred(self.at, commits[seq - 1], seq)
                self.clock(self.at, commits[seq - 1])
                self.repair(self.at, commits[seq - 1])
                self.cancel(self.at)
                self.undo(self.at, commits, seq)
                self.asks(self.at, commits, seq)
                self.dice(self.at)

    # Commitment, luck, keys: of the last commit, whose luck is complete.
    def secrets(self, last):
        game, reveal = self.game, last.json("reveal.json")
        need(set(reveal) == {"v", "secret"} and reveal["v"] == 1 and
             re.fullmatch("[0-9a-f]{64}", reveal["secret"]),
             "reveal.json is not as it is written")
        need(re.fullmatch("[a-z0-9-]{10,24}", self.gid), "the gid is none")
        secret = bytes.fromhex(reveal["secret"])
        gid = self.gid.encode()
        made = sha256(b"spellpost/1 commit\n" + gid + b"\n" + secret).hex()
        need(made == game["commitment"], "reveal.json: the secret is not the",
             "one of the commitment", game["commitment"])
        strings = game["luck"] + ([game["beacon"]] if "beacon" in game else [])
        for name, key in keys_of(secret, strings, gid).items():
            setattr(self, name + "_key", key)
        self.gcm = Gcm(self.seal_key)

    # What does not read is told where its commit is looked at.
    def foresee(self, commits):
        sizes = []
        for c in commits:
            if "sealed.json" in c.entries:
                try:
                    box = c.json("sealed.json")
                    nonce, data = (base64.b64decode(box[k], validate=True)
                                   for k in ("nonce", "box"))
                except (Wrong, ValueError, KeyError, TypeError):
                    continue
                if len(nonce) == 12:
                    sizes.append((nonce, len(data)))
        self.gcm.foresee(sizes)

    # What every commit has to be, whatever it records.
    def chain(self, c, parent, seq):
        need(c.parents == ([] if parent is None else [parent.id]),
             "has not the one parent before it")
        need(set(c.entries) <= FILES, "has files that are no game's")
        for path, (mode, _) in c.entries.items():
            need(mode == ("40000" if path == "ruleset" else "100644"),
                 path, "has the mode", mode)
        for m in (c.author, c.committer):
            need(m.group(3) == self.gid, "names another game")
        need(c.committer.group(1, 2) == ("Judge", "judge"),
             "was not made by the judge")
        need(c.author.group(2) in self.game["seats"] + ["judge", "sealed"],
             "is by somebody who is not in the game")
        need(c.trailer.get("Seq") == str(seq), "Seq is", c.trailer.get("Seq"),
             "and should be", seq)
        for key in ("author", "committer"):
            when = int(getattr(c, key).group(4))
            need(parent is None or int(parent.committer.group(4)) <= when,
                 "is older than its parent")
        need(c.signature.startswith("-----BEGIN SSH SIGNATURE-----\n"),
             "is not signed")
        if parent is None:
            self.root(c)
            return
        for path in ("ruleset", "allowed_signers"):
            need(c.entries.get(path) == parent.entries.get(path),
                 path, "changed")
        if c.entries["game.json"] != parent.entries["game.json"]:
            self.join(c, parent)
        if "sealed.json" in parent.entries:
            need("sealed.json" in c.entries, "lost its box")
        if c.author.group(2) == "sealed":
            self.secret_order(c, parent)

    def root(self, c):
        before = c.json("game.json")
        need({k: v for k, v in before.items() if k != "luck"} ==
             {k: v for k, v in self.game.items() if k != "luck"},
             "game.json: more than luck changed")
        need(before["luck"] == [""] * len(before["seats"]),
             "game.json: luck before anybody joined")
        need(c.trailer.get("Commitment") == self.game["commitment"],
             "the Commitment is another one")
        need("sealed.json" not in c.entries and "State" not in c.trailer,
             "has a box before the luck is complete")

    # One seat's luck, once, before the start.
    def join(self, c, parent):
        old, new = parent.json("game.json"), c.json("game.json")
        changed = [i for i, (a, b) in enumerate(zip(old["luck"], new["luck"]))
                   if a != b]
        need(len(changed) == 1 and len(old["luck"]) == len(new["luck"]) and
             dict(old, luck=0) == dict(new, luck=0),
             "game.json: more changed than one seat's luck")
        seat = changed[0]
        need(old["luck"][seat] == "" and
             re.fullmatch("[0-9a-f]{64}", new["luck"][seat]),
             "game.json: that luck is none, or the second")
        need("state.json" not in c.entries and "Input" not in c.trailer,
             "game.json: luck after the start")
        colour = new["seats"][seat]
        need(c.trailer.get("Seat") == colour == c.author.group(2) and
             c.trailer.get("Command") == "join",
             "is not the join of", colour)

    def secret_order(self, c, parent):
        changed = {path for path in set(c.entries) | set(parent.entries)
                   if c.entries.get(path) != parent.entries.get(path)}
        # what is written to all may stand in the report, if the game says so
        public = self.game.get("options", {}).get("press") == "public"
        need(changed == {"sealed.json"} or
             public and changed == {"sealed.json", "report.txt"},
             "is a sealed order and changed", *sorted(changed))
        need(c.subject == "A sealed order" and
             set(c.trailer) == {"Seq", "State", "Input"},
             "is a sealed order and tells more")
        need(MAIL.fullmatch(c.trailer["Input"]) or
             re.fullmatch("operator [1-9][0-9]*", c.trailer["Input"]),
             "is a sealed order, and by", c.trailer["Input"])

    # The box, its nonce, and the tag that ties it to its place.
    def sealed(self, c, parent, seq):
        box = c.json("sealed.json")
        need(set(box) == {"v", "seq", "nonce", "box"} and box["v"] == 1,
             "sealed.json is not as it is written")
        need(box["seq"] == seq, "sealed.json: seq is", box["seq"])
        try:
            nonce = base64.b64decode(box["nonce"], validate=True)
            data = base64.b64decode(box["box"], validate=True)
        except ValueError:
            raise Wrong("sealed.json: no base64") from None
        need(len(nonce) == 12 and len(data) > 16, "sealed.json is too short")
        plain = self.gcm.open(nonce, data, self.gid.encode() + be64(seq))
        need(mac(self.nonce_key, be64(seq) + plain)[:12] == nonce,
             "sealed.json: the nonce is not that of its text")
        text = plain.rstrip(b" ")
        size = self.size(c, parent)
        need(len(plain) == size, "the box has", len(plain), "bytes, not", size)
        hidden = json.loads(text)
        need(json.dumps(hidden, sort_keys=True, separators=(",", ":"),
                        ensure_ascii=False).encode() == text,
             "the text in the box is not written as it should be")
        tag = state_tag(self.mac_key, seq, c.parents[0].encode(),
                        c.file("state.json"), plain)
        need(tag == c.trailer.get("State"), "State is", c.trailer.get("State"),
             "and should be", tag)
        need(re.fullmatch(r"[0-9a-f]{64}|bot|declaration|operator [1-9][0-9]*|"
                          r"timer \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ",
                          c.trailer.get("Input", "")),
             "Input is", c.trailer.get("Input"))
        self.parent_hidden, self.hidden = self.hidden, hidden
        self.done["boxes"] += 1

    def size(self, c, parent):
        state = c.json("state.json")
        return box_size(
            seats=len(state["seats"]),
            cards=sum(self.rules.cards(run) for deck in state["decks"]
                      for run in deck["cards"]),
            numbers=len(self.rules.number),
            hands=sum(seat.get("hand", 0) for seat in state["seats"]),
            hidden=count_hidden(state),
            rounds=len(state.get("reactions", [])),
            aside=sum(zone["left"] for zone in state.get("zones", [])),
            watched=self.rules.watched, says=self.says(c, parent, state))

    # May a commit say something in secret?
    @staticmethod
    def says(c, parent, state):
        if c.author.group(2) == "sealed" or "?" in c.trailer["Command"]:
            return True
        now = state["decision"]
        if now["kind"] != "reaction":
            return False
        return ("state.json" not in parent.entries or
                parent.json("state.json")["decision"]["number"] !=
                now["number"])

    # A plan stands in the box of the commit that begins it alone; then its seat
    # has the number of that, as long as it can wait, and what it met.
    def plan(self, c, parent, seq):
        agents = self.hidden.get("agents", {})
        before = (self.parent_hidden or {}).get("agents", {})
        state, plan = c.json("state.json"), self.hidden.get("plan")
        decision = state["decision"]
        if plan is not None:
            self.begins(c, parent, state, plan, agents, seq)
        for seat, agent in agents.items():
            need(set(agent) <= {"answer", "met", "plan", "when"} and agent,
                 "the box tells of", seat, "what I do not know")
            number, met = agent.get("plan"), agent.get("met")
            words = met.split(" ") if met is not None else []
            need(words == [w for w in MET if w in words] and
                 (met is None or words), "the box has for", seat, "met", met)
            need(number is not None or met is None, seat, "has met without a plan")
            if number is None:
                continue
            if number != seq:
                old = before.get(seat, {})
                need(number == old.get("plan"), "the plan of", seat, "is from",
                     number, "and was from", old.get("plan"))
                was = (old.get("met") or "").split()
                need(set(was) <= set(words),
                     "the plan of", seat, "has forgotten what it met")
                need("quiet" in was or "quiet" not in words,
                     "the plan of", seat, "is quiet, and was not")
            else:
                need(plan is not None, "the box has no plan of", seat)
                if c.author.group(2) == "sealed":
                    was = (before.get(seat, {}).get("met") or "").split()
                    was += ["opposed"] if "countered" in was else []
                    was += ["missed"] if "failed" in was else []
                    if "plan" not in before.get(seat, {}):
                        was = [w for w in words if w == "quiet"]
                    need(words == [w for w in MET[5:] if w in was],
                         "the plan of", seat, "begins with", met)
            need(state["status"] == "running" and
                 (decision["kind"] == "reaction" or
                  decision["kind"] in ("choice", "discard") and
                  seat not in decision["seats"]),
                 "the plan of", seat, "waits for nothing")
            need(number == seq or seat != c.trailer.get("Seat") or
                 c.trailer["Command"].split(" ")[0] in WORDS,
                 "the plan of", seat, "waits behind its next command")

    # Whose wizard or creature is pushed, and asked for the way? A choice stands
    # on its walk then.
    @staticmethod
    def pushed(state):
        walk, choice = ([{}, {}] + state.get("frames", []))[-2:]
        if (walk.get("kind"), walk.get("a"), choice.get("kind")) != PUSHED:
            return None
        for creature in state.get("creatures", []):
            copy = creature.get("copied", 0)
            name = creature["card"] + ("~%d" % copy if copy else "")
            if name == walk["actor"]:
                return (state["active"] if creature.get("shared") else
                        creature.get("seat"))
        return walk["actor"]

    # A choice that a preference made: at once, of a seat that is asked for one
    # and has a line about it.
    def preferred(self, c, parent, seq):
        words = self.hidden.get("command", "").split("\n")
        need(c.author.group(2) != "sealed" or " press " in words[0] or
             c.entries["report.txt"] == parent.entries["report.txt"],
             "wrote to nobody and changed report.txt")
        if c.author.group(2) == "sealed" and words[0].endswith(" when"):
            self.lines[seq] = words[1:]
        if c.trailer.get("Input") != "declaration":
            return
        need(c.committer.group(4) == parent.committer.group(4),
             "is preferred, and has not the date of its parent")
        if "Seat" not in c.trailer:
            need(c.trailer["Command"].endswith(" answer ?"),
                 "is preferred by nobody")
            need(parent.trailer.get("Input") == "declaration",
                 "closes a round, and no preference led to it")
            return
        self.done["preferences"] += 1
        seat, was = c.trailer["Seat"], parent.json("state.json")
        about = {"choice": ("choose", "when pushed"),
                 "discard": ("give-up", "when asked to discard")}.get(
                     was["decision"]["kind"], ("", ""))
        need(c.author.group(2) == seat and seat in was["decision"]["seats"] and
             seat not in self.game.get("bots", {}) and
             c.trailer["Command"].split(" ")[1] == about[0] and
             (about[0] == "give-up" or seat == self.pushed(was)),
             "is preferred, and no choice of", seat)
        turns = {s["colour"]: s.get("turns", 0) for s in was["seats"]}[seat]
        number = self.parent_hidden.get("agents", {}).get(seat, {}).get("when")
        for line in self.lines.get(number, []):
            until = re.search(r" until my turn (\d+)$", line)
            if (re.match(about[1] + "[ ,:]", line) and ": prefer " in line and
                    (until is None or turns < int(until.group(1)))):
                return
        raise Wrong("is preferred, and no line of " + seat + " prefers")

    def begins(self, c, parent, state, plan, agents, seq):
        self.done["plans"] += 1
        sealed = c.author.group(2) == "sealed"
        command = self.hidden.get("command", "")
        seat = command.split(" ")[0] if sealed else c.trailer.get("Seat")
        need(set(plan) == {"input", "orders"} and
             re.fullmatch("[0-9a-f]{64}", plan["input"]) and plan["orders"],
             "the plan is not as it is written")
        size = len(json.dumps(plan["orders"], ensure_ascii=False).encode()) - 2
        need(size <= PLAN_MOST, "the plan has", size, "bytes")
        need(agents.get(seat, {}).get("plan") == seq and
             seat not in self.game.get("bots", {}), "the plan is nobody's")
        if sealed:
            need(command == seat + " plan", "a plan stands beside:", command)
            return
        need(plan["input"] == c.trailer["Input"], "the plan is of another mail")
        now, was = state, parent.json("state.json")
        need(now["decision"]["kind"] == "reaction" and
             now["decision"]["number"] != was["decision"]["number"] and
             now["turn"] == was["turn"], "the plan is of no command that asks")

    # The clock stood still, or was ahead: the position stays, and the date that
    # was wrong is the last one.
    def clock(self, c, parent):
        words = c.trailer.get("Command", "").split(" ")
        if words[0] != "clock":
            return
        need(len(words) == 3 and all(re.fullmatch(
            r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", word)
            for word in words[1:]) and words[1] != words[2],
            "is of the clock, with no two dates")
        need(c.author.group(2) == "judge" and
             c.trailer["Input"] == "timer " + words[2],
             "is of the clock, and not from its second date")
        need(c.json("state.json") == parent.json("state.json"),
             "is of the clock, and its position is another one")
        if words[2] < words[1]:
            date = time.strftime("%Y-%m-%dT%H:%M:%SZ",
                                 time.gmtime(int(parent.author.group(4))))
            need(words[1] == date, "calls the date", words[1],
                 "wrong, and that was", date)

    # The position stays, and nothing of what is lost comes again: no number of
    # a decision, no draw and no token.
    def repair(self, c, parent):
        words = c.trailer.get("Command", "").split(" ")
        lost = c.trailer["Lost"].split(" ") if "Lost" in c.trailer else []
        if words[0] != "repair":
            need(not lost, "tells of what is lost, and is no repair")
            return
        need(len(words) == 2 and re.fullmatch("[1-9][0-9]*", words[1]),
             "is a repair with no number")
        need(c.author.group(2) == "judge" and
             c.trailer["Input"].startswith("operator "),
             "is a repair that is not the operator's")
        need(all(re.fullmatch("[0-9a-f]{40}", name) for name in lost) and
             lost == sorted(set(lost)), "Lost is no sorted list of ids")
        need(self.ids.isdisjoint(lost), "Lost names what is there:",
             *self.ids.intersection(lost))
        number, old = int(words[1]), parent.json("state.json")
        draws = number * REPAIR_DRAWS
        need(number > old["decision"]["number"] and draws > old["draws"],
             "is a repair that does not rise: decision",
             old["decision"]["number"], "and draw", old["draws"])
        need(c.json("state.json") == dict(
            old, draws=draws, decision=dict(old["decision"], number=number)),
            "is a repair, and its position is another one")
        for seat, epoch in self.parent_hidden["epochs"].items():
            now = self.hidden["epochs"][seat]
            bot = seat in self.game.get("bots", {})
            need(now == epoch if bot else now > epoch, "the token of", seat,
                 "has the epoch", now, "after", epoch)
        self.draws = draws
        self.done["repairs"] += 1

    # The operator calls a game off; the clock a tutorial alone.
    def cancel(self, c):
        if c.trailer.get("Command") != "cancel":
            return
        tutorial = (len(self.game["seats"]) == 2 and
                    "tutor" in self.game.get("bots", {}).values())
        need(c.trailer["Input"].startswith("operator ") or
             (tutorial and c.trailer["Input"].startswith("timer ")),
             "is a cancel that is not the operator's")

    # An earlier position comes back, but for the draws and the number of the
    # decision. A player's own undo takes back what is the seat's alone.
    def undo(self, c, commits, seq):
        words = c.trailer.get("Command", "").split(" ")
        if words[0] != "undo":
            return
        need(len(words) == 2 and re.fullmatch("0|[1-9][0-9]*", words[1]) and
             int(words[1]) < seq, "is an undo to no earlier commit")
        target, last = commits[int(words[1])], commits[seq - 1]
        need("state.json" in target.entries, "is an undo to before the start")
        then, was = target.json("state.json"), last.json("state.json")
        need(then["decision"]["kind"] != "reaction", "is an undo into a round")
        number = was["decision"]["number"] + 1
        need(c.json("state.json") == dict(
            then, draws=was["draws"],
            decision=dict(then["decision"], number=number)),
            "is an undo, and its position is another one")
        for agent in self.hidden.get("agents", {}).values():
            need(set(agent) <= {"when"}, "is an undo, and something waits")
        if "Seat" in c.trailer:
            self.done["undos"] += 1
            self.own(c, commits, seq, int(words[1]), then, was)
        else:
            need(c.trailer["Input"].startswith("operator "),
                 "is an undo of nobody's")

    # By mail, of a seat that a player has.
    def by_mail(self, c):
        seat = c.trailer.get("Seat")
        return (c.author.group(2) == seat and seat in self.game["seats"] and
                seat not in self.game.get("bots", {}) and
                MAIL.fullmatch(c.trailer["Input"]))

    def own(self, c, commits, seq, number, then, was):
        seat, asked = c.trailer["Seat"], was.get("asked")
        need(self.by_mail(c), "is an undo by no mail of a seat's")
        before = self.parent_hidden.get("agents", {})
        for s in self.game["seats"]:
            need(before.get(s, {}).get("when") ==
                 self.hidden.get("agents", {}).get(s, {}).get("when"),
                 "is the undo of", seat, "and touches the declarations of", s)
        agreed = (asked is not None and asked["seq"] == number and
                  seat in asked["seats"] and
                  asked.get("agreed") == asked["seats"])
        whose = asked["by"] if agreed else seat
        alone = self.way(commits, seq, number, then, was, whose)
        need(agreed or alone and was["decision"]["kind"] != "reaction" and
             set(was["decision"]["seats"]) <= {seat}, "is an undo of", seat,
             "and others had part in it")

    # Back to an earlier position of the turn: is all on the way the seat's?
    def way(self, commits, seq, number, then, was, seat):
        need(then["decision"]["kind"] == "turn" and
             then["turn"] == was["turn"] and
             then["decision"]["seats"] == [seat],
             "is no undo to a position of the turn of", seat)
        need(then["draws"] == was["draws"], "is an undo of draws")
        need([d["left"] for d in then["decks"]] ==
             [d["left"] for d in was["decks"]],
             "is an undo of cards that were drawn")
        at, alone = seq - 1, True
        while at > number:
            step = commits[at]
            command = step.trailer.get("Command", "look").split(" ")
            need(command[0] not in ("repair", "cancel", "start") and
                 (command[0] != "undo" or "Seat" in step.trailer),
                 "takes back", *command)
            if command[0] == "undo":
                at = int(command[1])
                continue
            if command[0] not in ("look", "clock") + WORDS:
                alone = alone and (step.trailer.get("Seat") == seat and
                                   (step.trailer["Input"] == "declaration" or
                                    MAIL.fullmatch(step.trailer["Input"])))
            at -= 1
        need(at == number, "is an undo to what was undone")
        return alone

    # What a player asks to take back, and what the others say to it, changes
    # nothing but that; and what all see ends the question.
    def asks(self, c, commits, seq):
        words = c.trailer.get("Command", "look").split(" ")
        state = c.json("state.json")
        if words[0] not in WORDS:
            need("asked" not in state or words[0] in ("look", "clock"),
                 "goes on, and something is asked")
            return
        need(len(words) == 2 and re.fullmatch("[1-9][0-9]*", words[1]) and
             int(words[1]) < seq, "is about no earlier commit")
        number, seat = int(words[1]), c.trailer.get("Seat")
        was = commits[seq - 1].json("state.json")
        old, asked = was.pop("asked", None), state.pop("asked", None)
        need(state == was, "is a word, and the position is another one")
        need(seat is None or self.by_mail(c), "is a word of nobody's")
        if words[0] == "ask-undo":
            self.done["questions"] += 1
            alive = [s["colour"] for s in state["seats"]
                     if s.get("alive", True) and s["colour"] != seat and
                     s["colour"] not in self.game.get("bots", {})]
            need(old is None and seat is not None and alive and asked ==
                 {"by": seat, "seats": alive, "seq": number},
                 "asks what cannot be asked")
            self.way(commits, seq, number, commits[number].json("state.json"),
                     was, seat)
            return
        need(old is not None and old["seq"] == number,
             "answers what nobody asked")
        if words[0] == "refuse-undo":
            need(asked is None and
                 (seat in old["seats"] + [old["by"]] or seat is None and
                  c.author.group(2) == "judge" and
                  c.trailer["Input"].startswith("timer ")),
                 "is a refusal of nobody's")
            return
        agreed = old.get("agreed", [])
        need(seat in old["seats"] and seat not in agreed and asked == dict(
            old, agreed=[s for s in old["seats"] if s in agreed + [seat]]),
            "agrees to what it is not asked")

    # ---- dice ---------------------------------------------------------------

    # A die of so many faces (0-based), and the number of the next draw.
    def die(self, n, faces):
        limit = (1 << 64) - (1 << 64) % faces
        while True:
            x = int.from_bytes(mac(self.dice_key, be64(n))[:8], "big")
            n += 1
            if x < limit:
                return x % faces, n

    def shuffle(self, things, n):
        things = list(things)
        for i in range(len(things) - 1, 0, -1):
            k, n = self.die(n, i + 1)
            things[i], things[k] = things[k], things[i]
        return things, n

    def dice(self, c):
        state = c.json("state.json")
        first, self.draws = self.draws, state["draws"]
        used = c.trailer.get("Draws", "")
        made = ("" if self.draws == first else
                str(first) if self.draws == first + 1 else
                "%d-%d" % (first, self.draws - 1))
        need(used == made, "Draws is", used or "nothing", "and should be",
             made or "nothing")
        if used:
            # a report is longer by what the commit did, or a new one
            for line in c.file("report.txt").decode().split("\n"):
                m = re.search(r"(.*) \(draws? (\d+)(?: to (\d+))?\)\.?$", line)
                if m and first <= int(m.group(2)) < self.draws:
                    self.result(c, state, m.group(1).strip(), int(m.group(2)),
                                int(m.group(3) or m.group(2)) + 1)
        if first == 0:
            need({"first", "sectors", "turn"} <= self.told,
                 "does not tell how the start was drawn")
        if first == 0 and state.get("decks") and state["turn"] > 0:
            need("deck" in self.told, "does not tell how the deck was shuffled")

    # One line that names its draws, `first` up to but without `end`.
    def result(self, c, state, text, first, end):
        seats, sectors = self.game["seats"], state["board"]["sectors"]
        m = re.search(r"\b(\w+) moves first$", text)
        if m:
            value, next_draw = self.die(first, len(seats))
            self.compare("first", text, m.group(1).lower(), seats[value])
        elif text.endswith("sectors are shuffled"):
            order, next_draw = self.shuffle(seats, first)
            self.compare("sectors", text, [s["home"] for s in sectors], order)
        elif text.startswith("The sector "):
            name = re.match("The sector ([^ ]+) lies", text).group(1)
            turned = re.search(r"turned by (\d+) degrees$", text)
            shown = int(turned.group(1)) // 90 if turned else 0
            value, next_draw = self.die(first, 4)
            self.compare("turn", text, shown, value)
            self.compare("turn", text, [s["turns"] for s in sectors
                                        if s["sector"] == name], [value])
        elif re.search(r"rolls \d+ of \d+$", text):
            shown, faces = map(int, re.search(r"(\d+) of (\d+)$",
                                              text).groups())
            value, next_draw = self.die(first, faces)
            self.compare("roll", text, shown, value + 1)
        elif re.match("The deck (of .*)?has ", text):
            next_draw = self.deck(text, first, end, self.group(text, state))
        elif re.match("The discard pile (of .*)?becomes a new deck of ", text):
            next_draw = self.new_deck(text, first, end, self.group(text, state))
        else:
            raise Wrong("names draws for what I do not know:", text)
        need(next_draw == end, text, "took the draws up to", end - 1,
             "and should have taken those up to", next_draw - 1)

    def compare(self, kind, text, shown, drawn):
        need(shown == drawn, text, "- but the dice say", drawn)
        self.told.add(kind)
        self.done["dice"] += 1

    # Which deck a line is about, and who draws from it: of two decks every other
    # seat, from the first in the order of turns on.
    def group(self, text, state):
        seats = self.game["seats"]
        named = re.match(r"The (?:deck|discard pile) of (\w+)", text)
        if not named:
            return 0, seats
        begins = seats.index(state["first"])
        deck_of = {s: (i - begins) % len(seats) % 2
                   for i, s in enumerate(seats)}
        number = deck_of[named.group(1).lower()]
        return number, [s for s in seats if deck_of[s] == number]

    # The cards in order of their numbers are shuffled, by the last of the
    # draws (those before choose schools), and dealt from the end, seat by seat.
    def deck(self, text, first, end, group):
        game = self.hidden["game"]
        deck = game["decks"][group[0]]
        hands = [hand_of(game, s) for s in group[1]]
        cards = sorted(deck + [card for hand in hands for card in hand])
        need(int(re.search(r"(\d+) cards", text).group(1)) == len(cards),
             text, "- but the box has", len(cards))
        order, next_draw = self.shuffle(cards, end - (len(cards) - 1))
        self.compare("deck", text, deck, order[:len(deck)])
        for hand in hands:
            dealt = [order.pop() for _ in hand]
            self.compare("deck", text, sorted(hand), sorted(dealt))
        return next_draw

    # The same in the middle of the game; not where cards of the new deck are
    # no longer in it, nor in the hand that drew them.
    def new_deck(self, text, first, end, group):
        def held(hidden):
            game = hidden.get("game", {})
            return {card for seat in group[1] for card in hand_of(game, seat)}

        def deck(hidden):
            decks = hidden.get("game", {}).get("decks") or []
            return decks[group[0]] if group[0] < len(decks) else []

        drawn = held(self.hidden) - held(self.parent_hidden) - set(
            deck(self.parent_hidden))
        cards = sorted(set(deck(self.hidden)) | drawn)
        if int(re.search(r"(\d+) cards?$", text).group(1)) != len(cards):
            return end
        order, next_draw = self.shuffle(cards, first)
        left = len(deck(self.hidden))
        self.compare("deck", text, deck(self.hidden), order[:left])
        self.compare("deck", text, sorted(drawn), sorted(order[left:]))
        return next_draw

    # ---- signatures ---------------------------------------------------------

    # Commit n by the file of commit n-1, as git itself does it.
    def signatures(self, commits):
        self.at = None
        groups = {}
        for parent, c in zip([commits[0]] + commits, commits):
            signers = parent.file("allowed_signers")
            groups.setdefault(signers, []).append(c.id)
        for signers, names in groups.items():
            with tempfile.NamedTemporaryFile() as file:
                file.write(signers)
                file.flush()
                for at in range(0, len(names), BATCH):
                    self.verify(file.name, names[at:at + BATCH])

    def verify(self, signers, names):
        words = ("-c", "gpg.ssh.allowedSignersFile=" + signers,
                 "verify-commit", "--raw")
        status, said = self.git.run(*words, *names)
        good = said.count('Good "git" signature for judge@%s.invalid with '
                          "ED25519 key" % self.gid)
        if status == 0 and good == len(names):
            self.done["signatures"] += good
            return
        for name in names:  # which one?
            status, said = self.git.run(*words, name)
            need(status == 0, "commit", name + ":", "git verify-commit:",
                 (said.strip() or "no good signature").split("\n")[-1])
        raise Wrong("signatures are good, but not the judge's")


# ---- vectors ----------------------------------------------------------------

TEXTS = (  # what is sealed, and to how many bytes it is filled up
    ('{"epochs":{"blue":0,"red":0}}', 1024),
    ('{"agents":{"blue":{"answer":"7 answer full-shield#1 0","when":3}},'
     '"command":"blue 7 answer full-shield#1 0","epochs":{"blue":1,"red":0},'
     '"game":{"decks":[[7,8,9]],"hands":{"blue":[[1,3],4],"red":[2]}}}', 4096),
    ('{"command":"red when\\nwhen attacked: pass\\nwhen asked: ask",'
     '"epochs":{"blue":0,"red":0}}', 2048),
)


# Equal calls print equal lines: nothing is drawn.
def vectors():
    secret = sha256(b"a secret for vectors")
    gid, luck = "vector-abcdefgh", ["", "%064x" % 7]
    keys = keys_of(secret, luck, gid.encode())
    gcm, boxes, sizes = Gcm(keys["seal"]), [], []
    for seq, (text, size) in enumerate(TEXTS, 2):
        parent = sha256(b"parent %d" % seq).hex()[:40]
        state = '{\n "turn": %d\n}\n' % seq
        plain = text.encode().ljust(size)
        nonce = mac(keys["nonce"], be64(seq) + plain)[:12]
        box = gcm.seal(nonce, plain, gid.encode() + be64(seq))
        mail = ("<%d@players.example>" % seq, "pass\n" * seq)
        tags = [input_tag(keys["input"], n, *(m.encode() for m in mail))
                for n in (None, seq)]
        boxes.append({
            "seq": seq, "parent": parent, "state_json": state, "text": text,
            "size": size, "nonce": nonce.hex(), "box": sha256(box).hex(),
            "state": state_tag(keys["mac"], seq, parent.encode(),
                               state.encode(), plain),
            "message_id": mail[0], "mail": mail[1], "input": tags[0],
            "sealed_input": tags[1]})
    for i in range(120):
        bits = int.from_bytes(sha256(b"size %d" % i)[:16], "big")
        facts = {}
        for name, most in (("seats", 6), ("cards", 300), ("numbers", 1200),
                           ("hands", 60), ("hidden", 12), ("rounds", 4),
                           ("aside", 30), ("watched", 2), ("says", 2)):
            bits, facts[name] = divmod(bits, most)
        facts["seats"] += 1
        facts["numbers"] = max(facts["numbers"], facts["cards"])
        sizes.append([*facts.values(), box_size(**facts)])
    whole = json.dumps({
        "about": "made by tests/tools/audit.py --vectors; sizes: the arguments "
                 "of its box_size, then the size", "secret": secret.hex(),
        "gid": gid, "luck": luck, "boxes": boxes, "sizes": []}, indent=1)
    lines = ",\n  ".join(json.dumps(size) for size in sizes)
    print(whole[:-len("[]\n}")] + "[\n  " + lines + "\n ]\n}")


def main():
    if not sys.argv[1:] or sys.argv[2:] not in ([], ["signed-last"]):
        print(__doc__.split("\n")[0], file=sys.stderr)
        return 2
    if sys.argv[1] == "--vectors":
        vectors()
        return 0
    audit = Audit(sys.argv[1])
    try:
        done = audit.run(sys.argv[2:] != [])
    except (Wrong, KeyError, ValueError, TypeError, AttributeError,
            IndexError) as e:
        where = "commit %s: " % audit.at.id if audit.at else ""
        kind = "" if isinstance(e, Wrong) else type(e).__name__ + ": "
        print("%s%s%s" % (where, kind, e))
        return 1
    print(", ".join("%d %s" % (n, what) for what, n in done.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
