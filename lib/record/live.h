/*
 * A game as its record has it: loaded from its tip, moved on in memory, written
 * again commit by commit.
 */
#ifndef SP_RECORD_LIVE_H
#define SP_RECORD_LIVE_H

#include "base/volume.h"
#include "card/card.h"
#include "game/game.h"
#include "record/files.h"
#include "seal/seal.h"
#include "store/store.h"

struct sp_round_taken; /* table/table.h */
struct sp_bot_thinker; /* bot/bot.h */

/* Of one command: too large for the stack. What it held before is lost. */
struct sp_scratch {
	struct sp_events events;
	struct sp_game before, view;
	/* Answers that a record tells are taken from it; NULL: all are
	 * computed. */
	const struct sp_round_taken *taken;
	struct sp_bot_thinker *thinker; /* of bots; NULL: whoever asks is it */
	/* public defaults stand for nobody: being asked costs no mail */
	bool no_defaults;
};

struct sp_cached_ruleset {
	char hash[SP_SHA256_TEXT];
	struct sp_ruleset *ruleset;
	struct sp_files *files; /* that it was read from */
};

/* Rulesets that were read, shared by the games that run on equal copies. All
 * zero: none. */
struct sp_rulesets {
	struct sp_cached_ruleset *list;
	size_t n;
};

void sp_record_rulesets_clear(struct sp_rulesets *rulesets);
/* The files of one of them; NULL: of another ruleset. */
const struct sp_files *sp_record_rulesets_files(
	const struct sp_rulesets *rulesets, const struct sp_ruleset *ruleset);

/* Master keys, and what signs with each. */
struct sp_keys {
	const char *file; /* where they come from, for errors; borrowed */
	struct sp_master master;
	/* of each master key, in their order; NULL: not needed yet */
	struct sp_signer *signer[SP_MASTER_KEYS];
};

/* Wipe the master keys and those that sign. */
void sp_record_keys_clear(struct sp_keys *keys);

struct sp_game_row;

#define SP_PERSON_ZONE 40 /* as SP_TIMEZONE_NAME */

struct sp_person {
	int64_t player;
	char address[SP_ADDR_SIZE]; /* of record */
	int64_t epoch;              /* of the seat's tokens */
	char thread[SP_MSGID_SIZE]; /* the mail that began the thread */
	int64_t joined;
	int missed; /* rounds in a row that went by without its answer */
	enum sp_volume volume;
	int remind; /* hours before a deadline; 0: did not say, below: off */
	char zone[SP_PERSON_ZONE]; /* whose clock they read; "": did not say */
	/* away from, until; how many days the game has granted in all */
	int64_t away_from, away_until, away_days;
	/* a mail changed that, and the deadline does not know of it: what it
	 * was before */
	bool away_changed;
	int64_t was_from, was_until;
	char standin[SP_ADDR_SIZE]; /* plays for him; "": nobody */
	unsigned muted; /* whose press is not mailed: bit i is seat i */
	/* the head before its first order that no mail told it of; "": each was
	 * told */
	struct sp_oid told;
};

/* A mail with orders: its Message-ID and its text, both borrowed. */
struct sp_live_mail {
	const char *message_id; /* with angle brackets, never empty */
	const char *text;
};

/* The clocks stood still from, to. */
struct sp_stillness {
	int64_t from, to;
};

/* The declarations of a seat, and the commit that recorded them. */
struct sp_declared_lines {
	uint64_t seq;
	char *lines; /* owned; NULL: not read, or none */
};

/* What stands behind an order that opened a window (record/plans.h). */
struct sp_plan {
	uint64_t seq; /* of the commit whose box holds it; 0: nothing waits */
	int seat;     /* which plays the turn */
	char input[SP_SHA256_TEXT]; /* the tag of its mail */
	char *orders;               /* owned: lines */
	unsigned met;               /* bits of SP_PLAN_MEETS, since then */
	/* What it waited for is over: the record has it no more, and what is
	 * done with it now is part of what caused that. */
	bool due;
	unsigned turn;              /* in which it was made */
	char cause[SP_SHA256_TEXT]; /* the input of the commit that ended it */
};

/* Whose turn began at a commit of the history, and the hand that it began with
 * (met.h). */
struct sp_met_hand {
	struct sp_oid commit;
	int seat;
	struct sp_hand hand;
};

/* Hands that were read, so as not to read them again: no commit changes. */
struct sp_met_hands {
	struct sp_met_hand *list;
	size_t n;
};

#define SP_TAG_SIZE 24 /* "turn/65535-65535" */

struct sp_live_tag {
	char name[SP_TAG_SIZE];
	struct sp_oid target;
};

struct sp_live {
	char gid[SP_GID_TEXT];
	struct sp_store_game *repo;
	struct sp_error trouble; /* why it could not be opened */
	bool waits;  /* its files fail: nothing is done with it now */
	bool loaded; /* else it is suspended, or waits */
	const struct sp_ruleset *ruleset; /* borrowed */
	struct sp_setup setup;
	struct sp_secrets secrets;
	const struct sp_signer *signer; /* of its key; borrowed, never NULL
					 * where commits are made */
	struct sp_person people[SP_SEATS_MAX];
	bool started;
	bool ended; /* its secret is in the record: nothing is committed to it
		       any more. Not started: it was cancelled before */
	struct sp_game game;             /* where started */
	char *report;                    /* report.txt of the head */
	uint8_t state_sum[SP_KEY_BYTES]; /* SHA-256 of its state.json */
	json_t *sealed; /* what the box holds beside the game, owned, never
			 * NULL: "agents", which goes into the next box as it
			 * stands here, and "epochs" as they were */
	struct sp_declared_lines declared[SP_SEATS_MAX]; /* agents.h */
	struct sp_plan plan; /* of the seat whose turn it is */
	/* What would be its plan if the command at hand opens a window;
	 * borrowed, NULL: nothing. */
	const char *rest;
	/* What came of what the seat `came_of` did last, while its orders are
	 * done: bits of SP_PLAN_MEETS and SP_PLAN_ANNOUNCED. */
	unsigned came;
	int came_of;
	/* a mail goes on by itself now: nothing is done of a plan */
	bool goes_on;
	/* 1 + the seat whose order at hand says more, of what it is asked next:
	 * that comes before what it prefers; 0: no order does. */
	int says_more;
	/* The input of rounds that close behind a command of a plan; borrowed,
	 * NULL: that of the command. */
	const char *cause;
	struct sp_oid base; /* head when the batch began; none: new game */
	struct sp_oid head;
	struct sp_oid root;       /* none until asked for */
	struct sp_met_hands *met; /* owned, never NULL */
	uint64_t seq;
	int64_t when;    /* date of the head */
	int64_t resumed; /* when it went on after its files failed; 0: they did
			  * not. No time to answer ends sooner for that */
	unsigned welcomed; /* the seats that were told of the start, in the
			    * batch that it began in */
	bool righted;      /* its record says now that the clock was ahead, so
			    * that all time to answer begins anew */
	unsigned commits;
	struct sp_live_tag *tag;
	size_t n_tags;
	/* the host's: as in its registry, written at the end; owned, NULL where
	 * there is no club */
	struct sp_game_row *row;
	bool touched; /* the row is to be written */
	/* outages that its record does not have yet; and sentences of those
	 * that it was told of now */
	struct sp_stillness *stillness;
	size_t n_stillness;
	struct sp_buf stood;
	bool stood_told;    /* of some, now */
	int64_t held_until; /* the open round is (option `hold`); SP_NEVER */
	uint32_t opened;    /* the decision whose timers run; 0: none yet */
	unsigned counters;  /* played since it was loaded */
	unsigned bot_turns; /* of bots, since the item of work began */
	unsigned bot_turn;  /* the last one of these */
	/* the mail that is being applied, borrowed; NULL: none is */
	const struct sp_live_mail *mail;
	/* what only a seat may know and was not told yet: sentences */
	struct sp_buf news[SP_SEATS_MAX];
	/* sentences of rounds in which something passed for a seat that could
	 * have answered: told by its next mail, never by one of their own */
	struct sp_buf spared[SP_SEATS_MAX];
	unsigned died;      /* bits: seats that died and were not told yet */
	unsigned cut_short; /* bits: seats whose turn a card ended, likewise */
	unsigned answered;  /* bits: seats whose declaration was played, too */
	unsigned heard;   /* bits: seats whose answer waited for others', too */
	unsigned planned; /* bits: seats whose plan went on or stopped, too */
	/* how a question of a player ended (enum sp_consent_end), until it was
	 * told; and 1 + the seat whose mail this is, 0: none's */
	uint8_t asked_end, asked_who;
	/* where it is told what follows at once, in this turn, from an order of
	 * a seat; borrowed, NULL: nowhere */
	struct sp_buf *follows;
	bool follows_own; /* only in the seat's own turns: others' are told to
			     it as a story */
	int follows_seat;
	unsigned follows_turn;
};

struct sp_live *sp_record_live_new(const char *gid);
/* Forget what was loaded; repository and row stay. */
void sp_record_live_reset(struct sp_live *live);
void sp_record_live_free(struct sp_live *live);
/* Take out of `from` what its record says, and no more: nothing that a batch
 * noted, no repository, no people. Both are at the same head of the same game,
 * and `from` is good only for freeing then. */
void sp_record_live_take(struct sp_live *live, struct sp_live *from);
/* About how many octets it has in memory. */
size_t sp_record_live_size(const struct sp_live *live);
/* The game as it was at an earlier commit, to look at: the hidden state too.
 * `live` is loaded, has begun and lends its repository.
 * sp_record_live_free_past. */
int sp_record_live_past(struct sp_rulesets *rulesets,
	const struct sp_live *live, const struct sp_oid *commit,
	struct sp_live **out, struct sp_error *e) SP_MUST_CHECK;
void sp_record_live_free_past(struct sp_live *past); /* NULL is fine */
/* What can be read of the commit live->head without the secrets: setup,
 * ruleset, position, report. `live->repo` is open. */
int sp_record_live_look(struct sp_rulesets *rulesets, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;
/* The ruleset of these files, from the cache where it is there. */
int sp_record_live_ruleset(struct sp_rulesets *rulesets,
	const struct sp_files *files, const struct sp_ruleset **out,
	char hash[SP_SHA256_TEXT], struct sp_error *e) SP_MUST_CHECK;
/* What the game derives from its master key, and the signer. SP_EREFUSED: the
 * key is not here, or is a wrong one. */
int sp_record_live_secrets(struct sp_keys *keys, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;
/* After sp_record_live_look: the secrets, and the hidden state. */
int sp_record_live_open(struct sp_keys *keys, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;
/* Let it sign with the key of that number of the host's; SP_EREFUSED where
 * there is none. */
int sp_record_live_signer(struct sp_keys *keys, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;
/* The keys, once the luck strings stand. */
int sp_record_live_derive(
	struct sp_live *live, struct sp_error *e) SP_MUST_CHECK;
/* A registry that was restored from an older backup must not bring replaced
 * tokens back: the record of the game knows that they were. */
void sp_record_live_take_epochs(struct sp_live *live);
/* Find the root commit by walking back. */
int sp_record_live_find_root(
	struct sp_live *live, struct sp_error *e) SP_MUST_CHECK;
/* Has the seat its player? A bot is there from the start. */
bool sp_record_live_joined(const struct sp_live *live, int seat);
/* Hours for a turn (option `deadline`), and for the decision that is open. */
int sp_record_live_hours(const struct sp_live *live);
int sp_record_live_decision_hours(const struct sp_live *live);

/* ---- seats that bots play --------------------------------------------- */

/* Is there a bot of that name? SP_EINVAL lists those that there are. */
int sp_record_bot_check(const char *name, struct sp_error *e) SP_MUST_CHECK;
bool sp_record_bot_plays(const struct sp_live *live, int seat);

#endif
