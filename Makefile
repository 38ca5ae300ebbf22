# spellpost. Needs GNU make; `make help` lists the targets.
#
#   make BUILD=dir     where everything that is made goes (default: build)
#   make V=1           show the commands
#   make WERROR=1      warnings are errors
#   make SAN=address,undefined BUILD=build-asan check
#
# CFLAGS, CPPFLAGS, LDFLAGS and LDLIBS of the user come after our own.

BUILD     ?= build
PREFIX    ?= /usr/local
DESTDIR   ?=
CC        ?= cc
AR        ?= ar
PKGCONFIG ?= pkg-config
CFLAGS    ?= -O2 -g
Q         := $(if $(V),,@)
say        = $(if $(V),,@printf '  %-6s %s\n' $(1) $(2))

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: FORCE
.DEFAULT_GOAL := all
FORCE:

# ---- libraries ----------------------------------------------------------------

PKGS      := jansson libgit2 libcrypto sqlite3 libconfuse
MIME_PKGS := gmime-3.0
TEST_PKGS := cunit
ALL_PKGS  := $(PKGS) $(MIME_PKGS) $(TEST_PKGS)

isystem = $(patsubst -I%,-isystem %,$(1))
pkg     = $(shell $(PKGCONFIG) $(1) 2>/dev/null)

ABSENT      := $(shell for p in $(ALL_PKGS); do \
	$(PKGCONFIG) --exists $$p 2>/dev/null || echo $$p; done)
PRESENT     := $(filter-out $(ABSENT),$(ALL_PKGS))
DEP_CFLAGS  := $(if $(PRESENT),$(call isystem,$(call pkg,--cflags $(PRESENT))))
DEP_LIBS    := $(call pkg,--libs $(PKGS))
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
SP_CPPFLAGS := -I lib -D_POSIX_C_SOURCE=200809L $(DEP_CFLAGS)
SP_CFLAGS   := -std=c11 $(WARNINGS) -fno-common -fPIE -fstack-protector-strong
SP_LDFLAGS  := -pie -Wl,-z,relro,-z,now

ifneq ($(WERROR),)
SP_CFLAGS += -Werror
endif
ifneq ($(SAN),)
SP_CFLAGS  += -fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer
SP_LDFLAGS += -fsanitize=$(SAN)
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

# What single files need: FLAGS_<path of the .c>.
FLAGS_tests/unit/fixtures.c = -DSP_SOURCE_DIR='"$(CURDIR)"' \
	-DSP_BUILD_DIR='"$(abspath $(BUILD))"'

COMPILE = $(CC) $(SP_CPPFLAGS) $(FLAGS_$<) $(CPPFLAGS) $(SP_CFLAGS) $(CFLAGS)
LINK    = $(CC) $(SP_CFLAGS) $(CFLAGS) $(SP_LDFLAGS) $(LDFLAGS)

# ---- files --------------------------------------------------------------------

PROGRAM_SRC := $(wildcard daemon/spellpostd.c daemon/spellpost.c \
	daemon/spellpost-mime.c)
DAEMON_SRC  := $(filter-out $(PROGRAM_SRC),$(wildcard daemon/*.c))
LIB_SRC     := $(wildcard lib/*/*.c)
SUITES      := $(patsubst tests/unit/%/suite.c,%,$(wildcard tests/unit/*/suite.c))
TEST_SRC    := $(wildcard tests/unit/*.c tests/unit/*/*.c)
PROGRAMS    := $(PROGRAM_SRC:daemon/%.c=$(BUILD)/%)
LIB         := $(BUILD)/libspellpost.a

objects     = $(1:%.c=$(BUILD)/%.o)
LIB_OBJ    := $(call objects,$(LIB_SRC))
DAEMON_OBJ := $(call objects,$(DAEMON_SRC))
TEST_OBJ   := $(call objects,$(TEST_SRC))
ALL_OBJ    := $(LIB_OBJ) $(DAEMON_OBJ) $(TEST_OBJ) $(call objects,$(PROGRAM_SRC))

all: $(LIB) $(PROGRAMS)

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
$(eval $(call stamp,$(BUILD)/sources,$(LIB_SRC) $(DAEMON_SRC)))
$(eval $(call stamp,$(BUILD)/suites.h,$(patsubst %,'SUITE(%)',$(SUITES))))

$(BUILD)/%.o: %.c $(BUILD)/flags | have-libs
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) -MMD -MP -c -o $@ $<

$(TEST_OBJ): | have-test-libs
$(TEST_OBJ): SP_CPPFLAGS += -I tests/unit -I $(BUILD)
$(BUILD)/tests/unit/main.o: $(BUILD)/suites.h

$(LIB): $(LIB_OBJ) $(BUILD)/sources
	$(call say,AR,$@)
	$(Q)rm -f $@
	$(Q)$(AR) rcD $@ $(LIB_OBJ)
	$(Q)ranlib -D $@

# GMime parses what strangers send: only the process without secrets has it.
$(BUILD)/spellpost-mime: $(BUILD)/daemon/spellpost-mime.o $(LIB)
	$(call say,LD,$@)
	$(Q)$(LINK) -o $@ $< $(LIB) $(MIME_LIBS) $(DEP_LIBS) $(LDLIBS)

$(BUILD)/spellpost $(BUILD)/spellpostd: $(BUILD)/%: $(BUILD)/daemon/%.o \
		$(DAEMON_OBJ) $(LIB) $(BUILD)/sources
	$(call say,LD,$@)
	$(Q)$(LINK) -o $@ $< $(DAEMON_OBJ) $(LIB) $(DEP_LIBS) $(LDLIBS)

$(BUILD)/unit: $(TEST_OBJ) $(LIB)
	$(call say,LD,$@)
	$(Q)$(LINK) -o $@ $(TEST_OBJ) $(LIB) $(MIME_LIBS) $(DEP_LIBS) \
		$(TEST_LIBS) $(LDLIBS)

-include $(ALL_OBJ:.o=.d)

# ---- dependencies of the machine ------------------------------------------------

# What is installed is looked up when this file is read, so whatever may install
# something goes on in a second make.
.PHONY: all deps run
deps:
	@CC='$(CC)' PKGCONFIG='$(PKGCONFIG)' sh tests/tools/deps.sh run

run: deps
	@$(MAKE) --no-print-directory all
	@BUILD='$(abspath $(BUILD))' sh daemon/demo.sh

# ---- checks -------------------------------------------------------------------

.PHONY: check check-long check-e2e check-deps unit-run unit-run-e2e
check-deps:
	@CC='$(CC)' PKGCONFIG='$(PKGCONFIG)' sh tests/tools/deps.sh check

check: check-deps
	@$(MAKE) --no-print-directory unit-run

check-long: check-deps
	@SP_LONG=1 $(MAKE) --no-print-directory unit-run

check-e2e: check-deps
	@$(MAKE) --no-print-directory unit-run FILTER=e2e

unit-run: all $(BUILD)/unit
	$(BUILD)/unit $(FILTER)

.PHONY: clean
clean:
	rm -rf $(BUILD)
