/*
 * Heads of conditions: "if countered:", "if red in sight {", "else:". What a
 * name or a square is, the caller knows; here are the words around them.
 */
#include "token/token.h"

/* Words between "if" and what counts: "if it was countered". */
static const char fillers[] =
	"it is was i am gets got my the spell attack cast be been";

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
	if (sp_token_among(t, "countered"))
		return SP_TOKEN_GUARD_COUNTERED;
	if (sp_token_among(t, "evaded dodged"))
		return SP_TOKEN_GUARD_EVADED;
	return sp_token_among(t, "hit hits") ? SP_TOKEN_GUARD_HIT
					     : SP_TOKEN_GUARD_UNKNOWN;
}

/* "countered", "it was evaded" */
static enum sp_token_guard read_outcome(const struct piece *p, int at, int end)
{
	while (at + 1 < end && sp_token_among(&p->token[at], fillers))
		at++;
	return at + 1 == end ? outcome_of(&p->token[at])
			     : SP_TOKEN_GUARD_UNKNOWN;
}

/* "red in sight", "red is at d3", "i see red" */
static enum sp_token_guard read_place(
	const struct piece *p, int at, int end, struct sp_token_head *out)
{
	const struct token *t = p->token;
	enum sp_token_guard kind = SP_TOKEN_GUARD_UNKNOWN;
	int last = end;

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

bool sp_token_guard_head(const struct piece *p, struct sp_token_head *out)
{
	int end = find_end(p), at = 1;

	memset(out, 0, sizeof(*out));
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
	out->kind = read_outcome(p, at, end);
	if (out->kind == SP_TOKEN_GUARD_UNKNOWN)
		out->kind = read_place(p, at, end, out);
	out->secret =
		out->kind == SP_TOKEN_GUARD_UNKNOWN && tells_secret(p, at, end);
	return true;
}
