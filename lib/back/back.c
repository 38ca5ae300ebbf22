/* The way back through one's own turn. */
#include "back/back.h"

#include "record/commit.h"

/* ---- positions ---------------------------------------------------------- */

static bool is_drawn(const struct sp_game *now, const struct sp_game *then)
{
	bool drawn = now->n_piles != then->n_piles;

	for (int i = 0; !drawn && i < now->n_piles; i++)
		drawn = now->pile[i].n != then->pile[i].n;
	return drawn;
}

/* True if `now`, what a seat sees, has something in the open that `then` hides.
 * What a seat plays of its own hand others see, too: it showed it itself. */
static bool has_seen(const struct sp_game *now, const struct sp_game *then,
	const struct sp_game *before, int seat)
{
	bool seen = false;

	for (int c = 0; c < now->cards_end; c++)
		seen = seen ||
		       (then->place[c].zone == SP_ZONE_UNKNOWN &&
			       now->place[c].zone != SP_ZONE_UNKNOWN &&
			       !(sp_game_is_public(now, c) &&
				       before->place[c].zone == SP_ZONE_HAND &&
				       before->place[c].seat == seat));
	for (int i = 0; i < then->things_end; i++)
		seen = seen || (then->thing[i].kind != SP_THING_FREE &&
				       then->thing[i].facedown &&
				       then->thing[i].real == 0 &&
				       (i >= now->things_end ||
					       !now->thing[i].facedown ||
					       now->thing[i].real != 0));
	return seen;
}

/* True if somebody has found out since whether an illusion is one. */
static bool is_doubted(const struct sp_game *now, const struct sp_game *then)
{
	bool found = false;

	for (int i = 0; i < then->things_end && i < now->things_end; i++)
		found = found ||
			(then->thing[i].illusion != 0 &&
				(then->thing[i].believed !=
						now->thing[i].believed ||
					then->thing[i].doubted !=
						now->thing[i].doubted));
	return found;
}

static bool is_seen(
	const struct sp_game *now, const struct sp_game *then, int seat)
{
	struct sp_game *a = sp_xmalloc(sizeof(*a));
	struct sp_game *b = sp_xmalloc(sizeof(*b));
	bool seen = false;

	for (int s = 0; !seen && s < now->n_seats; s++) {
		sp_game_view(now, s, a);
		sp_game_view(then, s, b);
		seen = has_seen(a, b, then, seat);
	}
	sp_wipe(a, sizeof(*a));
	sp_wipe(b, sizeof(*b));
	sp_free(a);
	sp_free(b);
	return seen;
}

enum sp_back_bar sp_back_bar(const struct sp_game *now,
	const struct sp_game *then, int seat, bool whole)
{
	if (now->rng.next != then->rng.next)
		return SP_BACK_ROLLED;
	if (is_drawn(now, then))
		return SP_BACK_DRAWN;
	if (is_doubted(now, then))
		return SP_BACK_SEEN;
	return whole && is_seen(now, then, seat) ? SP_BACK_SEEN : SP_BACK_OPEN;
}

bool sp_back_is_turn(const struct sp_game *game, int seat)
{
	return game->status == SP_GAME_RUNNING &&
	       game->decision.kind == SP_DECISION_TURN &&
	       sp_game_plays(game) == seat;
}

/* ---- the history -------------------------------------------------------- */

struct walk {
	const struct sp_setup *setup;
	unsigned turn;
	int seat;
	uint64_t jump; /* an undo on the way: go on there; 0: none */
	struct sp_back *out;
	struct sp_error *e;
};

void sp_back_trailer(
	const char *message, const char *key, char *out, size_t size)
{
	struct sp_buf text;

	sp_buf_init(&text, size - 1);
	(void)sp_store_trailer(&text, message, key);
	sp_format(out, size, "%s", sp_buf_str(&text));
	sp_buf_free(&text);
}

int sp_back_seq(
	const struct sp_commit_info *info, uint64_t *seq, struct sp_error *e)
{
	long long number = 0;
	char text[24];

	sp_back_trailer(sp_buf_str(&info->message), "Seq", text, sizeof(text));
	if (sp_parse_int(text, 0, INT64_MAX, &number) != SP_OK)
		return sp_error_set(e, SP_ECORRUPT,
			"commit %s has no Seq trailer", info->id.hex);
	*seq = (uint64_t)number;
	return SP_OK;
}

static bool is_number(const char *text, long long least, long long wanted)
{
	long long number = 0;

	return sp_parse_int(text, least, INT64_MAX, &number) == SP_OK &&
	       number == wanted;
}

/* What a commit is that has a command. */
static enum sp_back_kind kind_of(
	struct walk *w, const char *message, const char *command)
{
	char seat[SP_ID_SIZE], input[SP_SHA256_TEXT], turn[16];
	struct sp_ruling ruling;

	sp_back_trailer(message, "Turn", turn, sizeof(turn));
	sp_back_trailer(message, "Seat", seat, sizeof(seat));
	sp_back_trailer(message, "Input", input, sizeof(input));
	if (!is_number(turn, 1, (long long)w->turn))
		return SP_BACK_BEGIN;
	bool own = sp_streq(seat, w->setup->colour[w->seat]) &&
		   (strlen(input) == SP_SHA256_TEXT - 1 ||
			   sp_streq(input, SP_INPUT_DECLARED));
	if (sp_record_ruling_parse(&ruling, w->setup, command, NULL) != SP_OK)
		return own ? SP_BACK_OWN : SP_BACK_OTHER;
	switch (ruling.kind) {
	case SP_RULING_UNDO:
		if (seat[0] == '\0')
			return SP_BACK_BEGIN;
		w->jump = ruling.seq;
		return SP_BACK_BESIDE;
	case SP_RULING_ASK:
	case SP_RULING_AGREE:
	case SP_RULING_REFUSE:
	case SP_RULING_LOOK:
	case SP_RULING_CLOCK:
		return SP_BACK_BESIDE;
	case SP_RULING_CANCEL:
	case SP_RULING_REPAIR:
		break;
	}
	return SP_BACK_BEGIN;
}

static int look_at(const struct sp_commit_info *info, void *payload)
{
	struct walk *w = payload;
	struct sp_back *out = w->out;
	const char *message = sp_buf_str(&info->message);
	struct sp_back_step step = { .id = info->id, .kind = SP_BACK_BESIDE };
	char command[256];
	int rc = sp_back_seq(info, &step.seq, w->e);

	if (rc != SP_OK)
		return rc;
	if (w->jump != 0 && step.seq > w->jump)
		return 0;
	w->jump = 0;
	sp_back_trailer(message, "Command", command, sizeof(command));
	if (command[0] != '\0')
		step.kind = kind_of(w, message, command);
	if (step.kind == SP_BACK_OWN || step.kind == SP_BACK_OTHER)
		step.story = sp_xstrndup(message, strcspn(message, "\n"));
	if (out->n == out->cap) {
		out->cap = out->cap > 0 ? 2 * out->cap : 64;
		out->step =
			sp_xrealloc(out->step, out->cap, sizeof(out->step[0]));
	}
	out->step[out->n++] = step;
	return step.kind == SP_BACK_BEGIN;
}

int sp_back_find(struct sp_store_game *repo, const struct sp_oid *from,
	const struct sp_setup *setup, unsigned turn, int seat,
	struct sp_back *out, struct sp_error *e)
{
	struct walk w = {
		.setup = setup, .turn = turn, .seat = seat, .out = out, .e = e
	};

	*out = (struct sp_back){ .n = 0 };
	return sp_store_log(repo, from, look_at, &w, e);
}

void sp_back_clear(struct sp_back *back)
{
	for (size_t i = 0; i < back->n; i++)
		sp_free(back->step[i].story);
	sp_free(back->step);
	*back = (struct sp_back){ .n = 0 };
}

size_t sp_back_at(const struct sp_back *back, uint64_t seq)
{
	size_t at = 0;

	while (at < back->n && back->step[at].seq != seq)
		at++;
	return at;
}

bool sp_back_is_free(const struct sp_back *back, size_t at,
	const struct sp_game *now, int seat)
{
	const struct sp_decision *d = &now->decision;
	bool alone = d->kind != SP_DECISION_REACTION &&
		     (d->seats & ~(1U << seat)) == 0;

	for (size_t i = 0; i < at && i < back->n; i++)
		alone = alone && back->step[i].kind != SP_BACK_OTHER;
	return alone;
}
