/* Parts of orders: steps, squares, edges, treasures. */
#include "order/order.h"

#include "cards_private.h"

static const char *const directions[] = { "north", "east", "south", "west" };

const struct token *order_parse_peek(const struct parse *p)
{
	return p->at < p->piece->n ? &p->piece->token[p->at] : NULL;
}

bool order_parse_take(struct parse *p, const char *word)
{
	const struct token *t = order_parse_peek(p);

	if (t == NULL || !sp_token_is(t, word))
		return false;
	p->at++;
	return true;
}

/* Mistakes that look the same behind every order. */
bool order_fail_common(struct parse *p)
{
	const struct token *t = order_parse_peek(p);

	if (t == NULL)
		return false;
	if (sp_token_is_mark(t, '.') || sp_token_is_mark(t, '!'))
		return !order_parse_here(p, SP_ORDER_REASON_FULL_STOP);
	if (p->at > 0 && t->is_word && order_verb_is(t))
		return !order_parse_here(p, SP_ORDER_REASON_NEXT_ORDER);
	return false;
}

bool order_parse_end(struct parse *p, const char *what)
{
	if (p->at >= p->piece->n)
		return true;
	if (order_fail_common(p))
		return false;
	return order_parse_fail_with(p, p->at, "",
		&(struct sp_order_mistake){
			.reason = SP_ORDER_REASON_MORE_BEHIND, .word = what });
}

/* ---- directions and steps ------------------------------------------- */

/* s[0..n) as a direction, by name or by letter; -1: none. */
static int direction(const char *s, size_t n)
{
	for (int d = 0; d < 4; d++) {
		const char *name = directions[d];

		if ((n == 1 && s[0] == name[0]) ||
			(n == strlen(name) && memcmp(s, name, n) == 0))
			return d;
	}
	return -1;
}

int order_direction_of(const char *word)
{
	return direction(word, strlen(word));
}

struct step {
	int dir, count;
	size_t at, len; /* within the word */
};

/* One direction with a count glued to it, "n", "2n", "north2"; not "n2", which
 * may be a square. */
static bool step_counted(const char *s, size_t n, struct step *out)
{
	size_t first = 0, last = n, digits;
	long long count = 1;
	char number[4] = "";

	while (first < n && sp_is_digit((unsigned char)s[first]))
		first++;
	while (last > first && sp_is_digit((unsigned char)s[last - 1]))
		last--;
	digits = first + (n - last);
	if (first == last || (first > 0 && last < n) || digits > 2 ||
		(last < n && last == 1))
		return false;
	memcpy(number, first > 0 ? s : s + last, digits);
	if (digits > 0 &&
		sp_parse_int(number, 1, SP_ORDER_STEPS_MAX, &count) != 0)
		return false;
	out->dir = direction(s + first, last - first);
	out->count = (int)count;
	return out->dir >= 0;
}

/* The part of a word up to a hyphen. False: no direction. */
static bool steps_part(const char *word, size_t at, size_t n,
	struct step out[SP_ORDER_WORD_SIZE], int *n_out)
{
	struct step *s = &out[*n_out];

	if (step_counted(word + at, n, s)) {
		s->at = at;
		s->len = n;
		(*n_out)++;
		return true;
	}
	for (size_t i = 0; i < n; i++) {
		int dir = direction(word + at + i, 1);

		if (dir < 0)
			return false;
		out[(*n_out)++] = (struct step){ dir, 1, at + i, 1 };
	}
	return n > 0;
}

static bool steps_of(
	const struct token *t, struct step out[SP_ORDER_WORD_SIZE], int *n_out)
{
	size_t at = 0;

	*n_out = 0;
	if (!t->is_word || t->cut)
		return false;
	if (sp_token_is(t, "link")) {
		out[(*n_out)++] = (struct step){ SP_ORDER_LINK, 1, 0, 4 };
		return true;
	}
	for (;;) {
		size_t n = strcspn(t->word + at, "-");

		if (!steps_part(t->word, at, n, out, n_out))
			return false;
		at += n;
		if (t->word[at] == '\0')
			return true;
		at++;
	}
}

bool order_token_is_step(const struct token *t, bool run)
{
	struct step steps[SP_ORDER_WORD_SIZE];
	int n;

	/* prose has this word, too */
	if (!run && sp_token_is(t, "link"))
		return false;
	return steps_of(t, steps, &n) && (run || n == 1);
}

/* A letter and one or two digits: a name that a board could have. */
static bool is_square(const char *s, size_t n)
{
	if (n < 2 || n > 3 || !sp_is_alpha((unsigned char)s[0]))
		return false;
	for (size_t i = 1; i < n; i++) {
		if (!sp_is_digit((unsigned char)s[i]))
			return false;
	}
	return s[1] != '0';
}

bool order_is_square(const char *word)
{
	return is_square(word, strlen(word));
}

static bool fail_direction(struct parse *p)
{
	static const struct {
		const char *word, *write;
	} others[] = {
		{ "up", "n" },
		{ "down", "s" },
		{ "left", "w" },
		{ "right", "e" },
		{ "northeast", "n e" },
		{ "north-east", "n e" },
		{ "northwest", "n w" },
		{ "north-west", "n w" },
		{ "southeast", "s e" },
		{ "south-east", "s e" },
		{ "southwest", "s w" },
		{ "south-west", "s w" },
		{ "home", "move to home" },
	};
	const struct token *t = order_parse_peek(p);
	const char *near = "";
	bool number = true;

	if (order_fail_common(p))
		return false;
	for (const char *s = t->word; *s != '\0'; s++)
		number = number && sp_is_digit((unsigned char)*s);
	if (t->is_word && is_square(t->word, strlen(t->word)))
		return order_parse_here(p, SP_ORDER_REASON_SQUARE_AS_STEP);
	if (number && t->is_word)
		return order_parse_here(p, SP_ORDER_REASON_COUNT_APART);
	for (size_t i = 0; i < SP_ARRAY_LEN(others); i++) {
		if (sp_token_is(t, others[i].word))
			near = others[i].write;
	}
	for (size_t d = 0; d < 4; d++) {
		/* a slip seldom has another first letter: "fast" */
		if (near[0] == '\0' && strlen(t->word) > 2 &&
			sp_lower((unsigned char)t->word[0]) ==
				directions[d][0] &&
			sp_edit_distance(t->word, directions[d], 3) < 3)
			near = directions[d];
	}
	if (near[0] == '\0' && sp_edit_distance(t->word, "regardless", 4) < 4)
		near = "regardless";
	return order_parse_fail(p, p->at, near, SP_ORDER_REASON_NO_DIRECTION);
}

static bool add_steps(
	struct parse *p, struct sp_order *o, const struct step *steps, int n)
{
	const struct token *t = order_parse_peek(p);

	for (int i = 0; i < n; i++) {
		for (int k = 0; k < steps[i].count; k++) {
			struct sp_order_place *at;

			if (o->n_steps == SP_ORDER_STEPS_MAX)
				return order_parse_fail_with(p, p->at, "",
					&(struct sp_order_mistake){
						.reason =
							SP_ORDER_REASON_TOO_MANY_STEPS,
						.most = SP_ORDER_STEPS_MAX });
			at = &o->step_at[o->n_steps];
			*at = order_token_place(p->piece, p->at);
			/* Words of directions are ASCII: bytes are columns,
			 * unless something without width stands between. */
			if (strlen(t->word) == t->width) {
				at->column += (unsigned)steps[i].at;
				at->length = (unsigned)steps[i].len;
			}
			o->step[o->n_steps++] = (uint8_t)steps[i].dir;
		}
	}
	return true;
}

bool order_phrase_steps(struct parse *p, struct sp_order *o)
{
	for (;;) {
		struct step steps[SP_ORDER_WORD_SIZE];
		const struct token *t = order_parse_peek(p);
		int n;

		if (t == NULL && p->at > 1 && o->n_steps > 0 &&
			sp_token_is_mark(&p->piece->token[p->at - 1], ','))
			return order_parse_fail(p, p->at - 1, "",
				SP_ORDER_REASON_STEPS_BREAK_OFF);
		if (t == NULL ||
			(o->n_steps > 0 && sp_token_is(t, "regardless")))
			break;
		if (o->n_steps > 0 &&
			(sp_token_is_mark(t, ',') || sp_token_is_mark(t, '-') ||
				sp_token_is(t, "then") ||
				sp_token_is(t, "and"))) {
			p->at++;
			continue;
		}
		if (!steps_of(t, steps, &n))
			return fail_direction(p);
		if (!add_steps(p, o, steps, n))
			return false;
		p->at++;
	}
	return true;
}

/* ---- squares and edges ---------------------------------------------- */

/* A player's name at the end of the walk. */
static bool square_of_seat(struct parse *p, struct sp_order *o)
{
	int seat, n = order_name_find(p, p->at, false, &seat);

	if (n <= 0 || (p->at + n < p->piece->n &&
			      !sp_token_is(&p->piece->token[p->at + n],
				      "regardless")))
		return false;
	p->at += n;
	o->seat = seat;
	o->phrase = order_phrase_from(p, p->at - n);
	return true;
}

bool order_phrase_square(struct parse *p, struct sp_order *o)
{
	const struct token *t = order_parse_peek(p);

	if (t == NULL)
		return order_parse_here(p, SP_ORDER_REASON_WHICH_SQUARE);
	o->phrase = order_token_place(p->piece, p->at);
	if (t->is_word && !t->cut &&
		(is_square(t->word, strlen(t->word)) ||
			sp_token_is(t, "home"))) {
		sp_format(o->where, sizeof(o->where), "%s", t->word);
		p->at++;
		return true;
	}
	if (square_of_seat(p, o))
		return true;
	return order_parse_here(p, SP_ORDER_REASON_NO_SQUARE);
}

/* "c4/d4" */
static bool is_pair(const char *s)
{
	size_t n = strcspn(s, "/");

	return s[n] == '/' && is_square(s, n) &&
	       is_square(s + n + 1, strlen(s + n + 1));
}

bool order_is_pair(const char *word)
{
	return is_pair(word);
}

/* "c4-d4" is "c4/d4". */
static void join_squares(struct token *t)
{
	char *dash = strchr(t->word, '-');

	if (dash == NULL || t->cut)
		return;
	*dash = '/';
	if (!order_is_pair(t->word))
		*dash = '-';
}

static void drop_tokens(struct piece *p, int at, int n)
{
	p->n -= n;
	memmove(&p->token[at], &p->token[at + n],
		(size_t)(p->n - at) * sizeof(p->token[0]));
}

/* "w/ energy 4" and "w/energy 4" are "with energy 4"; "w/e" may be a walk, and
 * "w/o" is its opposite. */
static void spell_with(struct piece *p, int i)
{
	struct token *t = &p->token[i], *rest = t + 1;

	if (sp_token_is(t, "w") && i + 2 < p->n && rest->start == t->end &&
		sp_token_is_mark(rest, '/') &&
		order_direction_of(rest[1].word) < 0) {
		t->end = rest->end;
		t->width += rest->width;
		drop_tokens(p, i + 1, 1);
	} else if (sp_starts(t->word, "w/") && t->is_word && !t->cut &&
		   t->word[2] != '\0' && p->n < TOKENS_MAX &&
		   !sp_streq(t->word, "w/o") &&
		   order_direction_of(t->word + 2) < 0) {
		memmove(rest, t, (size_t)(p->n - i) * sizeof(*t));
		p->n++;
		t->end = rest->start = t->start + 2;
		t->width = 2;
		rest->column += 2;
		rest->width -= 2;
		memmove(rest->word, rest->word + 2, strlen(rest->word) - 1);
	} else {
		return;
	}
	sp_format(t->word, sizeof(t->word), "with");
}

void order_phrase_join(struct piece *p)
{
	for (int i = 1; i < p->n; i++)
		spell_with(p, i);
	for (int i = 0; i < p->n; i++)
		join_squares(&p->token[i]);
	for (int i = 0; i + 2 < p->n; i++) {
		struct token *t = &p->token[i];

		if (t->is_word && t[2].is_word && order_is_square(t->word) &&
			sp_token_is_mark(&t[1], '/') &&
			order_is_square(t[2].word)) {
			char pair[SP_ORDER_WORD_SIZE];

			sp_format(pair, sizeof(pair), "%.3s/%.3s", t->word,
				t[2].word);
			memcpy(t->word, pair, sizeof(pair));
			t->end = t[2].end;
			t->width = t[2].column + t[2].width - t->column;
			drop_tokens(p, i + 1, 2);
		} else if (i > 0 && sp_token_is_mark(t, '[') && t[1].is_word &&
			   sp_token_is_mark(&t[2], ']') &&
			   strspn(t[1].word, "0123456789") ==
				   strlen(t[1].word)) {
			drop_tokens(p, i, 3);
		}
	}
}

struct sp_order_place order_phrase_from(const struct parse *p, int from)
{
	struct sp_order_place at = order_token_place(p->piece, from);
	const struct token *t = &p->piece->token[p->at - 1];

	at.length = t->column + t->width - at.column;
	return at;
}

static bool edge_of_square(struct parse *p, struct sp_order *o)
{
	const struct token *t = order_parse_peek(p);
	int from = p->at++, dir;
	const struct token *side = order_parse_peek(p);
	struct sp_order_mistake which = { .reason =
						  SP_ORDER_REASON_WHICH_SIDE };

	if (side == NULL || !side->is_word) {
		sp_format(which.quoted, sizeof(which.quoted), "%.3s", t->word);
		return order_parse_fail_with(p, from, "", &which);
	}
	dir = order_direction_of(side->word);
	/* the line between two squares */
	if (is_square(side->word, strlen(side->word)))
		sp_format(o->where, sizeof(o->where), "%.3s/%.3s", t->word,
			side->word);
	else if (dir < 0)
		return fail_direction(p);
	else
		sp_format(o->where, sizeof(o->where), "%.3s %s", t->word,
			directions[dir]);
	p->at++;
	o->phrase = order_phrase_from(p, from);
	return true;
}

/* "south of c4" is "c4 south". */
static bool edge_of_side(struct parse *p, struct sp_order *o)
{
	const struct token *t = order_parse_peek(p);

	if (p->at + 2 >= p->piece->n || !t->is_word ||
		order_direction_of(t->word) < 0 || !sp_token_is(t + 1, "of") ||
		!t[2].is_word || !order_is_square(t[2].word))
		return false;
	sp_format(o->where, sizeof(o->where), "%.3s %s", t[2].word,
		directions[order_direction_of(t->word)]);
	p->at += 3;
	o->phrase = order_phrase_from(p, p->at - 3);
	return true;
}

bool order_phrase_edge(struct parse *p, struct sp_order *o, const char *thing)
{
	const struct token *t;
	bool open = order_parse_take(p, "at") || order_parse_take(p, "to");

	order_parse_take(p, "the");
	t = order_parse_peek(p);
	o->side = -1;
	if (t == NULL)
		return !open ||
		       order_parse_fail_with(p, p->at, "",
			       &(struct sp_order_mistake){
				       .reason = SP_ORDER_REASON_WHICH_EDGE,
				       .word = thing });
	o->phrase = order_token_place(p->piece, p->at);
	if (t->is_word && is_square(t->word, strlen(t->word)))
		return edge_of_square(p, o);
	if (edge_of_side(p, o))
		return true;
	if (t->is_word && is_pair(t->word)) {
		sp_format(o->where, sizeof(o->where), "%s", t->word);
	} else if (t->is_word && order_direction_of(t->word) >= 0) {
		o->side = (int8_t)order_direction_of(t->word);
		sp_format(
			o->where, sizeof(o->where), "%s", directions[o->side]);
	} else {
		if (order_fail_common(p))
			return false;
		return order_parse_fail_with(p, p->at, "",
			&(struct sp_order_mistake){
				.reason = SP_ORDER_REASON_NO_EDGE,
				.word = thing });
	}
	p->at++;
	return true;
}

/* ---- treasures ------------------------------------------------------ */

/* "blue-1" as a token: take the number off and try the name. */
static bool treasure_glued(struct parse *p, struct sp_order *o)
{
	const struct token *t = &p->piece->token[p->at];
	size_t len = strlen(t->word);
	char name[SP_ORDER_WORD_SIZE];
	unsigned best = 0;

	if (!t->is_word || t->cut || len < 3 || t->word[len - 2] != '-' ||
		(t->word[len - 1] != '1' && t->word[len - 1] != '2'))
		return false;
	memcpy(name, t->word, len - 2);
	name[len - 2] = '\0';
	for (size_t i = 0; i < p->words->n; i++) {
		const struct sp_order_vocable *v = &p->words->word[i];

		if (v->kind != SP_WORD_SEAT)
			continue;
		if (sp_strieq(v->word, name)) {
			best = 1;
			o->seat = v->value;
			break;
		}
		if (sp_starts_i(v->word, name)) {
			best += best == 0 || o->seat != v->value;
			o->seat = v->value;
		}
	}
	if (best != 1) {
		o->seat = -1;
		return false;
	}
	o->number = t->word[len - 1] - '0';
	p->at++;
	return true;
}

static void treasure_number(struct parse *p, struct sp_order *o)
{
	if (o->number == 0 && order_parse_take(p, "1"))
		o->number = 1;
	else if (o->number == 0 && order_parse_take(p, "2"))
		o->number = 2;
}

/* The word, shortened or not; a seat's name goes before. */
static bool treasure_word(struct parse *p)
{
	const struct token *t = order_parse_peek(p);

	if (t == NULL || !t->is_word || strlen(t->word) < 2 ||
		!sp_starts("treasure", t->word) ||
		(!sp_token_is(t, "treasure") && order_name_fits(p, p->at)))
		return false;
	p->at++;
	return true;
}

/* "my", "your own" in front of the word, which stays. */
static bool treasure_mine(struct parse *p)
{
	int from = p->at;

	if (!order_parse_take(p, "my"))
		order_parse_take(p, "your");
	order_parse_take(p, "own");
	if (p->at > from && order_parse_peek(p) != NULL &&
		sp_token_is(order_parse_peek(p), "treasure"))
		return true;
	p->at = from;
	return false;
}

static bool treasure_owner(struct parse *p, struct sp_order *o)
{
	const struct token *t = order_parse_peek(p);

	if (t == NULL)
		return order_parse_here(p, SP_ORDER_REASON_WHOSE_TREASURE);
	if (treasure_glued(p, o))
		return true;
	if (order_parse_take(p, "mine") || treasure_mine(p)) {
		o->seat = SP_ORDER_MINE;
		return true;
	}
	if (order_fail_common(p))
		return false;
	if (sp_edit_distance(t->word, "treasure", 4) < 4)
		return order_parse_fail(
			p, p->at, "treasure", SP_ORDER_REASON_NO_TREASURE);
	return order_name_seat(p, &o->seat);
}

bool order_phrase_is_place(const struct parse *p)
{
	const struct token *t = order_parse_peek(p);

	if (t != NULL && sp_token_is(t, "at"))
		t = p->at + 1 < p->piece->n ? t + 1 : NULL;
	return t != NULL && t->is_word && order_is_square(t->word);
}

bool order_phrase_treasure_at(struct parse *p, struct sp_order *o)
{
	int from = p->at;

	if (!order_phrase_treasure(p, o))
		return false;
	if (order_phrase_is_place(p)) {
		order_parse_take(p, "at");
		sp_format(o->where, sizeof(o->where), "%s",
			p->piece->token[p->at++].word);
		o->phrase = order_phrase_from(p, from);
	}
	return true;
}

/* "treasure from red": the rest says something else. */
static bool is_behind_keyword(const struct parse *p)
{
	return order_parse_peek(p) != NULL &&
	       order_is_keyword(p, order_parse_peek(p));
}

bool order_phrase_treasure(struct parse *p, struct sp_order *o)
{
	bool article = order_parse_take(p, "the");
	int from = p->at;

	if (order_parse_peek(p) == NULL)
		return article ? order_parse_fail(p, p->at, "treasure",
					 SP_ORDER_REASON_THE_WHAT)
			       : true;
	if (treasure_word(p)) {
		treasure_number(p, o);
		if (!order_phrase_is_place(p) && !is_behind_keyword(p) &&
			(order_parse_take(p, "of") ||
				order_parse_peek(p) != NULL) &&
			!treasure_owner(p, o))
			return false;
	} else if (!treasure_owner(p, o)) {
		return false;
	} else {
		treasure_word(p);
	}
	treasure_number(p, o);
	o->phrase = order_phrase_from(p, from);
	return true;
}

bool order_phrase_treasure_fits(const struct parse *p)
{
	struct sp_order_line scratch;
	struct parse copy = *p;

	memset(&scratch, 0, sizeof(scratch));
	copy.line = &scratch;
	order_parse_take(&copy, "the");
	return order_parse_peek(&copy) != NULL &&
	       (treasure_word(&copy) || treasure_mine(&copy) ||
		       order_name_fits(&copy, copy.at) ||
		       treasure_glued(&copy, &scratch.order));
}

bool order_phrase_is_treasure(const struct parse *p)
{
	struct sp_order_line scratch;
	struct parse copy = *p;
	int seat, n;

	memset(&scratch, 0, sizeof(scratch));
	copy.line = &scratch;
	if (treasure_glued(&copy, &scratch.order) || treasure_mine(&copy) ||
		sp_token_is(&p->piece->token[p->at], "treasure"))
		return true;
	n = order_name_find(p, p->at, false, &seat);
	return n > 0 && p->at + n < p->piece->n &&
	       sp_token_is(&p->piece->token[p->at + n], "treasure");
}
