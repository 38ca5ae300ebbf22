/*
 * The words of one part of an order in German, put in those of the game.
 */
#include "german_private.h"

const char german_fronts[] =
	"bitte jetzt nun also zurst zunachst erst erstmal heute schliesslich "
	"zuletzt ok okay gut na ja hallo hi hey moin servus so einfach gleich "
	"anschliessend danach dann als nachstes und un naturlich";

const char german_fillers[] =
	"los hihi haha hehe lol xd atsch bitte danke jetzt mal halt ok okay "
	"lg mfg tschuss dann gleich schnell sofort wieder noch natuerlich "
	"naturlich da hier";

const char german_units[] =
	"feld felder feldern schritt schritte schritten mal weiter";

/* Verbs of the game that German words may stand behind. */
const char german_english[] =
	"boost move cast use attack punch hit throw drop open discard draw "
	"pick counter go walk take block kick shoot play try";

const char german_speed[] =
	"tempo geschwindigkeit bewegung bewegungen schritt schritte schritten "
	"felder laufen rennen gehen speed reichweite";

static const char ones[] = "ein eine einen einem einer nen";

const struct token *german_at(const struct german_work *w, int i)
{
	return &w->in.token[i];
}

/* ---- what comes out ------------------------------------------------------ */

void german_emit(struct german_work *w, const char *words, int from)
{
	while (*words != '\0' && w->out.n < TOKENS_MAX) {
		struct token *t = &w->out.token[w->out.n++];
		size_t n = strcspn(words, " ");

		*t = w->raw->token[from];
		t->is_word = true;
		t->cut = false;
		sp_format(t->word, sizeof(t->word), "%.*s", (int)n, words);
		words += n;
		words += strspn(words, " ");
	}
}

void german_raw(struct german_work *w, int from, int to)
{
	for (; from < to && w->out.n < TOKENS_MAX; from++)
		w->out.token[w->out.n++] = w->raw->token[from];
}

/* The tokens of the part begin and end where it does. */
void german_close(struct german_work *w, int first, int from, int to)
{
	const struct token *begin = &w->raw->token[from];
	struct token *t = &w->out.token[first];

	if (first >= w->out.n)
		return;
	t->start = begin->start;
	t->column = begin->column;
	t->end = begin->end;
	t->width = begin->width;
	w->out.token[w->out.n - 1].end = w->raw->token[to - 1].end;
}

/* ---- words --------------------------------------------------------------- */

bool german_says(
	const struct german_work *w, int from, int to, const char *words)
{
	for (; from < to; from++)
		if (sp_token_among(german_at(w, from), words))
			return true;
	return false;
}

/* The last token that says something. */
int german_last(const struct german_work *w, int from, int to)
{
	while (to - 1 > from &&
		sp_token_among(german_at(w, to - 1), german_fillers))
		to--;
	return to - 1;
}

bool german_is_square(const struct token *t)
{
	return t->is_word &&
	       (sp_token_is_square(t->word) || sp_token_is_pair(t->word));
}

/* The token behind small words; `to`: none is. */
int german_behind(const struct german_work *w, int i, int to, const char *small)
{
	while (i < to && sp_token_among(german_at(w, i), small))
		i++;
	return i;
}

const char german_articles[] =
	"den der dem die das ein eine einen einem einer meinen mein meine "
	"meinem meiner seinen sein seine seinem ihren";

bool german_is_way(const struct german_work *w, int i, int to)
{
	return i < to && german_direction(german_at(w, i)) != NULL;
}

/* "einen nach norden", "ein Feld hoch" */
bool german_is_one(const struct german_work *w, int i, int to)
{
	int next = i + 1;

	if (!sp_token_among(german_at(w, i), ones))
		return false;
	if (next < to && sp_token_among(german_at(w, next), "feld schritt mal"))
		return true;
	if (next < to && sp_token_among(german_at(w, next), "nach richtung"))
		next++;
	return german_is_way(w, next, to) &&
	       german_at(w, next)->word[strlen(german_at(w, next)->word) - 1] !=
		       'e';
}

/* "noerdlich von c4", "an der Nordkante von c4" */
static bool is_side_of(const struct german_work *w, int i, int to)
{
	return i + 2 < to && german_is_way(w, i, to) &&
	       sp_token_direction_of(german_direction(german_at(w, i))) >= 0 &&
	       sp_token_among(german_at(w, i + 1), "von vom") &&
	       german_is_square(german_at(w, i + 2));
}

/* "o" among steps is east. */
bool german_is_east(
	const struct german_work *w, const struct german_part *p, int i)
{
	const struct token *t = german_at(w, i);

	return sp_token_is(t, "o") &&
	       !(i + 1 < p->to &&
		       sp_token_among(t + 1, "north east south west")) &&
	       ((p->as != NULL && p->as->kind == GERMAN_MOVE) ||
		       (w->walked && p->to == p->from + 1) ||
		       (i > p->from && (german_direction(t - 1) != NULL ||
					       german_number(t - 1) != NULL ||
					       sp_token_is(t - 1, "o"))) ||
		       (i + 1 < p->to && (german_direction(t + 1) != NULL ||
						 sp_token_is(t + 1, "o"))));
}

/* "fuer mehr Schritte": how many tokens; 0: it is something else. */
static int spends_at(const struct german_work *w, int i, int to)
{
	int at = i + 1;

	if (!sp_token_among(german_at(w, i), "fur furs zum"))
		return 0;
	while (at < to && (sp_token_among(german_at(w, at),
				   "mehr extra das die ein paar weitere mein "
				   "zusatzliche hohere") ||
				  german_number(german_at(w, at)) != NULL))
		at++;
	if (at == to || !sp_token_among(german_at(w, at), german_speed))
		return 0;
	at += at + 1 < to && sp_token_is(german_at(w, at + 1), "mehr");
	return at + 1 - i;
}

/* Words around the place of a walk or of what is put down. Returns how many
 * tokens were read; 0: it is another. */
static int emit_place(
	struct german_work *w, const struct german_part *p, int i, int next)
{
	const struct token *t = german_at(w, i);
	bool walks = p->as != NULL &&
		     (p->as->kind == GERMAN_MOVE || p->as->kind == GERMAN_FLY);

	/* "ich gehe auf c4", not "zum Schatz auf c4" */
	if (walks && sp_token_is(t, "auf") && next < p->to &&
		sp_token_is_square(german_at(w, next)->word) &&
		!(i > p->at && german_is_target(t - 1))) {
		german_emit(w, "to", i);
		return next - i;
	}
	/* "mit dem Schatz nach Hause": it goes with whoever has it */
	if (walks && sp_token_is(t, "mit") && next < p->to &&
		sp_token_is(german_at(w, next), "schatz"))
		return next + 1 - i;
	/* "zu Hause" stands behind (parts.c) */
	if (p->as != NULL && sp_streq(p->as->as, "drop")) {
		if (sp_token_among(t, "zuhause daheim"))
			return 1;
		if (sp_token_among(t, "zu im") && i + 1 < p->to &&
			sp_token_among(t + 1, "hause haus heim"))
			return 2;
	}
	/* "schlage auf Blau ein" */
	if (p->as != NULL && p->verb >= 0 && sp_token_is(t, "auf") &&
		(sp_streq(p->as->as, "hit") || sp_streq(p->as->as, "kick") ||
			(sp_streq(p->as->as, "shoot") && i == p->verb + 1)) &&
		next < p->to && german_is_target(german_at(w, next)))
		return 1;
	return 0;
}

/* Words that depend on what stands behind them. Returns how many tokens were
 * read; 0: it is another. */
static int emit_before(
	struct german_work *w, const struct german_part *p, int i)
{
	const struct token *t = german_at(w, i);
	int next = german_behind(w, i + 1, p->to, german_articles);

	int n = emit_place(w, p, i, next);

	if (n > 0)
		return n;
	if (is_side_of(w, i, p->to)) {
		german_raw(w, i + 2, i + 3);
		german_emit(w,
			sp_token_direction(
				sp_token_direction_of(german_direction(t))),
			i);
		return 3;
	}
	if (german_is_one(w, i, p->to)) {
		german_emit(w, "1", i);
		return 1;
	}
	if (i + 1 < p->to && strlen(t->word) == 3 &&
		sp_is_digit((unsigned char)t->word[0]) &&
		strcmp(t->word + 1, "er") == 0) {
		char number[2] = { t->word[0], '\0' };

		german_emit(w, "energy", i);
		german_emit(w, number, i);
		return sp_token_among(t + 1, "energie energy") ? 2 : 1;
	}
	if (sp_token_among(t, "nach richtung im in ins") &&
		(german_is_way(w, next, p->to) ||
			(next < p->to && german_is_east(w, p, next))))
		return next - i;
	/* "zwei Felder in Richtung Norden" */
	if (sp_token_among(t, "in im an") && i + 1 < p->to &&
		(sp_token_is(t + 1, "richtung") || is_side_of(w, next, p->to)))
		return 1;
	/* "um 8" */
	if (i + 1 < p->to && sp_token_is(t, "um") &&
		german_number(t + 1) != NULL &&
		!(i + 2 < p->to && sp_token_among(t + 2, german_units))) {
		german_raw(w, i, i + 1);
		return 1;
	}
	if (spends_at(w, i, p->to) > 0) {
		german_emit(w, "for speed", i);
		return spends_at(w, i, p->to);
	}
	if (sp_token_is(t, "fur") && i + 1 < p->to &&
		sp_token_among(t + 1, "mich uns"))
		return 2;
	if (sp_token_is(t, "auf") && next + 1 < p->to &&
		sp_token_among(
			german_at(w, next), "kurzestem kurzesten direktem") &&
		sp_token_among(german_at(w, next + 1), "weg wege"))
		return next + 2 - i;
	if (sp_token_among(t, "auf an") && i + 1 < p->to &&
		sp_token_among(t + 1, "mich mir")) {
		german_emit(w, "on me", i);
		return 2;
	}
	if (sp_token_among(t, "aus von") && p->as != NULL &&
		p->as->kind == GERMAN_THING && next < p->to &&
		german_is_square(german_at(w, next))) {
		german_emit(w, "at", i);
		return next - i;
	}
	return 0;
}

/* "ihn", "sie", "es" */
static const char *pronoun(
	const struct german_work *w, const struct german_part *p, int i)
{
	const struct token *t = german_at(w, i);
	bool thing =
		p->as != NULL &&
		(p->as->kind == GERMAN_THING || p->as->kind == GERMAN_OPEN ||
			p->as->kind == GERMAN_OTHER) &&
		!(i > p->from &&
			sp_token_among(t - 1, "auf an zu gegen mit bei"));

	if (!sp_token_among(t, "ihn ihm sie es ihr"))
		return NULL;
	if (sp_token_is(t, "es") || (thing && !sp_token_among(t, "ihm ihr")))
		return "it";
	return sp_token_among(t, "sie ihr") ? "her" : "him";
}

int german_far(const struct german_work *w, int i, int to)
{
	int n = 1;

	if (i >= to ||
		(!sp_token_among(german_at(w, i), "soweit moglichst") &&
			!(i + 1 < to && sp_token_is(german_at(w, i), "so") &&
				sp_token_is(german_at(w, i + 1), "weit"))))
		return 0;
	while (i + n < to && !sp_token_among(german_at(w, i + n - 1),
				     "moglich geht kann komme reicht reichen"))
		n++;
	return n;
}

int german_blow(const struct german_work *w, int i, int to)
{
	static const char small[] =
		"mit der den die das auf in ins aufs eine eins einen meiner "
		"meinen seine ordentlich blosser blossen noch";
	static const char ends[] =
		"faust fausten rein runter drauf druber ohrfeige kinnhaken "
		"gesicht nase kopf fresse maul bauch hintern";
	int at = german_behind(w, i, to, small);

	if (at == i)
		return 0;
	if (at == to)
		return sp_token_among(german_at(w, to - 1), "eine eins")
			       ? at - i
			       : 0;
	return sp_token_among(german_at(w, at), ends) ? at + 1 - i : 0;
}

/* The words [from, to) of the part, without its verb. */
void german_put(
	struct german_work *w, const struct german_part *p, int from, int to)
{
	for (int i = from, n; i < to; i += n) {
		const struct token *t = german_at(w, i);
		const char *as;

		n = 1;
		if (i == p->verb || i == p->tail)
			continue;
		n = german_far(w, i, to);
		if (n > 0) {
			german_emit(w, "as far as possible", i);
			continue;
		}
		if (p->as != NULL && p->as->kind == GERMAN_AIM)
			n = german_blow(w, i, to);
		if (n > 0)
			continue;
		n = emit_before(w, p, i);
		if (n > 0)
			continue;
		n = 1;
		/* "renne damit heim": it goes with whoever has it */
		if (sp_token_is(t, "damit") && p->as != NULL &&
			p->as->kind != GERMAN_AIM)
			continue;
		if (sp_token_among(t, "mein meine meinen meines") &&
			i + 1 < to && sp_token_is(t + 1, "schatz")) {
			german_emit(w, "my", i);
			continue;
		}
		/* "ich gehe dann nach c4" */
		if (p->verb >= 0 && i > p->verb &&
			sp_token_among(t, "dann danach anschliessend then"))
			continue;
		as = german_is_east(w, p, i) ? "e" : pronoun(w, p, i);
		/* "den schlage ich" */
		if (p->as != NULL && i + 1 == p->verb && i == p->at &&
			sp_token_among(t, "den dem die das"))
			as = p->as->kind == GERMAN_THING ? "it" : "him";
		if (as == NULL)
			as = german_word(t);
		if (as == NULL)
			german_raw(w, i, i + 1);
		else
			german_emit(w, as, i);
	}
}
