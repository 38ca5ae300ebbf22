/*
 * Heads of conditions: "if countered:", "if red in sight {", "else:". What a
 * name or a square is, the caller knows; here are the words around them.
 */
#include "token/token.h"

/* Words between "if" and what counts: "if it was countered". */
static const char fillers[] =
	"it it's is was i i'm am gets got get my the that this spell attack cast "
	"be been he she they he's down away off";

/* What nobody but its owner knows: "if red has shield". */
static const char secrets[] =
	"has have had holds hold holding hand hands draws drew drawn knows "
	"keeps owns got deck pile";

static bool is_else(const struct token *t)
{
	return sp_token_among(t, "else otherwise");
}

/* Where the condition ends: its colon or its brace. */
static int find_end(const struct piece *p)
{
	int i = 1;

	while (i < p->n && !sp_token_is_mark(&p->token[i], ':') &&
		!sp_token_is_mark(&p->token[i], '{'))
		i++;
	return i;
}

static enum sp_token_guard outcome_of(const struct token *t)
{
	if (sp_token_among(t, "countered counters counter blocked blocks "
			      "parried parries cancelled cancels"))
		return SP_TOKEN_GUARD_COUNTERED;
	if (sp_token_among(t, "evaded evades dodged dodges"))
		return SP_TOKEN_GUARD_EVADED;
	return sp_token_among(
		       t, "hit hits works worked succeeds succeeded connects")
		       ? SP_TOKEN_GUARD_HIT
		       : SP_TOKEN_GUARD_UNKNOWN;
}

/* "countered", "it was evaded", "blue counters it": one word may be a name,
 * which out->name tells then. "not" alone is the other case. */
static enum sp_token_guard read_outcome(
	const struct piece *p, int at, int end, struct sp_token_head *out)
{
	enum sp_token_guard kind = SP_TOKEN_GUARD_UNKNOWN;
	int name = 0;

	if (at + 1 == end && sp_token_is(&p->token[at], "not"))
		return SP_TOKEN_GUARD_ELSE;
	for (int i = at; i < end; i++) {
		enum sp_token_guard now = outcome_of(&p->token[i]);

		if (now != SP_TOKEN_GUARD_UNKNOWN &&
			kind != SP_TOKEN_GUARD_UNKNOWN)
			return SP_TOKEN_GUARD_UNKNOWN;
		if (now != SP_TOKEN_GUARD_UNKNOWN)
			kind = now;
		else if (sp_token_among(&p->token[i], fillers))
			continue;
		else if (name > 0 || kind != SP_TOKEN_GUARD_UNKNOWN)
			return SP_TOKEN_GUARD_UNKNOWN;
		else
			name = i;
	}
	/* whose spell hits is not asked */
	if (name > 0 && kind == SP_TOKEN_GUARD_HIT)
		return SP_TOKEN_GUARD_UNKNOWN;
	if (kind != SP_TOKEN_GUARD_UNKNOWN) {
		out->name = name;
		out->name_end = name + 1;
	}
	return kind;
}

/* "red in sight", "red is at d3", "i see red" */
static enum sp_token_guard read_place(
	const struct piece *p, int at, int end, struct sp_token_head *out)
{
	const struct token *t = p->token;
	enum sp_token_guard kind = SP_TOKEN_GUARD_UNKNOWN;
	int last = end;

	/* "if I can see red from there" */
	if (end - at >= 4 && sp_token_among(&t[end - 1], "there here") &&
		sp_token_is(&t[end - 2], "from"))
		last = end -= 2;
	else if (end - at >= 3 && sp_token_among(&t[end - 1], "then there"))
		last = --end;
	if (end - at >= 3 && sp_token_is(&t[at], "i") &&
		sp_token_among(&t[at + 1], "see can")) {
		at += 2 + (end - at > 3 && sp_token_is(&t[at + 2], "see"));
		kind = SP_TOKEN_GUARD_SIGHT;
	} else if (end - at >= 3 && sp_token_is(&t[end - 1], "sight") &&
		   sp_token_is(&t[end - 2], "in")) {
		last = end - 2;
		kind = SP_TOKEN_GUARD_SIGHT;
	} else if (end - at >= 3 && t[end - 1].is_word &&
		   sp_token_among(&t[end - 2], "at on")) {
		last = end - 2;
		out->square = end - 1;
		kind = SP_TOKEN_GUARD_AT;
	}
	if (kind != SP_TOKEN_GUARD_UNKNOWN && last - at > 1 &&
		sp_token_among(&t[last - 1], "is stands"))
		last--;
	out->name = at;
	out->name_end = last;
	return kind;
}

static bool tells_secret(const struct piece *p, int at, int end)
{
	for (int i = at; i < end; i++)
		if (sp_token_among(&p->token[i], secrets))
			return true;
	return false;
}

/* "if countered, move n": the comma, where what stands before it is understood
 * and something stands behind; p->n. */
static int find_comma(const struct piece *p)
{
	struct sp_token_head head = { 0 };
	int i = 1;

	while (i < p->n && !sp_token_is_mark(&p->token[i], ',') &&
		!sp_token_is(&p->token[i], "then"))
		i++;
	if (i + 1 >= p->n || !sp_token_is(&p->token[0], "if"))
		return p->n;
	if (read_outcome(p, 1, i, &head) != SP_TOKEN_GUARD_UNKNOWN)
		return i;
	/* "if he throws something at me, ..." */
	return read_place(p, 1, i, &head) != SP_TOKEN_GUARD_UNKNOWN &&
			       (head.square == 0 ||
				       sp_token_is_square(
					       p->token[head.square].word))
		       ? i
		       : p->n;
}

bool sp_token_guard_head(const struct piece *p, struct sp_token_head *out)
{
	int end = find_end(p), at = 1;

	memset(out, 0, sizeof(*out));
	if (end == p->n)
		end = find_comma(p);
	if (p->n < 2 || end == p->n ||
		(!sp_token_is(&p->token[0], "if") && !is_else(&p->token[0])))
		return false;
	out->n = end + 1;
	out->brace = sp_token_is_mark(&p->token[end], '{');
	if (!out->brace && out->n < p->n &&
		sp_token_is_mark(&p->token[out->n], '{')) {
		out->n++;
		out->brace = true;
	}
	if (is_else(&p->token[0])) {
		if (end == 1) {
			out->kind = SP_TOKEN_GUARD_ELSE;
			return true;
		}
		/* "else if hit:" */
		if (!sp_token_is(&p->token[1], "if"))
			return false;
		at = 2;
	}
	out->first = at;
	out->kind = read_outcome(p, at, end, out);
	if (out->kind == SP_TOKEN_GUARD_UNKNOWN)
		out->kind = read_place(p, at, end, out);
	out->secret =
		out->kind == SP_TOKEN_GUARD_UNKNOWN && tells_secret(p, at, end);
	return true;
}
