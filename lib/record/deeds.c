/* What a seat has done: the trailers of its commits, and the subjects of closed
 * rounds, which say who countered. */
#include "record/deeds.h"

#include "record/commit.h"

struct look {
	const struct sp_ruleset *ruleset;
	const char *colour;
	char name[SP_RENDER_NAME_SIZE];
	bool round;       /* the commit behind closed a round */
	long long undone; /* commits behind this step were taken back; or -1 */
	unsigned turn, later; /* the oldest turn with an order of the seat so
			       * far, and the one behind it; or 0 */
	struct sp_deeds *deeds;
};

/* "cast fireball#1 0 red": the play is one that attacks. */
static bool is_attack(const struct sp_ruleset *r, const char *answers)
{
	size_t n = strcspn(answers, "#");
	const char *play = strchr(answers, ' ');
	long long number = 0;
	char text[16];

	if (play == NULL ||
		!sp_copyn(
			text, sizeof(text), play + 1, strcspn(play + 1, " ")) ||
		sp_parse_int(text, 0, 99, &number) != SP_OK)
		return false;
	for (int i = 0; i < r->n_cards; i++) {
		const struct sp_card *card = &r->card[i];

		if (strlen(card->id) != n || strncmp(card->id, answers, n) != 0)
			continue;
		return number < card->n_plays &&
		       (card->play[number].type == SP_PLAY_ATTACK ||
			       card->play[number].type == SP_PLAY_PHYSICAL);
	}
	return false;
}

/* An order of the seat, behind the number of its decision. */
static unsigned deed_of(const struct look *l, const char *order)
{
	if (sp_starts(order, "walk "))
		return SP_DEED_MOVED;
	if (sp_starts(order, "punch "))
		return SP_DEED_ATTACKED;
	if (sp_starts(order, "cast ") || sp_starts(order, "use "))
		return is_attack(l->ruleset, strchr(order, ' ') + 1)
			       ? SP_DEED_ATTACKED
			       : 0;
	if (sp_starts(order, "pick-up "))
		return sp_starts(order + strlen("pick-up "), l->colour)
			       ? 0
			       : SP_DEED_TOOK;
	return 0;
}

/* A round was closed: the seat countered, if the subject says so. */
static unsigned deed_of_round(const struct look *l, const char *message)
{
	static const char *const how[] = { "counters", "answers with" };
	char *subject = sp_xstrndup(message, strcspn(message, "\n"));
	unsigned deed = 0;

	for (size_t i = 0; i < SP_ARRAY_LEN(how); i++) {
		char *words = sp_xasprintf("%s %s ", l->name, how[i]);

		if (strstr(subject, words) != NULL)
			deed = SP_DEED_COUNTERED | SP_DEED_ANSWERED;
		sp_free(words);
	}
	sp_free(subject);
	return deed;
}

/* The number of the turn that the commit is of; 0: none is told. */
static unsigned turn_of(const char *message)
{
	struct sp_buf text;
	long long number = 0;

	sp_buf_init(&text, 16);
	if (!sp_store_trailer(&text, message, "Turn") ||
		sp_parse_int(sp_buf_str(&text), 0, UINT16_MAX, &number) !=
			SP_OK)
		number = 0;
	sp_buf_free(&text);
	return (unsigned)number;
}

/* From the newest commit back: the oldest of each kind is seen last. */
static void note(struct look *l, unsigned deed, unsigned turn, bool own)
{
	struct sp_deeds *d = l->deeds;

	if (own && turn != l->turn) {
		l->later = l->turn;
		l->turn = turn;
	}
	d->done |= deed;
	if ((deed & SP_DEED_MOVED) != 0) {
		d->moved = turn;
		d->after_moved = l->later;
	}
	if ((deed & SP_DEED_ATTACKED) != 0) {
		d->attacked = turn;
		d->after_attacked = l->later;
	}
	if ((deed & SP_DEED_TOOK) != 0)
		d->took = turn;
	if (own && d->last == 0)
		d->last = turn;
}

/* The number of a trailer, behind `word`; -1: it has none. */
static long long number_of(
	const char *message, const char *trailer, const char *word)
{
	struct sp_buf text;
	long long number = -1;

	sp_buf_init(&text, SIZE_MAX);
	if (!sp_store_trailer(&text, message, trailer) ||
		!sp_starts(sp_buf_str(&text), word) ||
		sp_parse_int(sp_buf_str(&text) + strlen(word), 0, INT32_MAX,
			&number) != SP_OK)
		number = -1;
	sp_buf_free(&text);
	return number;
}

/* True if the commit was taken back by a later one. */
static bool is_undone(struct look *l, const char *message)
{
	if (l->undone >= 0 && number_of(message, "Seq", "") > l->undone)
		return true;
	l->undone = number_of(message, "Command", "undo ");
	return false;
}

static int look_at(const struct sp_commit_info *info, void *payload)
{
	struct look *l = payload;
	const char *message = sp_buf_str(&info->message);
	struct sp_buf command, seat;
	unsigned deed = 0;
	bool closed = false, own = false, asked = false;

	if (is_undone(l, message))
		return 0;
	sp_buf_init(&command, SIZE_MAX);
	sp_buf_init(&seat, SP_ID_SIZE);
	if (sp_store_trailer(&command, message, "Command")) {
		const char *order = strchr(sp_buf_str(&command), ' ');

		order = order != NULL ? order + 1 : "";
		closed = sp_starts(order, "answer ");
		own = sp_store_trailer(&seat, message, "Seat") &&
		      sp_streq(sp_buf_str(&seat), l->colour);
		/* what is asked in a turn of whoever's */
		asked = sp_starts(order, "choose ") ||
			sp_starts(order, "give-up ");
		if (closed)
			deed = deed_of_round(l, message);
		else if (own)
			deed = deed_of(l, order);
	} else if (l->round && sp_starts(message, SP_RECORD_SEALED)) {
		/* what is sealed right before a round closes is an answer */
		deed = SP_DEED_ANSWERED;
	}
	l->round = closed;
	note(l, deed, turn_of(message), own && !asked);
	sp_buf_free(&command);
	sp_buf_free(&seat);
	return 0;
}

int sp_record_deeds(const struct sp_live *live, int seat, struct sp_deeds *out,
	struct sp_error *e)
{
	struct look l = { .ruleset = live->ruleset,
		.colour = live->setup.colour[seat],
		.undone = -1,
		.deeds = out };

	*out = (struct sp_deeds){ .done = 0 };
	sp_render_capital(l.colour, l.name);
	return sp_store_log(live->repo, &live->head, look_at, &l, e);
}
