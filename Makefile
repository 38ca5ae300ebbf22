# spellpost. Needs GNU make. Targets: all run check check-long check-e2e
# check-replay record-replay check-same check-portable check-headers check-layers
# check-format check-scripts check-busy check-plays mutate-cards mutate-changed cppcheck cppcheck-all
# tidy asan fuzz coverage update-golden bench bench-idle ci deps compile install
# uninstall clean.
#
#   make BUILD=dir     where everything that is made goes (default: build)
#   make V=1           show the commands
#   make WERROR=1      warnings are errors
#   make LTO=1 BUILD=build-bench
#                      the rules optimized as a whole: a twelfth faster, and the
#                      link that all programs share takes a quarter of a minute
#   make SAN=address,undefined BUILD=build-asan check
#
# CFLAGS, CPPFLAGS, LDFLAGS and LDLIBS of the user come after our own.

BUILD     ?= build
PREFIX    ?= /usr/local
DESTDIR   ?=
CC        ?= cc
AR        ?= ar
PKGCONFIG ?= pkg-config
CFLAGS    ?= $(if $(LTO),-O3,-O2) -g
Q         := $(if $(V),,@)
# Not a program's work, which for each file costs much on some machines.
say        = $(if $(V),,$(info $()  $(1)	$(2)))

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: FORCE
.DEFAULT_GOAL := all
FORCE:

# ---- libraries ----------------------------------------------------------------

PKGS      := jansson libcurl libgit2 libcrypto sqlite3 libconfuse zlib libedit
MIME_PKGS := gmime-3.0 libxml-2.0 libseccomp
TEST_PKGS := cunit
ALL_PKGS  := $(PKGS) $(MIME_PKGS) $(TEST_PKGS)

isystem = $(patsubst -I%,-isystem %,$(1))
pkg     = $(shell $(PKGCONFIG) $(1) 2>/dev/null)

ABSENT      := $(shell for p in $(ALL_PKGS); do \
	$(PKGCONFIG) --exists $$p 2>/dev/null || echo $$p; done)
PRESENT     := $(filter-out $(ABSENT),$(ALL_PKGS))
DEP_CFLAGS  := $(if $(PRESENT),$(call isystem,$(call pkg,--cflags $(PRESENT))))
# libcurl is loaded when a mail server is first talked to, libedit when somebody
# types: lib/mail/curl_late.c, daemon/lines.c
DEP_LIBS    := $(call pkg,--libs $(filter-out libcurl libedit,$(PKGS))) -ldl -lm
MIME_LIBS   := $(call pkg,--libs $(MIME_PKGS))
TEST_LIBS   := $(call pkg,--libs $(TEST_PKGS))
# The tests need CUnit, the programs do not.
ABSENT_LIBS := $(filter-out $(TEST_PKGS),$(ABSENT))

# Order-only for every object: says what to do in place of a compiler's error.
.PHONY: have-libs have-test-libs
have-libs:
ifneq ($(ABSENT_LIBS),)
	@echo "not found by $(PKGCONFIG): $(ABSENT_LIBS)" >&2
	@echo "run \`make deps\` to install what is missing" >&2
	@exit 1
endif

have-test-libs: have-libs
ifneq ($(filter $(TEST_PKGS),$(ABSENT)),)
	@echo "not found by $(PKGCONFIG): $(filter $(TEST_PKGS),$(ABSENT))" >&2
	@echo "run \`make check\` or \`sh tests/tools/deps.sh check\`" >&2
	@exit 1
endif

# ---- flags --------------------------------------------------------------------

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
	-Wmissing-prototypes -Wold-style-definition -Wwrite-strings \
	-Wpointer-arith -Wcast-qual -Wformat=2 -Wundef -Wvla \
	-Wnull-dereference -Wconversion -Wsign-conversion
SP_CPPFLAGS := -I lib -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 \
	$(DEP_CFLAGS)
SP_CFLAGS   := -std=c11 $(WARNINGS) -fno-common -fPIE -fstack-protector-strong
SP_LDFLAGS  := -pie -Wl,-z,relro,-z,now

ifneq ($(WERROR),)
SP_CFLAGS += -Werror
endif
ifneq ($(SAN),)
SP_CFLAGS  += -fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer
SP_LDFLAGS += -fsanitize=$(SAN)
# What describes the code to the sanitizers is larger than the code: it is not
# relocated at each start.
ifneq ($(findstring address,$(SAN)),)
SP_LDFLAGS += -no-pie
ifeq ($(findstring clang,$(shell $(CC) --version 2>/dev/null)),)
SP_LDFLAGS += -static-libasan \
	$(if $(findstring undefined,$(SAN)),-static-libubsan)
endif
endif
# They stand before functions of libc, which ThreadSanitizer calls before it is
# ready for code of its own kind.
ifneq ($(findstring thread,$(SAN)),)
$(addprefix $(BUILD)/tests/unit/,disk.o faults.o shuffle.o): \
	private SP_CFLAGS += -fno-sanitize=thread
endif
endif
# The position is checked after every command: lib/rules/apply.c.
ifneq ($(SAN)$(filter -O0 -Og,$(CFLAGS)),)
SP_CPPFLAGS += -DSP_INVARIANTS
endif
# With gcc the rooms of the rules are linked into one object, WHOLE, which is
# optimized once for all programs; objects of clang need its own tools, for each.
ifneq ($(LTO),)
ifneq ($(findstring clang,$(shell $(CC) --version 2>/dev/null)),)
SP_CFLAGS  += -flto
SP_LDFLAGS += -fuse-ld=lld
AR         := llvm-ar
else
WHOLE      := $(BUILD)/whole.o
endif
endif
ifneq ($(COVERAGE),)
SP_CFLAGS  += --coverage
SP_LDFLAGS += --coverage
endif
# glibc warns when it is asked to fortify without optimizing, and the
# sanitizers see more without it.
ifneq ($(filter -O1 -O2 -O3 -Os -O,$(CFLAGS)),)
ifeq ($(SAN)$(findstring _FORTIFY_SOURCE,$(CFLAGS) $(CPPFLAGS)),)
SP_CPPFLAGS += -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
endif
endif

# Where the programs look for what is installed with them.
bindir      = $(PREFIX)/bin
sbindir     = $(PREFIX)/sbin
libexecdir  = $(PREFIX)/libexec/spellpost
datadir     = $(PREFIX)/share/spellpost
mandir      = $(PREFIX)/share/man
bashdir     = $(PREFIX)/share/bash-completion/completions
unitdir     = $(PREFIX)/lib/systemd/system
sysusersdir = $(PREFIX)/lib/sysusers.d
sysconfdir  = /etc
PATH_FLAGS  = -DSP_LIBEXECDIR='"$(libexecdir)"' -DSP_DATADIR='"$(datadir)"'

# What single files need: FLAGS_<path of the .c>.
FLAGS_tests/unit/fixtures.c = -DSP_SOURCE_DIR='"$(CURDIR)"' \
	-DSP_BUILD_DIR='"$(abspath $(BUILD))"'
FLAGS_tests/fuzz/state.c = -DFUZZ_RULESET='"$(CURDIR)/games/wizwar8"'
FLAGS_tests/unit/daemon/terminal.c = -D_XOPEN_SOURCE=700 # posix_openpt

COMPILE = $(CC) $(SP_CPPFLAGS) $(if $(filter daemon/%,$<),$(PATH_FLAGS)) \
	$(FLAGS_$<) $(CPPFLAGS) $(SP_CFLAGS) $(CFLAGS)
LINK    = $(CC) $(SP_CFLAGS) $(CFLAGS) $(SP_LDFLAGS) $(LDFLAGS)

# ---- files --------------------------------------------------------------------

PROGRAM_SRC := $(wildcard daemon/spellpostd.c daemon/spellpost.c \
	daemon/spellpost-commands.c daemon/spellpost-mime.c \
	daemon/spellpost-bot.c)
# Of them, which others start.
INNER       := spellpost-commands spellpost-mime spellpost-bot
DAEMON_SRC  := $(filter-out $(PROGRAM_SRC),$(wildcard daemon/*.c))
LIB_SRC     := $(wildcard lib/*/*.c)
TEST_SRC    := $(wildcard tests/unit/*.c tests/unit/*/*.c)
# The folders with tests: what suites begin with.
SUITES      := $(sort $(foreach t,$(wildcard tests/unit/*/test_*.c),\
	$(word 3,$(subst /, ,$(t)))))
BENCH_SRC   := $(wildcard tests/bench/*.c)
# What runs wherever there are jansson and OpenSSL.
PORTABLE    := base rng board game state card eval law stack sense effect rules setup bot notation token german condition mistake words order reply vocable agent declare \
	mustache typeset cardtext render refusal lesson seal
# What a position and a command go through, whoever asks.
RULES       := rng board game state card eval law stack effect rules setup bot
PORTABLE_SRC := $(wildcard $(PORTABLE:%=lib/%/*.c)) lib/record/files.c \
	tests/portable/main.c
PROGRAMS    := $(PROGRAM_SRC:daemon/%.c=$(BUILD)/%)
LIB         := $(BUILD)/libspellpost.a

objects     = $(1:%.c=$(BUILD)/%.o)
LIB_OBJ    := $(call objects,$(LIB_SRC))
WHOLE_OBJ  := $(if $(WHOLE),$(call objects,$(wildcard $(RULES:%=lib/%/*.c))))
DAEMON_OBJ := $(call objects,$(DAEMON_SRC))
TEST_OBJ   := $(call objects,$(TEST_SRC))
# It writes in the words of a table of the tests.
BENCH_OBJ  := $(call objects,$(BENCH_SRC) tests/unit/order/describe.c)
PORTABLE_OBJ := $(call objects,$(PORTABLE_SRC))
FUZZ_OBJ   := $(call objects,$(wildcard tests/fuzz/*.c))
ALL_OBJ    := $(FUZZ_OBJ) $(LIB_OBJ) $(DAEMON_OBJ) $(TEST_OBJ) $(BENCH_OBJ) \
	$(PORTABLE_OBJ) $(call objects,$(PROGRAM_SRC))

all: $(LIB) $(PROGRAMS) $(BUILD)/spellpost.bash

# A file with one line for each shell word of $(2), written only when that
# changes: what depends on it is made anew when flags change or a source goes.
quote = '$(subst ','\'',$(1))'
define stamp
$(1): FORCE
	@mkdir -p $$(@D)
	@printf '%s\n' $(2) | cmp -s - $$@ || printf '%s\n' $(2) >$$@
endef
$(eval $(call stamp,$(BUILD)/flags,$(call quote,$(COMPILE) $(SP_LDFLAGS) \
	$(LDFLAGS) $(CURDIR) $(DEP_LIBS))))
# Apart, so that another PREFIX does not compile the library again.
$(eval $(call stamp,$(BUILD)/paths,$(call quote,$(PATH_FLAGS))))
$(eval $(call stamp,$(BUILD)/sources,$(LIB_SRC) $(DAEMON_SRC)))
$(eval $(call stamp,$(BUILD)/tests.txt,$(TEST_SRC)))

# The folders of all objects, at once.
.PHONY: folders
folders:
	@mkdir -p $(sort $(dir $(ALL_OBJ)))

$(BUILD)/%.o: %.c $(BUILD)/flags | have-libs folders
	$(call say,CC,$<)
	$(Q)$(COMPILE) -MMD -MP -c -o $@ $<

$(call objects,$(PROGRAM_SRC) $(DAEMON_SRC)): $(BUILD)/paths
$(TEST_OBJ) $(BUILD)/tests/bench/people.o: | have-test-libs
$(TEST_OBJ) $(BUILD)/tests/bench/people.o: SP_CPPFLAGS += -I tests/unit

$(LIB): $(LIB_OBJ) $(WHOLE) $(BUILD)/sources
	$(call say,AR,$@)
	$(Q)rm -f $@
	$(Q)$(AR) rcsD $@ $(filter-out $(WHOLE_OBJ),$(LIB_OBJ)) $(WHOLE)

# What gcc says of the whole is guessed: each file was warned of by itself.
$(WHOLE_OBJ): SP_CFLAGS += -flto
$(BUILD)/whole.o: $(WHOLE_OBJ)
	$(call say,LTO,$@)
	$(Q)$(CC) $(SP_CFLAGS) $(CFLAGS) -w -r -flto=auto \
		-flinker-output=nolto-rel -o $@ $(WHOLE_OBJ)

# GMime and libxml2 parse what strangers send: only the process without secrets
# has them.
$(BUILD)/spellpost-mime: $(BUILD)/daemon/spellpost-mime.o $(LIB)
	$(call say,LD,$@)
	$(Q)$(LINK) -o $@ $< $(LIB) $(MIME_LIBS) $(DEP_LIBS) $(LDLIBS)

$(BUILD)/spellpost-bot: $(BUILD)/daemon/spellpost-bot.o $(LIB)
	$(call say,LD,$@)
	$(Q)$(LINK) -o $@ $< $(LIB) $(DEP_LIBS) $(LDLIBS)

# Started for each mail by mail servers: two libraries, and no others.
FRONT_OBJ := $(call objects,$(addprefix daemon/,spellpost.c ask.c cli.c deliver.c))
$(BUILD)/spellpost: $(FRONT_OBJ) $(LIB) | $(BUILD)/spellpost-commands
	$(call say,LD,$@)
	$(Q)$(LINK) -o $@ $(FRONT_OBJ) $(LIB) $(call pkg,--libs jansson libconfuse) \
		$(LDLIBS)

$(BUILD)/spellpost-commands $(BUILD)/spellpostd: $(BUILD)/%: $(BUILD)/daemon/%.o \
		$(DAEMON_OBJ) $(LIB) $(BUILD)/sources
	$(call say,LD,$@)
	$(Q)$(LINK) -o $@ $< $(DAEMON_OBJ) $(LIB) $(DEP_LIBS) $(LDLIBS)

# Calls that fail on purpose stand before those of a library that is loaded late.
$(BUILD)/unit: $(TEST_OBJ) $(LIB) $(BUILD)/tests.txt
	$(call say,LD,$@)
	$(Q)$(LINK) -rdynamic -o $@ $(TEST_OBJ) $(LIB) $(MIME_LIBS) $(DEP_LIBS) \
		$(TEST_LIBS) $(LDLIBS)

# Beside bare libcurl.
$(BUILD)/bench: $(BENCH_OBJ) $(LIB)
	$(call say,LD,$@)
	$(Q)$(LINK) -o $@ $(BENCH_OBJ) $(LIB) $(DEP_LIBS) \
		$(call pkg,--libs libcurl) $(LDLIBS)

$(BUILD)/portable: $(PORTABLE_OBJ)
	$(call say,LD,$@)
	$(Q)$(LINK) -o $@ $(PORTABLE_OBJ) \
		$(call pkg,--libs jansson libcrypto) $(LDLIBS)

-include $(sort $(ALL_OBJ:.o=.d))

# ---- dependencies of the machine ------------------------------------------------

# As many compilers as there are processors, unless the user says how many.
JOBS = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 2))

# What is installed is looked up when this file is read, so whatever may install
# something goes on in a second make.
.PHONY: all deps run
deps:
	@CC='$(CC)' PKGCONFIG='$(PKGCONFIG)' sh tests/tools/deps.sh run

# A page of a game for a newcomer; FILM=1 shows every mail of it.
run: deps
	@sh tests/tools/quiet.sh 'Building in $(BUILD), a minute the first time' \
		$(MAKE) --no-print-directory $(JOBS) all
	@BUILD='$(abspath $(BUILD))' FILM='$(FILM)' sh daemon/demo.sh

# ---- checks -------------------------------------------------------------------

.PHONY: check check-long check-e2e check-replay record-replay update-golden check-deps
.PHONY: unit-run check-busy busy-run check-plays test-power power-run
check-deps:
	@CC='$(CC)' PKGCONFIG='$(PKGCONFIG)' sh tests/tools/deps.sh check

check: check-deps
	@SP_UPDATE_GOLDEN= $(MAKE) --no-print-directory unit-run

check-long: check-deps
	@SP_UPDATE_GOLDEN= SP_LONG=1 $(MAKE) --no-print-directory unit-run
	@$(MAKE) --no-print-directory check-plays
	@$(MAKE) --no-print-directory bench-people BENCH_GAMES=26
	@sh tests/tools/deps.sh ci
	@$(MAKE) --no-print-directory tidy
	@$(MAKE) --no-print-directory cppcheck-all
	@$(MAKE) --no-print-directory mutate-cards
	@$(MAKE) --no-print-directory check-busy ROUNDS=3
	@$(MAKE) --no-print-directory fuzz FUZZ_RUNS=200000

# Two thousand power cuts; `make check-long` has them too.
test-power: check-deps
	@$(MAKE) --no-print-directory power-run

power-run: all $(BUILD)/unit
	@SP_LONG=1 $(BUILD)/unit 'host/power$$' >$(BUILD)/power.log; code=$$?; \
	cat $(BUILD)/power.log; \
	grep 'an ext4 was cut' $(BUILD)/power.log || \
		echo 'The disk was simulated: no real file system had a power cut.'; \
	exit $$code

# Many games by bots, with options, schools and the bot of each seat drawn for
# each: no position is broken, and every card has an effect MIN_PLAYS times, as the table says that is
# printed. The suite arena/simulate of make check plays a few of them.
GAMES     ?= 10000
MIN_PLAYS ?= 20
SEED      ?= 1
BOTS      ?= random,apprentice
check-plays: all
	@$(BUILD)/spellpost simulate --mix --check --bots $(BOTS) \
		--games $(GAMES) --min-plays $(MIN_PLAYS) --seed $(SEED)

# The suites that wait for other processes, while others keep every processor
# busy: ROUNDS of them, one suite after the other. FILTER=service: that alone.
ROUNDS ?= 20
BUSY   := service daemon mailhost mail/ e2e
check-busy: check-deps
	@$(MAKE) --no-print-directory busy-run

busy-run: all $(BUILD)/unit
	@for suite in $(or $(FILTER),$(BUSY)); do \
		sh tests/tools/busy.sh $(ROUNDS) $(BUILD)/unit $$suite || exit 1; \
	done

check-e2e: check-deps
	@SP_UPDATE_GOLDEN= $(MAKE) --no-print-directory unit-run FILTER=e2e

LEVEL = $(shell sed -n 's/^.define SP_ENGINE_LEVEL *\([0-9]*\).*/\1/p' \
	lib/game/game.h)
check-replay: check-deps
	@SP_UPDATE_GOLDEN= $(MAKE) --no-print-directory unit-run FILTER=replay

# All games of the table tests/replay/games are played anew, which throws the old
# recordings of this engine level away: tests/replay/README.md says when.
record-replay: check-deps
	@rm -rf tests/replay/$(or $(LEVEL),unknown)
	@SP_RECORD_REPLAY=1 $(MAKE) --no-print-directory unit-run FILTER=replay
	@git status --short tests/replay

# Boards, mails and parsed mails that the tests compare with are written anew,
# and the rows of the operations in the manual of cards: read the difference
# before it is committed.
update-golden: check-deps
	-@SP_UPDATE_GOLDEN=1 $(MAKE) --no-print-directory unit-run \
		FILTER=card/manual
	-@SP_UPDATE_GOLDEN=1 $(MAKE) --no-print-directory unit-run FILTER=render
	-@SP_UPDATE_GOLDEN=1 $(MAKE) --no-print-directory unit-run FILTER=mail
	-@SP_UPDATE_GOLDEN=1 $(MAKE) --no-print-directory unit-run \
		FILTER=audit/history
	@git status --short tests/cases games/README.md

# FILTER=base runs the suites whose names start so, in one process; without one
# all run but those of the folders LEAVE_OUT, some at once.
unit-run: all $(BUILD)/unit
	$(if $(FILTER),$(BUILD)/unit $(FILTER),sh tests/tools/suites.sh \
		$(BUILD)/unit $(LEAVE_OUT))

# Everything that compiles, nothing run: what a change of compiler is tried on.
.PHONY: compile compile-gcc compile-clang
compile: all $(BUILD)/unit $(BUILD)/bench $(BUILD)/portable

# As far from each other as two builds of the same source are.
compile-gcc:
	@$(MAKE) --no-print-directory BUILD=build-gcc CC=gcc CFLAGS='-O0 -g' \
		WERROR=1 compile

compile-clang:
	@$(MAKE) --no-print-directory BUILD=build-clang CC=clang \
		CFLAGS='-O3 -g' WERROR=1 compile

# Equal inputs give equal commits, whatever made the program and wherever it
# runs.
.PHONY: check-same
check-same: compile-gcc compile-clang all $(BUILD)/unit
	sh tests/tools/check-same.sh $(abspath $(BUILD)) \
		$(abspath build-gcc) $(abspath build-clang)

# The rules, the dice and the boxes on machines with words of 32 bits and with
# bytes the other way round. Not part of CI: it wants compilers and emulators.
.PHONY: check-portable
check-portable: $(BUILD)/portable
	@sh tests/tools/deps.sh portable
	@MAKE='$(MAKE) --no-print-directory' \
		sh tests/tools/check-portable.sh $(abspath $(BUILD)) \
		$(abspath build-portable)

# What is fast enough, and how that is measured: tests/bench/bench.h.
#   BENCH_LONG=1      10,000 games and orders in place of 1,000 and 2,000
#   BENCH_ONLY=14     these parts alone
#   BENCH_DIR=dir     a new folder on the disk to measure
#   BENCH_IDLE=300    seconds to look at the idle daemon (20)
BENCH_DIR ?= $(BUILD)/bench-club
.PHONY: bench bench-idle
bench: all $(BUILD)/bench
	@$(BUILD)/bench $(BUILD) $(CURDIR) $(BENCH_DIR)

# The idle daemon, watched for five minutes.
bench-idle: export BENCH_IDLE = 300
bench-idle: export BENCH_ONLY = 7
bench-idle: bench

# Days and mails of games among four people who answer after eight hours or so,
# on a clock of its own: tests/bench/days.h.
#   BENCH_GAMES=2     games of a mode (12)
#   BENCH_MODE=ask    that mode alone
.PHONY: bench-days
bench-days: export BENCH_ONLY = d
bench-days: bench

# The same games, whose players write as people do: is what is done what they
# meant?
#   BENCH_GAMES=2     games (6)
#   BENCH_MAILS=1     show what they write
.PHONY: bench-people
bench-people: export BENCH_ONLY = p
bench-people: bench

.PHONY: check-layers check-headers check-format check-scripts cppcheck tidy
.PHONY: tidy-changed
check-layers: $(LIB_OBJ) $(DAEMON_OBJ) $(call objects,$(PROGRAM_SRC))
	sh tests/tools/check-layers.sh
	sh tests/tools/check-rooms.sh $(BUILD)
	sh tests/tools/check-pure.sh $(BUILD)
	sh tests/tools/check-callers.sh $(BUILD)

check-headers: have-libs
	sh tests/tools/check-headers.sh $(CC) $(SP_CPPFLAGS) $(SP_CFLAGS) -O2

check-scripts:
	sh tests/tools/check-scripts.sh

check-format:
	git ls-files -z '*.c' '*.h' | xargs -0 clang-format --dry-run -Werror

# unusedStructMember and its like need the whole program and guess; what is
# suppressed in the code says why beside it. `cppcheck-all` looks at all files,
# `cppcheck` at those that differ from the commit named in .ci/tidied.
CPPCHECK_DIRS := lib daemon tests/unit tests/bench tests/portable
.PHONY: cppcheck-all
cppcheck-all:
	@printf '%s\n' $(CPPCHECK_DIRS) | sh tests/tools/cppcheck.sh

cppcheck:
	@git diff --name-only --diff-filter=d "$$(cat .ci/tidied)" -- \
		$(CPPCHECK_DIRS) | grep '\.[ch]$$' | sh tests/tools/cppcheck.sh

# Which checks and why: .clang-tidy. `tidy` looks at all files, `tidy-changed` at
# those that differ from the commit named in .ci/tidied, at which all passed.
TIDY_SRC := $(LIB_SRC) $(DAEMON_SRC) $(PROGRAM_SRC)
tidy: have-test-libs
	@printf '%s\n' $(TIDY_SRC) | sh tests/tools/tidy.sh \
		-std=c11 $(SP_CPPFLAGS) $(PATH_FLAGS)

tidy-changed: have-test-libs
	@git diff --name-only --diff-filter=d "$$(cat .ci/tidied)" -- \
		$(TIDY_SRC) | sh tests/tools/tidy.sh \
		-std=c11 $(SP_CPPFLAGS) $(PATH_FLAGS)

# Do the scenarios notice a card that is wrong? `mutate-cards` tries all ready
# cards, `mutate-changed` some mutants of those that differ from the commit
# named in .ci/mutated, since which no other mutant survives.
.PHONY: mutate-cards mutate-changed
mutate-cards: $(BUILD)/spellpost
	@python3 tests/tools/mutate.py $(BUILD)/spellpost

mutate-changed: $(BUILD)/spellpost
	@python3 tests/tools/mutate.py --since "$$(cat .ci/mutated)" \
		--most 400 $(BUILD)/spellpost

.PHONY: asan coverage ci
asan: check-deps
	@$(MAKE) --no-print-directory BUILD=build-asan SAN=address,undefined \
		CFLAGS='-O1 -g' asan-run

.PHONY: asan-run
asan-run: unit-run

# Coverage-guided, by clang's libFuzzer; FUZZ_RUNS inputs for each fuzzer.
FUZZ_RUNS ?= 5000
FUZZERS   := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c))
.PHONY: fuzz fuzz-run
fuzz:
	@CC=clang PKGCONFIG='$(PKGCONFIG)' sh tests/tools/deps.sh ci
	@$(MAKE) --no-print-directory BUILD=build-fuzz CC=clang CFLAGS='-O1 -g' \
		SAN=address,undefined,fuzzer-no-link fuzz-run

fuzz-run: $(BUILD)/spellpost $(FUZZERS:%=$(BUILD)/fuzz-%)
	sh tests/tools/fuzz.sh $(abspath $(BUILD)) $(FUZZ_RUNS) $(FUZZERS)

$(BUILD)/fuzz-%: $(BUILD)/tests/fuzz/%.o $(LIB)
	$(call say,LD,$@)
	$(Q)$(LINK) -fsanitize=fuzzer -o $@ $< $(LIB) $(MIME_LIBS) $(DEP_LIBS) $(LDLIBS)

coverage: check-deps
	@find build-coverage -name '*.gcda' -delete 2>/dev/null || true
	@$(MAKE) --no-print-directory BUILD=build-coverage COVERAGE=1 \
		CFLAGS='-O0 -g' check
	@sh tests/tools/coverage.sh build-coverage

ci:
	.ci/run

# ---- installation -------------------------------------------------------------

INSTALL := install
# What there is of it; folders are copied with their shape.
MAN     := $(wildcard daemon/*.[1-8])
UNITS   := $(wildcard systemd/*.service.in)
DATA    := $(foreach d,games templates,$(if $(wildcard $(d)),\
	$(shell find $(d) -type f 2>/dev/null | LC_ALL=C sort)))
to_unit  = $(DESTDIR)$(unitdir)/$(notdir $(1:.in=))
SYSUSERS = $(DESTDIR)$(sysusersdir)/spellpost.conf
to_man   = $(DESTDIR)$(mandir)/man$(subst .,,$(suffix $(1)))/$(notdir $(1))
to_bin   = $(DESTDIR)$(if $(filter %/spellpostd,$(1)),$(sbindir),$(if \
	$(filter $(INNER),$(notdir $(1))),$(libexecdir),$(bindir)))/$(notdir $(1))

# bash looks for a file of the program's name
COMPLETIONS := $(DESTDIR)$(bashdir)/spellpost $(DESTDIR)$(bashdir)/spellpostd

$(BUILD)/spellpost.bash: $(BUILD)/spellpost-commands
	$(call say,GEN,$@)
	$(Q)$(BUILD)/spellpost-commands completion bash >$@.new
	$(Q)mv $@.new $@

INSTALLED := $(COMPLETIONS) $(foreach p,$(PROGRAMS),$(call to_bin,$(p))) \
	$(foreach m,$(MAN),$(call to_man,$(m))) \
	$(foreach u,$(UNITS),$(call to_unit,$(u))) $(SYSUSERS) \
	$(DATA:%=$(DESTDIR)$(datadir)/%)

.PHONY: install install-files uninstall clean
define put
	$(INSTALL) -D -m $(3) $(1) $(2)

endef
define put_unit
	$(INSTALL) -d $(dir $(2))
	sed 's|@sbindir@|$(sbindir)|g; s|@sysconfdir@|$(sysconfdir)|g' $(1) >$(2)
	chmod 644 $(2)

endef
install: all
	@$(MAKE) --no-print-directory install-files

# What is built already, as it is: the tests install without building anew.
install-files:
	$(foreach p,$(PROGRAMS),$(call put,$(p),$(call to_bin,$(p)),755))
	$(foreach m,$(MAN),$(call put,$(m),$(call to_man,$(m)),644))
	$(foreach c,$(COMPLETIONS),$(call put,$(BUILD)/spellpost.bash,$(c),644))
	$(foreach u,$(UNITS),$(call put_unit,$(u),$(call to_unit,$(u))))
	$(call put,systemd/spellpost.sysusers,$(SYSUSERS),644)
	$(foreach d,$(DATA),$(call put,$(d),$(DESTDIR)$(datadir)/$(d),644))

uninstall:
	rm -f $(INSTALLED)
	[ ! -d '$(DESTDIR)$(datadir)' ] || \
		find '$(DESTDIR)$(datadir)' -depth -type d -empty -delete
	[ ! -d '$(DESTDIR)$(libexecdir)' ] || \
		rmdir --ignore-fail-on-non-empty '$(DESTDIR)$(libexecdir)'

clean:
	rm -rf $(BUILD) build-asan build-bench build-fuzz build-coverage build-clang \
		build-gcc build-portable
