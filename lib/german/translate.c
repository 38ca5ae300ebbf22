/*
 * Orders in German: each part of a line that begins with an order's verb, ends
 * with one, or says where to go, is put in the words of the game. What else
 * there is stays as it is, so that a part that is not understood is a mistake
 * beside the rest. A part read by itself becomes what it becomes in its line,
 * as lines are read in parts, too.
 */
#include "german_private.h"

static int part_end(const struct german_work *w, int at, int to)
{
	while (at < to && !german_parts(w, at, false))
		at++;
	return at;
}

/* Are "und zwar" and a comma before it nothing but a breath? */
static int skip_breath(const struct german_work *w, int i, int to)
{
	int at = i;

	if (sp_token_is_mark(german_at(w, at), ','))
		at++;
	if (at + 1 < to && sp_token_among(german_at(w, at), "und un") &&
		sp_token_is(german_at(w, at + 1), "zwar"))
		return at + 2 - i;
	return 0;
}

static void emit_separator(struct german_work *w, int i)
{
	const struct token *t = german_at(w, i);

	if (!t->is_word)
		german_raw(w, i, i + 1);
	else
		german_emit(w,
			sp_token_among(t, "und un sowie and") ? "and" : "then",
			i);
	w->any = w->any || sp_token_among(german_at(w, 0), german_english);
}

/* A sentence that begins with an order's verb and tells of something else. */
static bool begins_order(const struct german_work *w, int from, int to)
{
	struct german_part p = { .from = from };

	while (p.from < to && german_parts(w, p.from, true))
		p.from++;
	p.to = part_end(w, p.from, to);
	if (p.from == p.to)
		return false;
	german_find(w, &p);
	return p.as != NULL && p.verb == p.at && german_fits(w, &p) &&
	       (german_aims(w, &p) ||
		       german_says(w, from, p.to,
			       "beiden beide einen jemanden alle")) &&
	       !(p.i && (german_says(w, from, to, "nicht nich net") ||
				(to == w->in.n && w->raw->question)));
}

static const char wonders[] =
	"vielleicht evtl eventuell moglicherweise glaube denke womoglich";

/* "vielleicht gehe ich nach c4": verbs and what they are about stand together
 * as in English, so that it is nearly an order. */
static void emit_doubt(struct german_work *w, int from, int to)
{
	struct german_part p = {
		.from = from, .to = to, .verb = -1, .tail = -1
	};
	const struct german_verb *v = NULL;

	for (int i = from; i < to && v == NULL; i++) {
		v = german_verb_of(german_at(w, i), false, NULL);
		if (v == NULL)
			v = german_verb_of(german_at(w, i), true, NULL);
		if (v != NULL)
			p.verb = i;
	}
	p.as = v;
	if (v == NULL || !german_aims(w, &p)) {
		german_raw(w, from, to);
		return;
	}
	german_emit(w, v->as, p.verb);
	for (int i = from; i < to; i++)
		if (i != p.verb && !sp_token_among(german_at(w, i), wonders))
			german_put(w, &p, i, i + 1);
	german_emit(w, "perhaps", to - 1);
	german_close(w, w->begun, from, to);
	w->any = w->verb = true;
}

/* Nothing but names, and what stands before them: "den Dolch". */
static bool is_bare(const struct german_work *w, int from, int to)
{
	for (int i = from; i < to; i++) {
		const struct token *t = german_at(w, i);

		if (!t->is_word || sp_token_is_greeting(t) ||
			sp_token_among(t, german_english) ||
			sp_token_among(t, german_fillers) ||
			(!german_is_target(t) && german_number(t) == NULL &&
				!sp_token_among(t, german_articles) &&
				german_word(t) != NULL))
			return false;
	}
	return from < to && !german_is_square(german_at(w, from));
}

/* "ich werfe Zot und Glue weg", "Zot und Glue wegwerfen": the end of the list
 * that the part [from, end) begins; `end`: it begins none. */
static int list_end(const struct german_work *w, int from, int end, int to)
{
	struct german_part p = { .from = from, .to = end };
	const struct german_verb *v = NULL;
	int last = end;

	if (end >= to)
		return end;
	german_find(w, &p);
	if (p.as == NULL && !is_bare(w, from, end))
		return end;
	if (p.as != NULL && (!sp_streq(p.as->as, "throw") || p.verb < 0))
		return end;
	for (int at = end; at < to; at = last) {
		struct german_part next = { .from = at + 1 };

		if (!sp_token_among(german_at(w, at), "und un sowie ,") &&
			!sp_token_is_mark(german_at(w, at), ','))
			return end;
		last = next.to = part_end(w, at + 1, to);
		if (next.to == next.from)
			return end;
		german_find(w, &next);
		v = german_verb_of(german_at(w, last - 1), true, NULL);
		if (p.as == NULL && next.as != NULL)
			return v != NULL && v->kind == GERMAN_THING &&
					       v == next.as &&
					       is_bare(w, at + 1, last - 1) &&
					       !sp_token_is_mark(
						       german_at(w, at), ',')
				       ? last
				       : end;
		if (next.as != NULL)
			return end;
		if (p.as != NULL &&
			sp_token_among(german_at(w, last - 1), "ab weg"))
			return is_bare(w, at + 1, last - 1) ? last : end;
		if (!is_bare(w, at + 1, last))
			return end;
	}
	return end;
}

static void translate_sentence(struct german_work *w, int from, int to)
{
	bool begins = true;

	w->walked = false;
	w->begun = w->out.n;
	if (german_is_talk(&w->in, from, to) && !begins_order(w, from, to)) {
		if (german_says(w, from, to, wonders) &&

			!(to == w->in.n && w->raw->question))
			emit_doubt(w, from, to);
		else
			german_raw(w, from, to);
		return;
	}
	for (int i = from; i < to;) {
		struct german_part p = { .from = i };
		int n = skip_breath(w, i, to);

		if (n > 0) {
			i += n;
			continue;
		}
		if (german_parts(w, i, begins)) {
			emit_separator(w, i++);
			begins = true;
			continue;
		}
		p.to = list_end(w, i, part_end(w, i + 1, to), to);
		german_part(w, &p);
		i = p.to;
		begins = false;
	}
}

static int sentence_end(const struct german_work *w, int at)
{
	for (; at < w->in.n; at++) {
		const struct token *t = german_at(w, at);

		if (!t->is_word && strchr(".!?", t->word[0]) != NULL &&
			german_parts(w, at, false) && at + 1 < w->in.n &&
			t[1].start > t->end)
			return at + 1;
	}
	return at;
}

/* "cast Rot at blue": it stands where a card does, and a card is called so. */
static bool is_card_rot(const struct piece *p, int at)
{
	if (at == 0 || !sp_token_is(&p->token[at], "rot"))
		return false;
	if (sp_token_is(&p->token[at - 1], "phantom"))
		return true;
	/* an order of cards in English aims with such a word */
	if (sp_token_among(&p->token[0],
		    "cast use play discard counter choose activate end dispel "
		    "card forget"))
		return !sp_token_among(&p->token[at - 1],
			"at on auf an gegen of from to by von");
	return at + 1 < p->n &&
	       sp_token_among(&p->token[at - 1],
		       "spiele spiel zaubere zauber wirke wirk benutze benutz") &&
	       sp_token_among(&p->token[at + 1], "auf gegen mit at on with");
}

bool sp_german_translate(struct piece *p, bool whole)
{
	struct german_work w = { .raw = p, .parts = "auf ab an hin nieder" };
	int at;

	if (p->n == 0 || p->cut || p->copied)
		return false;
	w.in = *p;
	w.out = *p;
	w.out.n = 0;
	for (int i = 0; i < p->n; i++) {
		german_fold(p->token[i].word, w.in.token[i].word);
		/* no colour, and no other word of the tables */
		if (is_card_rot(p, i))
			sp_format(w.in.token[i].word, SP_TOKEN_SIZE, "rot.");
	}
	at = german_head(&w);
	w.any = at > 0;
	while (at < p->n) {
		int end = sentence_end(&w, at);

		w.forced = whole; /* a verb stands before it */
		translate_sentence(&w, at, end);
		at = end;
	}
	if (!w.any || w.out.n == 0 || w.out.n + 2 > TOKENS_MAX)
		return false;
	w.out.german = true;
	w.out.ordered = w.verb;
	*p = w.out;
	return true;
}
