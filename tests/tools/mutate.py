#!/usr/bin/env python3
"""mutate.py SPELLPOST [CARD...]: do the scenarios notice a card that is wrong?

Makes mutants of every card in cards/ready.txt, or of the named ones: its data
with one small change. A number is one more or less, a comparison turned round,
a flag flipped, a word replaced by another one of its table, an operation or a
key left out. Each mutant is judged by `spellpost ruleset check` on a copy of
the ruleset. The loader refuses it, or a scenario kills it, or it survives; then
either a scenario is missing, or the mutant is the same card in other words.

  --ruleset DIR    games/wizwar8 if left out
  --accepted FILE  survivors that are no fault (mutants.txt beside this file)
  --since COMMIT   only cards that differ from that commit, or that had a
                   scenario or an accepted survivor then that is another now
  --most N         judge at most N mutants, always the same ones

The texts of a card and how many copies there are of it are left alone. Exit
status: 0 if no mutant survives but those of FILE, 1 if one does or FILE lists
one that does not, 2 if nothing can be said.

FILE has one mutant in a line, as it is told here, below a comment that says why
nobody can notice it; an empty line ends what the comment is about.
"""

import argparse
import concurrent.futures
import copy
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PATIENCE = 60  # seconds for one mutant: it hangs


class Fault(Exception):
    pass


# ---- the words of card files, as lib/card has them ----------------------------


def tables():
    text = ""
    for name in ("vocabulary.h", "card.h"):
        with open(os.path.join(ROOT, "lib/card", name), encoding="utf-8") as f:
            text += f.read()
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    found = {}
    for name, body in re.findall(
            r"#define (SP_\w+)\(X\)((?:.*\\\n)*.*)\n", text):
        body = re.sub(r'"\s*\\?\s*"', "", body.replace("\\\n", " "))
        found[name] = [[a.strip().strip('"') for a in row.split(",", 3)]
                       for row in re.findall(r"X\(((?:[^()]|\([^()]*\))*)\)",
                                             body)]
    return found


TABLES = tables()


def words(table):
    return [row[1] for row in TABLES[table]]


# The table of a key's words: of a card's parts, and of operations.
PLAY = {"as": "SP_PLAY_TYPES", "from": "SP_SOURCES", "when": "SP_WHENS",
        "points": "SP_POINTS", "class": "SP_CLASSES", "range": "SP_RANGES",
        "lasts": "SP_DURATIONS", "modifies": "SP_MODIFIES",
        "flags": "SP_PLAY_FLAGS", "costs": "SP_COSTS"}
SLOT = {"asks": "SP_ASKS", "range": "SP_RANGES"}
OP = {"kind": "SP_DAMAGE_KINDS", "element": "SP_ELEMENTS",
      "flags": "SP_DAMAGE_FLAGS"}
WHILE = {"who": "SP_SUBJECTS", "stat": "SP_STATS"}
ON = {"event": "SP_CARD_EVENTS"}
OBJECT = {"weak": "SP_ELEMENTS"}
FIXED = {"at": ["square", "edge"], "edge": ["wall", "door", "open"]}
# Keys whose text is free: what players read and type, and names of slots.
FREE = {"id", "name", "text", "source", "words", "copies"}
# Keys that may be left out, and then mean what no other mutant has.
DROPPED = {"within", "tokens", "life", "fuel", "words", "repeat", "min", "max",
           "default", "cracks", "edge", "else", "element", "real", "by",
           "corners", "subject"}
# Operations that can stand in the place of each other, by their arguments.
SHAPES = {}
for _row in TABLES["SP_OPS"]:
    _args = _row[3].split('"')[0].strip().rstrip(",")
    SHAPES[_row[1]] = frozenset(
        a.split(":")[0] for a in _args.split() if not a.endswith("?"))


SHORT = 7  # a table that is tried whole
SAMPLE = 4  # words of a longer one that one word is replaced by


def rank(text):
    """An order that looks random and is always the same."""
    return hashlib.sha256(text.encode()).digest()


def some(table, old, where):
    others = [word for word in dict.fromkeys(table) if word != old]
    if len(others) <= SHORT:
        return others
    chosen = sorted(others, key=lambda w: rank(where + " " + w))[:SAMPLE]
    return [word for word in others if word in chosen]


# ---- expressions --------------------------------------------------------------

TOKEN = re.compile(r"\s*(?:(\d+)|([a-z][a-z0-9_.]*(?:-[a-z][a-z0-9_]*)*)"
                   r"|(==|!=|<=|>=|[<>()+\-*/,]))")
COMPARISONS = {"==": ["!="], "!=": ["=="], "<": ["<=", ">="],
               "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"]}
REFERENCES = ["me", "it", "this", "here", "who", "by", "what", "origin",
              "target", "none"]
NUMBERS = ["energy", "amount", "done", "moves"]


class Expression:
    """What can be changed in one text of the language of conditions."""

    def __init__(self, text, names, word_list):
        self.text, self.names, self.word_list = text, names, word_list
        self.tokens = []
        self.at = 0
        self.made = []
        end = 0
        while end < len(text.rstrip()):
            found = TOKEN.match(text, end)
            if found is None:
                raise Fault("cannot read the expression %r" % text)
            start = found.start(found.lastindex)
            end = found.end()
            self.tokens.append((found.group(found.lastindex), start, end))
        span, kind = self.either()
        if self.at != len(self.tokens):
            raise Fault("cannot read the expression %r" % text)
        if kind == "bool":
            self.put(span, "true")
            self.put(span, "false")

    def put(self, span, new):
        """What stands there becomes something else."""
        old = self.text
        self.made.append((span[0] + 1, old[span[0]:span[1]], new,
                          old[:span[0]] + new + old[span[1]:]))

    def put_some(self, token, others):
        for other in some(others, token[0], "%s:%d" % (self.text, token[1])):
            self.put(token[1:], other)

    def peek(self):
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def chain(self, below, joins, neutral, swapped):
        start = self.at
        span, kind = below()
        parts = [span]
        while self.peek() in joins:
            token = self.take()
            self.put(token[1:], swapped[token[0]])
            parts.append(below()[0])
            if neutral:
                kind = "bool"
        if len(parts) > 1:
            for part in parts:
                if neutral:
                    self.put(part, neutral)
            if not neutral:
                self.put((parts[0][0], parts[-1][1]),
                         self.text[parts[0][0]:parts[0][1]])
                self.put((parts[0][0], parts[-1][1]),
                         self.text[parts[-1][0]:parts[-1][1]])
        return (self.tokens[start][1], self.tokens[self.at - 1][2]), kind

    def either(self):
        return self.chain(self.both, ("or",), "false", {"or": "and"})

    def both(self):
        return self.chain(self.negated, ("and",), "true", {"and": "or"})

    def negated(self):
        if self.peek() == "not":
            token = self.take()
            span, _ = self.negated()
            self.put((token[1], span[1]), self.text[span[0]:span[1]])
            return (token[1], span[1]), "bool"
        start = self.at
        span, kind = self.sum()
        if self.peek() in COMPARISONS:
            token = self.take()
            for other in COMPARISONS[token[0]]:
                self.put(token[1:], other)
            self.sum()
            kind = "bool"
        return (self.tokens[start][1], self.tokens[self.at - 1][2]), kind

    def sum(self):
        return self.chain(self.product, ("+", "-"), None,
                          {"+": "-", "-": "+"})

    def product(self):
        return self.chain(self.single, ("*", "/"), None, {"*": "/", "/": "*"})

    def single(self):
        token = self.take()
        span, kind = token[1:], ""
        if token[0] == "-":
            self.single()
        elif token[0] == "(":
            kind = self.either()[1]
            self.take()
        elif token[0].isdigit():
            for other in (int(token[0]) - 1, int(token[0]) + 1):
                self.put(span, str(other))
        elif self.peek() == "(":
            kind = self.call(token)
        else:
            for others in (self.names, NUMBERS):
                if token[0] in others:
                    self.put_some(token, others)
        return (token[1], self.tokens[self.at - 1][2]), kind

    def call(self, name):
        rows = TABLES["SP_FUNCTIONS"] + TABLES["SP_SETS"]
        row = next((r for r in rows if r[1] == name[0]), None)
        if row is None:
            raise Fault("no function %s" % name[0])
        for other in rows:
            if other[2:] == row[2:] and other[1] != row[1]:
                self.put(name[1:], other[1])
        signature = row[3].split()
        self.take()
        for i in range(len(signature)):
            if self.peek() == ")":
                break
            if signature[i].startswith("word"):
                token = self.take()
                self.put_some(token, words("SP_STATS")
                              if name[0] == "stat" else self.word_list)
            else:
                self.either()
            if self.peek() == ",":
                self.take()
        self.take()
        return "bool" if row[2] == "BOOL" else ""


# ---- mutants of a card --------------------------------------------------------


class Mutants:
    """All mutants of one card: what is told of each, and the card."""

    def __init__(self, card, traits):
        self.card, self.traits = card, traits
        self.made = {}
        # names of slots, and those that operations make
        named = re.findall(r'"(as|name)": "([a-z_]+)"', json.dumps(card))
        self.own = [n for k, n in named
                    if k == "name" or n not in words("SP_PLAY_TYPES")]
        self.card_words = list(dict.fromkeys(
            traits + words("SP_IS_WORDS") + words("SP_PLAY_TYPES")))
        for key in card:
            if key not in FREE:
                self.value([key], card[key], "card")
            if key in ("energy", "item", "object"):
                self.drop([key], card[key])

    def put(self, path, told, change, column=None):
        new = copy.deepcopy(self.card)
        at = new
        for step in path[:-1]:
            at = at[step]
        change(at, path[-1])
        where = "".join("[%d]" % s if isinstance(s, int) else "." + s
                        for s in path)[1:]
        if column is not None:
            where += ":%d" % column
        line = "%s %s: %s" % (self.card["id"], where, told)
        if new != self.card and line not in self.made:
            self.made[line] = new

    def set(self, path, old, new):
        def change(at, key):
            at[key] = new
        self.put(path, "%s -> %s" % (brief(old), brief(new)), change)

    def drop(self, path, old):
        def change(at, key):
            del at[key]
        self.put(path, "%s -> nothing" % brief(old), change)

    def one_of(self, path, old, table):
        for word in some(table, old, str(path)):
            self.set(path, old, word)

    def value(self, path, old, part):
        """The value at a path; part: of what kind of object it is a key."""
        key = path[-1]
        if isinstance(old, bool):
            self.set(path, old, not old)
        elif isinstance(old, int):
            self.set(path, old, old - 1)
            self.set(path, old, old + 1)
        elif isinstance(old, list):
            self.several(path, old, part)
        elif isinstance(old, dict):
            self.object(path, old, key)
        elif part == "slot" and key == "of":
            for letter in "owcse":
                self.set(path, old, old.replace(letter, "")
                         if letter in old else old + letter)
        else:
            table = self.table(path, part)
            if table is not None:
                self.one_of(path, old, table)
            elif not self.is_name(path, part):
                self.text(path, old)

    def table(self, path, part):
        key = path[-1]
        known = {"play": PLAY, "slot": SLOT, "op": OP, "while": WHILE,
                 "on": ON, "object": OBJECT}.get(part, {})
        if key in known:
            return words(known[key])
        if part == "object" and key in FIXED:
            return FIXED[key]
        return None

    def is_name(self, path, part):
        key = path[-1]
        return part == "op" and (key == "as" or key == "op")

    def text(self, path, old):
        found = Expression(old, REFERENCES + self.own, self.card_words)
        for column, was, new, text in found.made:
            def change(at, key, text=text):
                at[key] = text
            self.put(path, "%s -> %s" % (was, new), change, column)

    def several(self, path, old, part):
        key = path[-1]
        table = self.table(path, part)
        for i, each in enumerate(old):
            self.drop(path + [i], each)
            if table is not None:
                self.one_of(path + [i], each,
                            [w for w in table if w not in old])
            elif isinstance(each, dict):
                self.object(path + [i], each, {
                    "plays": "play", "slots": "slot", "while": "while",
                    "on": "on"}.get(key, "op"))

    def object(self, path, old, part):
        for key in old:
            if key in FREE:
                continue
            self.value(path + [key], old[key], part)
            # others have to be there, or a mutant is like that already
            if key in DROPPED:
                self.drop(path + [key], old[key])
        if part == "op":
            self.operation(path, old)

    def operation(self, path, old):
        for word, shape in SHAPES.items():
            if shape == SHAPES[old["op"]] and shape:
                self.one_of(path + ["op"], old["op"], [word])


def brief(value):
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return str(value.get("op") or value.get("name") or value.get("event")
                   or value.get("stat") or value.get("id") or value.get("at")
                   or "play")
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return " ".join(brief(v) for v in value)
    return json.dumps(value)


# ---- the ruleset --------------------------------------------------------------


def load(text, name):
    try:
        return json.loads(text)
    except ValueError as e:
        raise Fault("%s: %s" % (name, e)) from e


class Ruleset:
    """Cards by id as a folder has them, or as a commit has it."""

    def __init__(self, read, names):
        self.file, self.card = {}, {}
        traits = load(read("traits.json"), "traits.json")["traits"]
        self.trait = {t["id"]: t for t in traits}
        for name in names:
            if name.startswith("cards/") and name.endswith(".json"):
                for card in load(read(name), name)["cards"]:
                    if "id" in card:
                        self.card[card["id"]] = card
                        self.file[card["id"]] = name
        self.ready = [line.split("#")[0].strip()
                      for line in read("cards/ready.txt").splitlines()]
        self.ready = [c for c in self.ready if c]

    def whole(self, card):
        """A card with all that it has from its traits."""
        traits = self.card[card].get("traits", [])
        return self.card[card], [self.trait.get(t) for t in traits]


def of_folder(folder):
    def read(name):
        with open(os.path.join(folder, name), encoding="utf-8") as f:
            return f.read()
    names = ["cards/" + n for n in sorted(os.listdir(folder + "/cards"))]
    return Ruleset(read, names)


def git(folder, *arguments):
    done = subprocess.run(("git", "-C", folder) + arguments, text=True,
                          capture_output=True, check=False)
    if done.returncode != 0:
        raise Fault("git %s: %s" % (" ".join(arguments), done.stderr.strip()))
    return done.stdout


def differing(folder, commit, accepted, now):
    """Ready cards whose mutants may fare otherwise than they did then."""
    commit = git(folder, "rev-parse", "--verify", "--quiet",
                 commit + "^{commit}").strip()

    def read(name):
        return git(folder, "show", "%s:./%s" % (commit, name))
    then = Ruleset(read, git(folder, "ls-tree", "-r", "--name-only", commit,
                             "cards").splitlines())
    found = {c for c in now.ready if c not in then.ready or
             now.whole(c) != then.whole(c)}
    for name in git(folder, "diff", "--name-only", "--diff-filter=MD",
                    "--relative", commit, "--", "scenarios").splitlines():
        found |= set(re.findall(r"[a-z0-9-]+", read(name)))
    for line in git(os.path.dirname(accepted), "diff", "-U0", commit, "--",
                    os.path.basename(accepted)).splitlines():
        if line.startswith("-"):
            found.add(line[1:].split(" ")[0])
    return [c for c in now.ready if c in found]


# ---- judging ------------------------------------------------------------------


class Judge:
    """Plays the scenarios with one card replaced, in a folder for each thread."""

    def __init__(self, program, folder, ruleset, scratch):
        self.program, self.folder = os.path.abspath(program), folder
        self.ruleset, self.scratch = ruleset, scratch
        self.own = threading.local()

    def check(self, copied):
        done = subprocess.run((self.program, "ruleset", "check", copied),
                              text=True, capture_output=True, check=False,
                              timeout=PATIENCE)
        if done.returncode not in (0, 1):
            return "crash", "exit status %d: %s" % (
                done.returncode, done.stderr.strip())
        if done.returncode == 0:
            return "survived", ""
        said = done.stdout + done.stderr
        return ("killed" if "/scenarios/" in said else "refused"), said

    def place(self):
        if not hasattr(self.own, "folder"):
            self.own.folder = tempfile.mkdtemp(dir=self.scratch)
            shutil.copytree(self.folder, self.own.folder, dirs_exist_ok=True)
        return self.own.folder

    def __call__(self, card, mutant):
        name = self.ruleset.file[card]
        path = os.path.join(self.place(), name)
        with open(path, encoding="utf-8") as f:
            before = f.read()
        school = json.loads(before)
        school["cards"] = [mutant if c.get("id") == card else c
                           for c in school["cards"]]
        with open(path, "w", encoding="utf-8") as f:
            json.dump(school, f)
        try:
            return self.check(self.own.folder)
        except subprocess.TimeoutExpired:
            return "crash", "no answer for %d seconds" % PATIENCE
        finally:
            with open(path, "w", encoding="utf-8") as f:
                f.write(before)


def read_accepted(path):
    """Mutants that may survive; those without a reason are told."""
    listed, faults, reason = [], [], False
    with open(path, encoding="utf-8") as f:
        for line in f.read().splitlines():
            if not line.strip():
                reason = False
            elif line.startswith("#"):
                reason = True
            else:
                listed.append(line)
                if not reason:
                    faults.append("no reason is given: %s" % line)
    return listed, faults


def run(options):
    folder = os.path.abspath(options.ruleset)
    ruleset = of_folder(folder)
    listed, faults = read_accepted(options.accepted)
    cards = ruleset.ready
    if options.since:
        cards = differing(folder, options.since,
                          os.path.abspath(options.accepted), ruleset)
    for card in options.card:
        if card not in ruleset.ready:
            raise Fault("%s is not in cards/ready.txt" % card)
    if options.card:
        cards = [c for c in cards if c in options.card]

    made = {c: Mutants(ruleset.card[c], list(ruleset.trait)).made
            for c in cards}
    every = [(c, line) for c in cards for line in made[c]]
    chosen = every
    if options.most is not None and len(every) > options.most:
        kept = set(sorted(every, key=lambda m: rank(m[1]))[:options.most])
        chosen = [m for m in every if m in kept]

    with tempfile.TemporaryDirectory() as scratch:
        judge = Judge(options.program, folder, ruleset, scratch)
        verdict, said = judge.check(folder)
        if verdict != "survived":
            raise Fault("the ruleset itself is refused:\n%s" % said)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            verdicts = list(pool.map(lambda m: judge(m[0], made[m[0]][m[1]]),
                                     chosen))
    return tell(cards, made, chosen, verdicts, listed, faults, ruleset)


def tell(cards, made, chosen, verdicts, listed, faults, ruleset):
    total = {"refused": 0, "killed": 0, "survived": 0, "crash": 0}
    known = 0
    for card in cards:
        count = dict.fromkeys(total, 0)
        for (of, line), (verdict, said) in zip(chosen, verdicts):
            if of != card:
                continue
            count[verdict] += 1
            if verdict == "crash":
                faults.append("%s: %s" % (line, said))
            elif verdict == "survived" and line in listed:
                known += 1
            elif verdict == "survived":
                faults.append("survives: %s" % line)
            elif line in listed:
                faults.append("is listed, but does not survive: %s" % line)
        for verdict, n in count.items():
            total[verdict] += n
        print("%-20s %4d refused %4d killed %4d survive" % (
            card, count["refused"], count["killed"], count["survived"]))
    for line in listed:
        card = line.split(" ")[0]
        if card in made and line not in made[card] or \
                card not in ruleset.card:
            faults.append("is listed, but there is no such mutant: %s" % line)
    for fault in faults:
        print(fault)
    played = total["killed"] + total["survived"] + total["crash"]
    left = sum(len(m) for m in made.values()) - len(chosen)
    print("mutants of %d card%s: %d refused, %d of %d others killed, "
          "%d accepted: %.1f %% of %d%s" % (
              len(cards), "" if len(cards) == 1 else "s",
              total["refused"], total["killed"], played, known,
              100.0 * total["killed"] / (played - known)
              if played > known else 100.0, played - known,
              ", %d not tried" % left if left else ""))
    return 1 if faults else 0


def main():
    parser = argparse.ArgumentParser(
        usage=__doc__.split(":")[0] + " (see the file's head)")
    parser.add_argument("program")
    parser.add_argument("card", nargs="*")
    parser.add_argument("--ruleset", default=os.path.join(ROOT,
                                                          "games/wizwar8"))
    parser.add_argument("--accepted", default=os.path.join(HERE,
                                                           "mutants.txt"))
    parser.add_argument("--since")
    parser.add_argument("--most", type=int)
    try:
        return run(parser.parse_args())
    except (Fault, OSError) as e:
        print("mutate.py: %s" % e, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
