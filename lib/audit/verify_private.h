/*
 * Inside of verify: one walk from the root to the tip. Whatever checks returns
 * SP_OK, SP_VERIFY_WRONG after the first mismatch was noted, or a negative
 * status where the world failed.
 *
 * Circle: the checks of a commit. verify walks, each check notes in it what is
 * wrong, and trailers and repairs are read wherever one stands.
 */
#ifndef SP_VERIFY_PRIVATE_H
#define SP_VERIFY_PRIVATE_H

#include "audit/audit.h"
#include "record/agents.h"
#include "record/chronicle.h"
#include "record/commit.h"
#include "record/pressed.h"
#include "record/sealed.h"
#include "table/sitting.h"

#define SP_VERIFY_WRONG 1

/* The first thing that is not as it must be. Texts are one printable line. */
struct sp_mismatch {
	bool any;
	ptrdiff_t number; /* of the commit; -1: none, an anchor */
	struct sp_oid id;
	char *subject, *what, *expected, *found;
};

struct sp_verify_turn {
	unsigned turn;
	size_t number; /* the commit that began it */
};

struct sp_verifier {
	const struct sp_verify_options *options;
	struct sp_chronicle *c;
	struct sp_scratch *scratch;
	struct sp_live *live; /* the game before, then after the commit */
	bool replays;         /* the secret is known */
	struct sp_error
		reveal; /* why it is not, though there is a reveal.json */
	struct sp_buf signers; /* allowed_signers */
	char fingerprint[SP_FINGERPRINT_TEXT];
	struct sp_page pages[2], *page, *before; /* before: empty at the root */
	bool ended;                              /* nothing may follow */
	bool cancelled;
	int64_t opened; /* date of the commit that opened the decision */
	int64_t began;  /* and of the one that began the turn */
	int64_t asked;  /* and of the newest question of a player */
	/* the clock was ahead: dates up to `ahead` say nothing of the time, but
	 * that it is `floor` or later; 0: it never was */
	int64_t ahead, floor;
	size_t set_right; /* how often it was set right */
	/* rounds that each seat left to the clock since it wrote */
	unsigned defaults[SP_SEATS_MAX];
	int planner; /* whose the newest plan is, and its tag; "": none was */
	char planned[SP_SHA256_TEXT];
	struct sp_buf file, wanted, value;
	struct sp_buf state, board; /* as they were at the last step */
	struct sp_verify_turn *turn;
	size_t n_turns, turns_cap;
	size_t steps, sealed, joins;
	/* anchors */
	struct sp_oid *lost; /* that repairs name, as they come */
	size_t n_lost, repairs;
	uint64_t skipped;  /* draws that repairs passed over */
	size_t taken_back; /* anchors that are among the lost */
	bool beyond; /* tags are behind the tip: HEAD is an earlier commit */
	size_t given, mails,
		heads; /* ids given; mails of this game, their ids */
	struct sp_mismatch bad;
};

/* ---- noting a mismatch ----------------------------------------------------
 */

/* About the commit at hand. `expected` may be NULL. */
int audit_verify_wrong(struct sp_verifier *v, const char *what,
	const char *expected, const char *found, ...) SP_PRINTF(4, 5);
/* The same about no commit, but an anchor. */
int audit_verify_unanchored(struct sp_verifier *v, const char *what,
	const char *expected, const char *found, ...) SP_PRINTF(4, 5);
/* Are the texts equal? Else their first lines that differ are noted. */
int audit_verify_equal(struct sp_verifier *v, const char *what,
	const struct sp_buf *expected,
	const struct sp_buf *found) SP_MUST_CHECK;
/* Append an untrusted text as one printable line of at most `most` bytes. */
void audit_verify_printable(struct sp_buf *out, const char *text, size_t most);

/* ---- one commit (verify_commit.c) ------------------------------------------
 */

/* Did the file change with this commit? */
bool audit_verify_changed(const struct sp_verifier *v, const char *name);
/* Read a file of the commit at hand into v->file. */
int audit_verify_read(struct sp_verifier *v, const char *name,
	struct sp_error *e) SP_MUST_CHECK;
/* The value of a trailer of it in v->value, "" where there is none. */
const char *audit_verify_trailer(struct sp_verifier *v, const char *key);
/* The time at which the commit at hand was made, or the earliest that it can
 * have been. */
int64_t audit_verify_moment(const struct sp_verifier *v);
/* The text of the commit at hand, byte for byte: the author as sp_record_author
 * has it, the trailers in order. */
int audit_verify_text(struct sp_verifier *v, const char *author,
	const struct sp_trailer *trailers, size_t n) SP_MUST_CHECK;
/* The commit v->page, which follows v->before. */
int audit_verify_commit(
	struct sp_verifier *v, struct sp_error *e) SP_MUST_CHECK;

/* ---- the game that is begun (verify_step.c, verify_replay.c) ---------------
 */

enum sp_verify_input {
	SP_VERIFY_INPUT_NONE, /* of no known form */
	SP_VERIFY_INPUT_MAIL,
	SP_VERIFY_INPUT_TIMER,
	SP_VERIFY_INPUT_OPERATOR,
	SP_VERIFY_INPUT_BOT,
	SP_VERIFY_INPUT_DECLARED, /* a choice that a preference made */
};

/* The start, a step, or (sealed) a sealed order: whatever is checked of it with
 * or without the secret. */
int audit_verify_step(struct sp_verifier *v, struct sp_error *e) SP_MUST_CHECK;
int audit_verify_sealed(
	struct sp_verifier *v, struct sp_error *e) SP_MUST_CHECK;

/* What replaying a step gives: v->live is the position after it,
 * v->scratch->before the one before. */
struct sp_replay {
	enum sp_verify_input input;
	int64_t due;         /* in: of a timer */
	const char *command; /* in: of the box, lines; NULL: none */
	const char *public;  /* in: the trailer */
	const char *seat;    /* in: the trailer, "" : none */
	char *lost;          /* of a repair, owned; NULL: none */
	bool word;           /* it changes nothing but what is asked */
	struct sp_record_words words;
	struct sp_buf secret; /* what the box must name as command */
	bool has_secret;
};

int audit_replay_step(struct sp_verifier *v, struct sp_replay *replay,
	struct sp_error *e) SP_MUST_CHECK;
/* A sealed order: "red 12 answer ..." and so on. */
int audit_replay_sealed(struct sp_verifier *v, const char *command,
	const json_t *plan, struct sp_error *e) SP_MUST_CHECK;
/* Replay a ruling of the operator; *ruling: the command is one. */
int audit_replay_ruling(struct sp_verifier *v, struct sp_replay *replay,
	bool *ruling, struct sp_error *e) SP_MUST_CHECK;

/* Take the position of an earlier commit back; ruling->seat is who does. */
int audit_verify_undo(struct sp_verifier *v, const struct sp_replay *replay,
	struct sp_ruling *ruling, struct sp_error *e) SP_MUST_CHECK;
/* Check a word about what a player asks to take back, and let it hold. */
int audit_verify_word(struct sp_verifier *v, const struct sp_replay *replay,
	struct sp_ruling *ruling, struct sp_error *e) SP_MUST_CHECK;

/* ---- plans (verify_plan.c) ---------------------------------------------------
 */

/* What a step that was replayed did to a plan, and the one that it began, by
 * all that is in its box. */
int audit_replay_plan(struct sp_verifier *v, const struct sp_replay *replay,
	const json_t *hidden) SP_MUST_CHECK;
/* A sealed order: the plan that the seat has from now on, NULL: none. */
int audit_replay_planned(
	struct sp_verifier *v, int seat, const json_t *plan) SP_MUST_CHECK;
/* True if a command with that Input is perhaps of a plan that goes on: its seat
 * need not have written anew. */
bool audit_replay_goes_on(
	const struct sp_verifier *v, int seat, const char *input);

/* ---- repairs (verify_repair.c) ----------------------------------------------
 */

/* The ruling is a repair: check it and the ids that it calls lost, and do it.
 */
int audit_verify_repair(struct sp_verifier *v, struct sp_replay *replay,
	const struct sp_ruling *ruling) SP_MUST_CHECK;
/* True if the commit at hand is one. */
bool audit_verify_repairs(struct sp_verifier *v);
/* True if a repair of this history names the id as lost. */
bool audit_verify_is_lost(const struct sp_verifier *v, const char *hex);

/* ---- anchors and tags (verify_anchor.c) ------------------------------------
 */

int audit_verify_tags(struct sp_verifier *v, struct sp_error *e) SP_MUST_CHECK;
int audit_verify_anchors(
	struct sp_verifier *v, struct sp_error *e) SP_MUST_CHECK;

/* ---- telling (verify_tell.c) ---------------------------------------------- */
json_t *audit_verify_json(const struct sp_verifier *v);
void audit_verify_tell(const json_t *json, struct sp_buf *text);

#endif
