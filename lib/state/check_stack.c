/* Invariants of the stack: what is announced, what resolves, who may react. */
#include "state_private.h"

static int check_values(const struct sp_game *g, const sp_value *values, int n,
	const char *what, int i, struct sp_error *e)
{
	for (int k = 0; k < n; k++)
		REQUIRE(state_value_exists(g, values[k]),
			"%s %d: value %d names nothing", what, i, k);
	return SP_OK;
}

static bool is_item(const struct sp_game *g, int i)
{
	return i >= 0 && i < g->n_casts && g->cast[i].used;
}

/* The cards on the stack, each spent on one thing alone. */
static int count_card(const struct sp_game *g, int card, uint8_t *seen,
	const char *what, int i, struct sp_error *e)
{
	REQUIRE(card >= 0 && card < SP_CARDS_MAX, "%s %d: a card out of range",
		what, i);
	REQUIRE(g->place[card].zone != SP_ZONE_STACK || !seen[card],
		"%s %d: its card is there twice", what, i);
	seen[card] = 1;
	return SP_OK;
}

static int check_parts(const struct sp_cast *cast, int i, struct sp_error *e)
{
	for (int k = 0; k < SP_PARTS_DISTINCT; k++)
		REQUIRE(k < cast->n_parts
				? cast->times[k] > 0 &&
					  cast->fallen[k] <= cast->times[k]
				: cast->times[k] == 0 && cast->fallen[k] == 0,
			"item %d: parts that do not come, or fell too often",
			i);
	return SP_OK;
}

/* The card that lies there as that of the cast. */
static int check_under(
	const struct sp_game *g, int i, uint8_t *seen, struct sp_error *e)
{
	const struct sp_cast *cast = &g->cast[i];
	int card = sp_index_of(cast->under);
	int code;

	REQUIRE(cast->under == 0 || sp_kind_of(cast->under) == SP_KIND_CARD ||
			(cast->under == SP_HIDDEN && !cast->face_up),
		"item %d: something lies face down that is no card", i);
	REQUIRE(cast->under != 0 || !cast->face_up,
		"item %d: nothing was shown", i);
	REQUIRE(cast->came_from == 0 ||
			(cast->came_from <= g->n_seats &&
				cast->came_from - 1 != cast->seat),
		"item %d: its cards came from nobody else", i);
	if (sp_kind_of(cast->under) != SP_KIND_CARD || cast->copied)
		return SP_OK;
	code = count_card(g, card, seen, "item", i, e);
	REQUIRE(code != SP_OK || g->place[card].zone == SP_ZONE_STACK,
		"item %d: what lies face down is elsewhere", i);
	return code;
}

static int check_item(
	const struct sp_game *g, int i, uint8_t *seen, struct sp_error *e)
{
	const struct sp_cast *cast = &g->cast[i];
	int code;

	if (!cast->used) {
		REQUIRE(state_is_zero(cast, sizeof(*cast)),
			"item %d: free, but used", i);
		return SP_OK;
	}
	code = state_check_fields(g, state_fields_cast, cast, "item", e);
	if (code != SP_OK)
		return code;
	REQUIRE(cast->used == 1 && cast->n_answers <= SP_SLOTS_ANSWERED &&
			cast->n_paid <= SP_PAID_MAX,
		"item %d: too many answers or cards", i);
	REQUIRE(cast->parent == -1 ||
			(cast->parent != i && is_item(g, cast->parent)),
		"item %d: its parent is not there", i);
	REQUIRE(cast->parts_at + cast->n_parts <= cast->n_answers,
		"item %d: more parts than answers", i);
	code = check_parts(cast, i, e);
	if (code != SP_OK)
		return code;
	REQUIRE(cast->n_paid2 <= cast->n_paid,
		"item %d: more pays for a part than for all", i);
	REQUIRE(!cast->copied || cast->card >= 0, "item %d: a copy of nothing",
		i);
	REQUIRE((cast->believed & cast->doubted) == 0,
		"item %d: real and false for one", i);
	REQUIRE(cast->secret >> cast->n_answers == 0,
		"item %d: a secret without an answer", i);
	REQUIRE(state_is_zero(&cast->answer[cast->n_answers],
			(size_t)(SP_SLOTS_ANSWERED - cast->n_answers) *
				sizeof(cast->answer[0])) &&
			state_is_zero(&cast->paid[cast->n_paid],
				(size_t)(SP_PAID_MAX - cast->n_paid) *
					sizeof(cast->paid[0])),
		"item %d: something behind its answers or cards", i);
	if (cast->card >= 0 && !cast->copied)
		code = count_card(g, cast->card, seen, "item", i, e);
	if (code == SP_OK)
		code = check_under(g, i, seen, e);
	for (int k = 0; code == SP_OK && k < cast->n_paid; k++)
		code = count_card(g, cast->paid[k], seen, "item", i, e);
	return code == SP_OK ? check_values(g, cast->answer, cast->n_answers,
				       "item", i, e)
			     : code;
}

static int check_frame(const struct sp_game *g, int i, struct sp_error *e)
{
	const struct sp_frame *f = &g->frame[i];
	int code = state_check_fields(g, state_fields_frame, f, "frame", e);

	if (code != SP_OK)
		return code;
	REQUIRE(f->kind != 0, "frame %d: no such kind", i);
	REQUIRE(f->cast == -1 || is_item(g, f->cast),
		"frame %d: its item is not there", i);
	REQUIRE(f->kind != SP_FRAME_DRAFT ||
			(i == 0 && g->turn == 0 && g->n_piles > 0 &&
				g->cards_end == 0),
		"frame %d: no draft can go on now", i);
	return check_values(g, f->local, SP_LOCALS, "frame", i, e);
}

static int check_counter(const struct sp_game *g, const struct sp_counter *c,
	int i, struct sp_error *e)
{
	REQUIRE(c->card >= 0 && c->card < SP_CARDS_MAX &&
			c->n <= SP_COUNTER_ANSWERS,
		"reaction %d: a counter out of range", i);
	REQUIRE(state_is_zero(
			&c->answer[c->n], (size_t)(SP_COUNTER_ANSWERS - c->n) *
						  sizeof(c->answer[0])),
		"reaction %d: something behind the answers of a counter", i);
	return check_values(g, c->answer, c->n, "reaction", i, e);
}

static int check_round(const struct sp_game *g, int i, struct sp_error *e)
{
	const struct sp_round *round = &g->reaction[i];
	int code =
		state_check_fields(g, state_fields_round, round, "reaction", e);

	for (int s = 0; code == SP_OK && s < SP_SEATS_MAX; s++) {
		const struct sp_response *reply = &round->reply[s];

		REQUIRE(reply->n <= SP_REPLY_MAX && round->next[s] <= reply->n,
			"reaction %d: a reply out of range", i);
		REQUIRE(s < g->n_seats || reply->n == 0,
			"reaction %d: a reply of nobody", i);
		for (int k = 0; code == SP_OK && k < reply->n; k++)
			code = check_counter(g, &reply->counter[k], i, e);
		if (code != SP_OK)
			return code;
		REQUIRE(state_is_zero(&reply->counter[reply->n],
				(size_t)(SP_REPLY_MAX - reply->n) *
					sizeof(reply->counter[0])),
			"reaction %d: something behind a reply", i);
	}
	return code;
}

static int check_relief(const struct sp_game *g, int i, struct sp_error *e)
{
	const struct sp_relief *relief = &g->relief[i];
	int code =
		state_check_fields(g, state_fields_relief, relief, "relief", e);
	sp_value source = relief->source;

	if (code != SP_OK)
		return code;
	REQUIRE(relief->kind != SP_RELIEF_NONE && relief->actor >= 0 &&
			relief->left >= 0,
		"relief %d: of nothing or for nobody", i);
	REQUIRE(relief->cast >= 0
			? is_item(g, relief->cast) && relief->frame == -1
			: relief->frame >= 0 && relief->frame < g->n_frames &&
				  g->frame[relief->frame].kind ==
					  SP_FRAME_DAMAGE,
		"relief %d: what it is of is not there", i);
	REQUIRE(relief->kind != SP_RELIEF_REDIRECTION ||
			(sp_kind_of(source) == SP_KIND_PLAYED &&
				g->played[sp_index_of(source)].kind ==
					SP_PLAYED_SPELL),
		"relief %d: turned to nothing", i);
	return SP_OK;
}

static int check_sum(const struct sp_game *g, int i, struct sp_error *e)
{
	const struct sp_sum *sum = &g->sum[i];
	int code = state_check_fields(g, state_fields_sum, sum, "sum", e);

	if (code != SP_OK)
		return code;
	REQUIRE(sp_kind_of(sum->to) == SP_KIND_ACTOR && sum->parts > 0 &&
			(sum->by == SP_NOTHING ||
				sp_kind_of(sum->by) == SP_KIND_ACTOR),
		"sum %d: of nothing, to nobody or by nobody", i);
	return SP_OK;
}

static int check_rest(const struct sp_game *g, struct sp_error *e)
{
	REQUIRE(state_is_zero(&g->cast[g->n_casts],
			(size_t)(SP_CASTS_MAX - g->n_casts) *
				sizeof(g->cast[0])) &&
			state_is_zero(&g->frame[g->n_frames],
				(size_t)(SP_FRAMES_MAX - g->n_frames) *
					sizeof(g->frame[0])) &&
			state_is_zero(&g->reaction[g->n_rounds],
				(size_t)(SP_ROUNDS_MAX - g->n_rounds) *
					sizeof(g->reaction[0])) &&
			state_is_zero(&g->once[g->n_onces],
				(size_t)(SP_ONCES_MAX - g->n_onces) *
					sizeof(g->once[0])) &&
			state_is_zero(&g->relief[g->n_reliefs],
				(size_t)(SP_RELIEFS_MAX - g->n_reliefs) *
					sizeof(g->relief[0])) &&
			state_is_zero(&g->sum[g->n_sums],
				(size_t)(SP_SUMS_MAX - g->n_sums) *
					sizeof(g->sum[0])),
		"something above the top of the stack");
	return SP_OK;
}

int state_check_stack(const struct sp_game *g, struct sp_error *e)
{
	uint8_t seen[SP_CARDS_MAX] = { 0 };
	int code = SP_OK;

	REQUIRE(g->n_casts <= SP_CASTS_MAX && g->n_frames <= SP_FRAMES_MAX &&
			g->n_rounds <= SP_ROUNDS_MAX &&
			g->n_onces <= SP_ONCES_MAX &&
			g->n_reliefs <= SP_RELIEFS_MAX &&
			g->n_sums <= SP_SUMS_MAX,
		"the stack is too high");
	for (int i = 0; code == SP_OK && i < g->n_casts; i++)
		code = check_item(g, i, seen, e);
	for (int i = 0; code == SP_OK && i < g->n_frames; i++)
		code = check_frame(g, i, e);
	for (int i = 0; code == SP_OK && i < g->n_rounds; i++)
		code = check_round(g, i, e);
	for (int i = 0; code == SP_OK && i < g->n_onces; i++)
		code = state_check_fields(
			g, state_fields_once, &g->once[i], "once", e);
	for (int i = 0; code == SP_OK && i < g->n_reliefs; i++)
		code = check_relief(g, i, e);
	for (int i = 0; code == SP_OK && i < g->n_sums; i++)
		code = check_sum(g, i, e);
	if (code != SP_OK)
		return code;
	for (int c = 0; c < SP_CARDS_MAX; c++)
		REQUIRE(g->place[c].zone != SP_ZONE_STACK || seen[c],
			"card %d: on the stack for nothing", c);
	return check_rest(g, e);
}
