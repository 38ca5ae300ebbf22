/*
 * The orders of one mail, and the receipt that tells what became of them.
 */
#ifndef SP_TABLE_SITTING_H
#define SP_TABLE_SITTING_H

#include "declare/declare.h"
#include "table/table.h"

#define SP_TABLE_READINGS 2

struct sp_sitting {
	struct sp_scratch *scratch;
	const struct sp_templates *templates; /* of the pages of help */
	struct sp_rulesets *rulesets; /* of earlier positions; NULL: none come
				       * back */
	struct sp_live *live;
	int seat;
	int64_t instant;
	struct sp_live_mail mail; /* the reply, cut */
	const char *from;   /* its sender's address; "" if it names none */
	const char *notice; /* Message-ID of what it answers; NULL, "": none */
	bool answered;      /* something was sent about it */
	int64_t deadline;   /* of the open decision; SP_NEVER, 0: none */
	const char *zone;   /* whose clock the seat reads; NULL: UTC */
	bool has_decision;
	uint32_t decision; /* that the mail answers */
	struct sp_orders orders;
	/* the declarations before the mail: their numbers hold throughout it */
	struct sp_declarations listed;
	uint32_t fresh;  /* those that the mail itself made */
	json_t *receipt; /* keys of the template `receipt` */
	unsigned turn;   /* in which it came */
	unsigned applied, questions, errors, seen;
	bool blocked;     /* nothing more that changes the game is done */
	int stopped;      /* out: the number, from 1, of the line that was not
			   * understood or refused, so that no other was done; 0:
			   * none */
	unsigned attacks; /* that wait, behind no condition */
	/* what was refused last: a slice of the mail's orders */
	size_t refused, refused_len;
	/* plan.c: the line behind the one at hand; where the lines that are
	 * planned end, 0: none are; what would be planned now (owned), where
	 * that ends, and by how many bytes it is too long */
	int next, planned, rest_end;
	char *rest;
	size_t rest_over;
	/* guards.c: the conditions that stand together and were judged last, by
	 * their number; that of them which held, and the last one judged, as
	 * numbers of lines from 1, 0: none */
	int chain, branch, judged;
	const char *input; /* the tag of a plan's mail; NULL: that of `mail` */
	/* The question to the address of record that the receipt asks again, by
	 * its epoch; 0: none. */
	int64_t question;
	/* the decision that the newest call of the seat to its turn names; -1:
	 * it was not called */
	int64_t called;
	/* a line asked for all and left the treasure, as its note says */
	bool leaves_treasure;
	bool declared; /* a declaration of this mail closed what was open */
	bool joined;   /* out: the seat was taken by this mail */
	bool declined; /* out: its player will not take the seat */
	bool rematch;  /* out: they want to play the game, now over, again */
	/* the mail answers one of ours whose list does not hold any more, or
	 * that has none: numbers are of no list */
	bool list_over;
	bool silent; /* out: nobody is told what became of the mail */
	/* A `yes` to the answer of this mail is possible: offer what it may
	 * have meant (meant.c). Out: what was not done, as orders, a line each,
	 * and another reading of them; owned; NULL: none. `meant_lost`: of a
	 * line nobody can say it; `meant_guess`: not all of it stood so in the
	 * mail */
	bool offers;
	char *meant[SP_TABLE_READINGS];
	bool meant_lost, meant_guess;
	/* out: what the address of record is to be asked: "resign", "token", or
	 * "standin", of `standin`; NULL: nothing */
	const char *asks;
	char standin[SP_ADDR_SIZE];
	/* out: live->people says how many mails its player wants, when they are
	 * reminded, that they are away; nobody stands in any more */
	bool volume_set, remind_set, away_set, standin_off, mute_set;
	bool zone_set; /* and by which clock they are told of times */
	/* Its press, all of it: sent at the first one, sealed there. */
	int (*press)(struct sp_sitting *sitting,
		const struct sp_order_line *line, struct sp_error *e);
	/* The keys of a mail to the seat, for pages of help; owned by the
	 * caller. */
	json_t *(*context)(struct sp_sitting *sitting);
	/* of those who gave the two, and opaque to all others */
	struct sp_post_office *office;
	struct sp_host *host;
	/* lib/post/press.c: whether it went out, to which seats no more may go
	 * (bit i is seat i), and from when on it may again */
	bool pressed;
	unsigned press_full;
	int64_t press_again[SP_SEATS_MAX];
};

/* It is live->mail until it is cleared. */
void sp_table_sitting_init(struct sp_sitting *sitting,
	struct sp_scratch *scratch, struct sp_live *live, int seat);
void sp_table_sitting_clear(struct sp_sitting *sitting);
void sp_table_sitting_parse(struct sp_sitting *sitting);
/* Read a lone `no` as `pass`, if the seat is asked for counters. Not done while
 * parsing: who confirms something says `no`, too. */
void sp_table_sitting_take_no(struct sp_sitting *sitting);
/* Read a text in the words of the game, as the seat may use them now. The
 * caller clears *out. Uses scratch->view. */
void sp_table_read(
	struct sp_sitting *sitting, const char *text, struct sp_orders *out);
/* How many lines of a text are orders, or nearly so. */
unsigned sp_table_sitting_count_orders(
	struct sp_sitting *sitting, const char *text);
/* Execute sitting->orders and fill the receipt. */
int sp_table_sitting_mail(
	struct sp_sitting *sitting, struct sp_error *e) SP_MUST_CHECK;
/* Apply one command and record it, and close the rounds that wait for nobody;
 * SP_EREFUSED with `why` leaves all as it was. `result` may be NULL. */
int sp_table_sitting_step(struct sp_scratch *scratch, struct sp_live *live,
	const struct sp_command *command, int64_t instant, const char *input,
	struct sp_buf *result, struct sp_refusal *why,
	struct sp_error *e) SP_MUST_CHECK;
/* The same, and then bots do what is asked of them. */
int sp_table_sitting_apply(struct sp_scratch *scratch, struct sp_live *live,
	const struct sp_command *command, int64_t instant, const char *input,
	struct sp_buf *result, struct sp_refusal *why,
	struct sp_error *e) SP_MUST_CHECK;
/* The tag of the mail whose orders these are (input.c). */
int table_input(const struct sp_sitting *sitting, char out[SP_SHA256_TEXT],
	struct sp_error *e) SP_MUST_CHECK;
/* Let preferences choose what an order of the seat had no more words for, and
 * append what came of that (bots.c). */
int table_prefer_behind(struct sp_sitting *sitting, struct sp_buf *text,
	struct sp_error *e) SP_MUST_CHECK;
/* The other kinds of orders. */
int sp_table_sitting_question(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e) SP_MUST_CHECK;
/* The first of the lines [from, to) that would declare or forget something and
 * is refused, nothing being done; NULL: none is. */
const struct sp_order_line *sp_table_sitting_find_refused(
	struct sp_sitting *sitting, int from, int to);
/* `later`: a line above in the list of what was done has answered what was
 * open, and the note says so. */
int sp_table_sitting_declare(struct sp_sitting *sitting,
	const struct sp_order_line *line, bool later,
	struct sp_error *e) SP_MUST_CHECK;
/* A line for each declaration of the seat, and one below it while a counter of
 * it is missing in the view. Appends; nothing where none was declared.
 * `numbered`: as `undeclare` takes them. */
void sp_table_declared_list(const struct sp_live *live,
	const struct sp_game *view, int seat, bool numbered,
	struct sp_buf *out);
/* Append the public defaults as such lines, or that the seat dropped them;
 * nothing where they do not stand for it. */
void sp_table_defaults_list(const struct sp_scratch *scratch,
	const struct sp_live *live, int seat, struct sp_buf *out);
/* Append, if a card of the seat's hand answers whoever picks up a treasure, the
 * public default that keeps it back, and what makes an end to that. */
void sp_table_kept_back(const struct sp_scratch *scratch,
	const struct sp_live *live, const struct sp_game *view, int seat,
	struct sp_buf *out);
/* The title of the answer to `try declarations`. */
#define SP_TABLE_TRIED                                                         \
	"What your declarations would have answered, the newest first"
/* Answer what the declarations of the seat, as they stand now, would have said
 * to the last things that it was, or could have been, asked about. */
int sp_table_try_declarations(
	struct sp_sitting *sitting, struct sp_error *e) SP_MUST_CHECK;
/* Does the seat have an invitation that it has not answered before this mail?
 */
bool sp_table_sitting_invited(const struct sp_sitting *sitting);
int sp_table_sitting_join(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e) SP_MUST_CHECK;
int sp_table_sitting_start_if_complete(
	struct sp_sitting *sitting, struct sp_error *e) SP_MUST_CHECK;
/* "Blue, Green": who has not joined yet; "" where all have. Owned. */
char *sp_table_sitting_missing(const struct sp_live *live);
/* An order as its writer put it, on one line; the caller owns it. */
char *sp_table_sitting_as_written(
	const struct sp_sitting *sitting, const struct sp_order_line *line);

/* A condition as its writer put it, on a line without orders: "if countered:";
 * the caller owns it. */
char *sp_table_guard_head(
	const struct sp_sitting *sitting, const struct sp_order_line *line);
/* True if the order may be answered, so that conditions below it are about it.
 */
bool sp_table_announces(const struct sp_order_line *line);

/* Note the first order that waits, and what for, for the receipt's first line.
 */
void sp_table_receipt_waits(
	struct sp_sitting *sitting, const struct sp_order_line *line);
/* The receipt: append `value` (taken) to a list; {order, text} to a list; a
 * refused order, which counts as an error; an answer with its lines (taken). */
void sp_table_receipt_add(json_t *receipt, const char *key, json_t *value);
void sp_table_receipt_tell(struct sp_sitting *sitting, const char *key,
	const char *order, const char *text);
void sp_table_receipt_refuse(struct sp_sitting *sitting,
	const struct sp_order_line *line, const char *text);
/* A refused order, below which nothing is done. Returns SP_OK. */
int sp_table_receipt_stop(struct sp_sitting *sitting,
	const struct sp_order_line *line, const char *why);
/* A refused order, and what could be written in its place; "": nothing. */
void sp_table_receipt_refuse_hint(struct sp_sitting *sitting,
	const struct sp_order_line *line, const char *why, const char *hint);
/* Append what the binder says of an order, as the seat knows the game:
 * scratch->view. */
void sp_table_receipt_add_bound(const struct sp_sitting *sitting,
	const struct sp_bound *bound, struct sp_buf *out);
/* An order that the binder refused. */
void sp_table_receipt_refuse_bound(struct sp_sitting *sitting,
	const struct sp_order_line *line, const struct sp_bound *bound);
/* Append a line that the player wrote to a list, in pieces that fit. */
void sp_table_receipt_add_written(
	json_t *receipt, const char *key, const char *line, size_t most);
/* Begin an answer to a question, without its texts yet; borrowed. */
json_t *sp_table_receipt_answer(struct sp_sitting *sitting, const char *title);
/* Begin the game: every seat is taken. scratch->events are what happened;
 * nothing is recorded. */
int sp_table_sitting_begin(struct sp_scratch *scratch, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;
/* The same as a commit. */
int sp_table_sitting_start(struct sp_scratch *scratch, struct sp_live *live,
	int64_t instant, const char *input, struct sp_error *e) SP_MUST_CHECK;

#endif
