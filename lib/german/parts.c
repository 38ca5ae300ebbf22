/*
 * The parts of a line in German: each that begins with an order's verb, ends
 * with one, or says where to go, is put in the words of the game.
 */
#include "german_private.h"

/* ---- parts --------------------------------------------------------------- */

/* How many tokens there part a line; 0: none. */
bool german_parts(const struct german_work *w, int i, bool begins)
{
	const struct token *t = german_at(w, i);

	if (!t->is_word)
		return strchr(",.!;:&+-?()", t->word[0]) != NULL &&
		       !(sp_token_is_mark(t, '!') && i + 1 < w->in.n &&
			       sp_token_among(t + 1, "auf an gegen mit"));
	if (i > 0 && i + 1 < w->in.n && german_is_square(t - 1) &&
		german_is_square(t + 1))
		return false;
	if (sp_token_among(t, "und un sowie and"))
		return true;
	if (!sp_token_among(t, "dann danach anschliessend then"))
		return false;
	/* "ich gehe dann nach c4" */
	return begins || i == 0 ||
	       !(german_is_verb(t - 1) || sp_token_is(t - 1, "ich"));
}

/* May the verb's word at `i` stand before the rest of the part? "haue ab nach
 * c4", "greife mir den Schatz" */
static bool stands_before(
	const struct german_work *w, const struct german_verb *v, int i)
{
	const struct token *next = german_at(w, i + 1);

	return sp_token_among(next, "mit und") ||
	       (v->must && sp_token_among(next - 1, "mich mir")) ||
	       ((v->kind == GERMAN_MOVE || v->kind == GERMAN_FLY) &&
		       sp_token_among(next, "nach zu zum zur richtung in auf "
					    "heim bis neben"));
}

/* Find the word that belongs to the verb: the last one, or one before "mit". */
static void find_tail(const struct german_work *w, struct german_part *p)
{
	int last = german_last(w, p->verb, p->to);

	p->tail = -1;
	for (int i = last; i > p->verb; i--) {
		const struct german_verb *v = german_verb_of(
			german_at(w, p->verb), false, german_at(w, i));

		if (v == NULL || !sp_token_among(german_at(w, i), v->parts) ||
			(i != last && !stands_before(w, v, i)))
			continue;
		p->as = v;
		p->tail = i;
		return;
	}
	p->as = german_verb_of(german_at(w, p->verb), false, NULL);
}

/* Step over "ich will" and its like, *wish then. */
static int skip_fronts(const struct german_work *w, int at, int to, bool *wish)
{
	*wish = false;
	while (at < to) {
		const struct token *t = german_at(w, at);

		if (at + 1 < to && sp_token_is(t, "zum") &&
			sp_token_among(t + 1, "schluss abschluss")) {
			at += 2;
		} else if (at + 1 < to && sp_token_is(t, "von") &&
			   sp_token_among(t + 1, "dort da hier")) {
			at = german_behind(w, at + 2, to, "aus");
		} else if (at + 1 < to &&
			   ((sp_token_is(t, "ich") &&
				    sp_token_among(t + 1,
					    "will mochte werde wurde")) ||
				   (sp_token_is(t + 1, "ich") &&
					   sp_token_among(t,
						   "will mochte werde "
						   "wurde")) ||
				   (sp_token_is(t, "lass") &&
					   sp_token_is(t + 1, "mich")))) {
			*wish = true;
			at += 2;
		} else if ((sp_token_among(t, german_fronts) &&
				   german_far(w, at, to) == 0) ||
			   (*wish && sp_token_among(t, "gern gerne"))) {
			at++;
		} else {
			break;
		}
	}
	return at;
}

/* The verb that stands last: "nach c4 gehen". */
static void find_last(
	const struct german_work *w, struct german_part *p, bool wish)
{
	static const char others[] =
		"ich du er sie wir ihr man jemand lass lasst beim vom am wer "
		"will mochte mag plan zeit lust";
	int last = german_last(w, p->at, p->to);
	const struct german_verb *v;

	if (last < p->at)
		return;
	v = german_verb_of(german_at(w, last), true, NULL);
	if (v == NULL || (!wish && german_says(w, p->from, last, others)) ||
		(last > p->at && sp_token_among(german_at(w, last - 1),
					 "zu zum beim das")))
		return;
	/* "gehen Sie" */
	p->verb = last;
	p->as = v;
}

/* "gehe ich nach c4", "dann gehe ich", "den schlage ich", "gehen Sie" */
void german_find(const struct german_work *w, struct german_part *p)
{
	bool wish;

	p->verb = p->tail = -1;
	p->as = NULL;
	p->at = skip_fronts(w, p->from, p->to, &wish);
	p->i = german_says(w, p->from, p->to, "ich");
	if (p->at < p->to && sp_token_is(german_at(w, p->at), "ich"))
		p->at++;
	if (wish) {
		find_last(w, p, true);
		return;
	}
	if (p->at + 1 < p->to &&
		sp_token_among(german_at(w, p->at), "gib gebe") &&
		sp_token_is(german_at(w, p->at + 1), "gas")) {
		static const struct token boost = { .is_word = true,
			.word = "booste" };

		p->verb = p->at;
		p->tail = p->at + 1;
		p->as = german_verb_of(&boost, false, NULL);
		return;
	}
	for (int i = p->at; p->verb < 0 && i < p->to; i++)
		if (german_is_verb(german_at(w, i)) &&
			(i == p->at || (i + 1 < p->to &&
					       sp_token_is(german_at(w, i + 1),
						       "ich"))))
			p->verb = i;
	if (p->verb >= 0)
		find_tail(w, p);
	else if (p->at + 1 < p->to &&
		 sp_token_is(german_at(w, p->at + 1), "sie"))
		p->as = german_verb_of(german_at(w, p->at), true, NULL);
	if (p->verb < 0 && p->as != NULL) {
		p->verb = p->at;
		p->tail = p->at + 1;
	}
	if (p->as == NULL)
		find_last(w, p, false);
}

/* ---- parts with a verb --------------------------------------------------- */

bool german_aims(const struct german_work *w, const struct german_part *p)
{
	for (int i = p->at; i < p->to; i++)
		if (i != p->verb && i != p->tail &&
			(german_is_target(german_at(w, i)) ||
				german_direction(german_at(w, i)) != NULL))
			return true;
	return false;
}

/* "gehe hindurch" */
static bool goes_through(
	const struct german_work *w, const struct german_part *p)
{
	bool through = false;

	for (int i = p->at; i < p->to; i++) {
		if (i == p->verb || i == p->tail ||
			sp_token_among(
				german_at(w, i), "ich dann da die tur sie"))
			continue;
		if (!sp_token_among(german_at(w, i),
			    "durch hindurch dadurch rein hinein"))
			return false;
		through = true;
	}
	return through;
}

/* Is there more than a number or a way that could be picked up? */
static bool grabs(const struct german_work *w, const struct german_part *p)
{
	for (int i = p->at; i < p->to; i++)
		if (i != p->verb && i != p->tail &&
			!sp_token_among(german_at(w, i),
				"ich die das den 1 2 3 4 5 6 7 8 9 n e s w "
				"north east south west") &&
			!sp_token_among(german_at(w, i), german_fillers))
			return true;
	return false;
}

static bool names_square(
	const struct german_work *w, const struct german_part *p)
{
	for (int i = p->at; i < p->to; i++)
		if (german_is_square(german_at(w, i)))
			return true;
	return false;
}

/* Is it an order that is meant, as far as the verb goes? */
bool german_fits(const struct german_work *w, const struct german_part *p)
{
	if (p->as == NULL)
		return false;
	if (sp_streq(p->as->as, "end"))
		return german_says(w, p->at, p->to, "zug runde turn") ||
		       (p->to - p->at == 1 &&
			       german_is_verb(german_at(w, p->at)));
	/* "hol west" holds; "ich nehme die 2" */
	if (sp_streq(p->as->as, "grab") && !grabs(w, p))
		return false;
	if (sp_streq(p->as->as, "hold"))
		return german_says(w, p->at, p->to, "tur ture door");
	/* "den hebe ich mir auf" keeps it */
	if (sp_streq(p->as->as, "grab") &&
		sp_token_among(german_at(w, p->verb), "heb hebe heben") &&
		german_says(w, p->at, p->to, "mir"))
		return false;
	/* "mach zwei Schritte nach Norden" */
	if (p->as->kind == GERMAN_MOVE &&
		sp_token_among(german_at(w, p->verb), "mach mache"))
		return german_says(w, p->at, p->to, german_units) &&
		       german_aims(w, p);
	if (p->as->kind == GERMAN_PUT)
		return names_square(w, p);
	if (p->as->kind == GERMAN_MOVE)
		return !sp_token_is(german_at(w, p->to - 1), "weg");
	/* "greif zu" */
	if (sp_streq(p->as->as, "attack") && p->tail < 0 &&
		!german_aims(w, p) && german_is_verb(german_at(w, p->verb)))
		return false;
	/* "greif mich doch an" */
	if (p->as->kind == GERMAN_AIM)
		for (int i = p->at + 1; i < p->to; i++)
			if (sp_token_is(german_at(w, i), "mich") &&
				!sp_token_among(german_at(w, i - 1),
					"auf an gegen fur ich"))
				return false;
	return true;
}

static const char *word_of(
	const struct german_work *w, const struct german_part *p)
{
	const char *as = p->as->as;

	if (p->as->kind == GERMAN_MOVE && sp_streq(as, "draw") &&
		(p->tail >= 0 || german_aims(w, p) ||
			german_says(w, p->at, p->to, "mich")) &&
		!german_says(w, p->at, p->to, "energie energy karte karten"))
		return "go";
	if (sp_streq(as, "hit") && german_says(w, p->at, p->to, "mit") &&
		!german_says(w, p->at, p->to, "faust fausten"))
		return "attack";
	/* "schiesse auf Rot mit Zot" */
	if (sp_streq(as, "shoot") && german_says(w, p->at, p->to, "mit") &&
		german_says(w, p->at, p->to, "auf"))
		return "attack";
	/* "lege Thornbush auf d4" puts a spell there */
	if (sp_streq(as, "drop") && p->tail < 0 && names_square(w, p) &&
		german_says(w, p->at, p->to, "auf zwischen") &&
		!german_says(w, p->at, p->to,
			"schatz treasure dolch dagger stein ihn es sie"))
		return "cast";
	if (sp_streq(as, "drop") &&
		german_says(w, p->at, p->to,
			"energie energy karte karten handkarte handkarten"))
		return "discard";
	return as;
}

/* Add the words of the part behind its verb, in the order of English. */
static void put_words(struct german_work *w, const struct german_part *p)
{
	static const char places[] =
		"mit auf gegen zwischen zu nach aus in bei an richtung zuhause "
		"daheim uber";
	bool drops = sp_streq(p->as->as, "drop");
	/* "mit dem Dolch steche ich Rot": the place stands behind in English */
	bool turned = p->verb > p->at && p->verb + 1 < p->to &&
		      sp_token_among(german_at(w, p->at), places);

	if (turned) {
		german_put(w, p, p->verb + 1, p->to);
		german_put(w, p, p->at, p->verb);
	} else {
		german_put(w, p, p->at, p->to);
	}
	if (drops && german_says(w, p->at, p->to, "hause zuhause daheim"))
		german_emit(w, "at home", p->verb);
}

static bool translate_verb(struct german_work *w, struct german_part *p)
{
	int first = w->out.n, n;

	if (!german_fits(w, p))
		return false;
	if (p->as->kind == GERMAN_MOVE && goes_through(w, p)) {
		german_emit(w, "go through", p->verb);
		german_close(w, first, p->from, p->to);
		return true;
	}
	/* it may be one that is not taken */
	if (sp_streq(p->as->as, "leave"))
		p->tail = -1;
	german_emit(w, word_of(w, p), p->verb);
	if (w->out.n > first && w->answers && sp_streq(p->as->as, "grab"))
		sp_format(w->out.token[first].word, SP_TOKEN_SIZE, "use");
	n = w->out.n;
	if (sp_streq(p->as->as, "end") &&
		german_says(w, p->at, p->to, "zug runde turn")) {
		w->out.n = n;
	} else {
		put_words(w, p);
		if (w->out.n == n && p->as->kind != GERMAN_OTHER &&
			!sp_streq(p->as->as, "go through")) {
			w->out.n = first;
			return false;
		}
	}
	/* "nimm Energie 5 fuer mehr Tempo" */
	if (sp_streq(p->as->as, "grab") && w->out.n > n + 1 &&
		sp_token_is(&w->out.token[w->out.n - 1], "speed") &&
		sp_token_is(&w->out.token[w->out.n - 2], "for"))
		sp_format(w->out.token[first].word, SP_TOKEN_SIZE, "use");
	german_close(w, first, p->from, p->to);
	return true;
}

/* ---- parts without ------------------------------------------------------- */

/* "zwei nach Norden", "süd": nothing but steps; *walks if they say so. */
static bool is_steps(
	const struct german_work *w, const struct german_part *p, bool *walks)
{
	bool any = false, german = false;

	*walks = false;
	for (int i = p->at; i < p->to; i++) {
		const struct token *t = german_at(w, i);
		const char *to = german_direction(t);

		if (to == NULL && german_is_east(w, p, i))
			to = "e";
		if (to != NULL) {
			any = true;
			german = german || sp_token_is(t, "o") ||
				 (strlen(t->word) > 1 &&
					 !sp_token_among(
						 t, "north east south west"));
		} else if (sp_token_among(t, german_units) ||
			   sp_token_among(t, "nach richtung oder")) {
			*walks = german = true;
		} else if (german_number(t) == NULL &&
			   !german_is_one(w, i, p->to) &&
			   !sp_token_among(t, german_fillers)) {
			return false;
		}
	}
	return any && german;
}

/* Behind "ab", "los", "geht es" of a walk without its verb. */
static int goal_at(const struct german_work *w, const struct german_part *p)
{
	int at = p->at;

	if (at + 1 < p->to && sp_token_is(german_at(w, at), "geht") &&
		sp_token_is(german_at(w, at + 1), "es"))
		at += 2;
	else if (at < p->to && sp_token_among(german_at(w, at), "geht's gehts"))
		at++;
	return german_behind(w, at, p->to, "ab auf los weiter jetzt");
}

/* "nach Hause", "zum Schatz auf g4", "Richtung Rot" */
static bool is_goal(
	const struct german_work *w, const struct german_part *whole)
{
	bool any = false;
	struct german_part part = *whole, *p = &part;

	p->at = goal_at(w, p);
	p->at += german_far(w, p->at, p->to);
	const struct token *t = german_at(w, p->at);

	if (p->at == p->to ||
		(p->to < w->in.n && sp_token_is_mark(german_at(w, p->to), ':')))
		return false;
	if (!sp_token_among(t, "nach zu zum zur richtung heim zuruck in"))
		return false;
	if (sp_token_is(t, "in") &&
		!(p->at + 1 < p->to && sp_token_is(t + 1, "richtung")))
		return false;
	for (int i = p->at; i < p->to; i++) {
		const char *as = german_word(german_at(w, i));

		if (german_is_target(german_at(w, i)))
			any = true;
		else if (german_far(w, i, p->to) > 0)
			return any;
		else if (as == NULL)
			return false;
	}
	return any;
}

/* "fireball auf Rot", "boost mit energie 4" */
static bool is_mixed(const struct german_work *w, const struct german_part *p)
{
	bool verb = sp_token_among(german_at(w, p->at), german_english);

	if (german_says(w, p->from, p->to,
		    "ich du er wir ihr man war ist sind bin bist gruss grusse "
		    "steht geht hat kommt liegt sieht kann will wird muss stort "
		    "spass") ||
		sp_token_among(
			german_at(w, p->from), "der die das den dem ein mein"))
		return false;
	for (int i = p->at + 1; i < p->to; i++) {
		const struct token *t = german_at(w, i);
		int next = german_behind(w, i + 1, p->to, german_articles);
		bool named =
			next < p->to &&
			(german_is_target(german_at(w, next)) ||
				german_direction(german_at(w, next)) != NULL ||
				german_number(german_at(w, next)) != NULL ||
				sp_token_among(german_at(w, next), "mich"));
		const char *as = german_direction(t);

		/* "an energy of 5" is English */
		named = named &&
			!(sp_token_is(t, "an") && i + 1 < p->to &&
				sp_token_is(german_at(w, i + 1), "energy"));
		/* "Windrider nach b4" */
		if (i + 2 == p->to && p->to - p->at <= 6 &&
			sp_token_among(t, "nach zu") && german_is_square(t + 1))
			return true;
		if ((named && sp_token_among(t, "auf gegen mit an zwischen")) ||
			(named && sp_token_is(t, "nach") &&
				german_is_way(w, next, p->to)) ||
			(verb && named &&
				sp_token_among(
					t, "richtung nach zum zur aus im")))
			return true;
		/* "Energie 4 fuer mehr Tempo" */
		if (i + 1 < p->to && sp_token_among(t, "fur furs zum") &&
			sp_token_among(german_at(w, p->to - 1), german_speed))
			return true;
		/* "fireball Rot" */
		if (i + 1 == p->to && p->to - p->at <= 4 &&
			german_is_target(t) && !german_is_square(t) &&
			!sp_token_is(t, german_word(t)))
			return true;
		/* "move sued", "punch Rot" */
		if (as == NULL && german_is_target(t))
			as = german_word(t);
		if (verb && as != NULL && !sp_token_is(t, as) &&
			!sp_token_among(
				t, "north east south west links rechts"))
			return true;
		/* "zot auf Merlin!": a name of its own */
		if (i + 1 < p->to && i < p->at + 4 &&
			sp_token_among(t, "auf gegen") && p->to - p->at <= 6)
			return true;
	}
	return p->from == 0 && p->to == w->in.n && p->to - p->at == 1 &&
	       sp_token_among(german_at(w, p->at), "feuerball feuerpfeile");
}

static const char *const ends[] = { "schluss fur diese runde",
	"schluss fur diesen zug", "zug ende", "zugende", "zug vorbei",
	"ich bin fertig mit meinem zug", "ich bin jetzt fertig mit meinem zug",
	"fertig mit meinem zug", "zug beendet", "zug ist beendet",
	"zug beenden", "zug zu ende", "ende des zuges", "ende zug",
	"runde beenden", "runde beendet", "runde ende",
	"ich bin durch mit meinem zug", "bin durch mit meinem zug",
	"bin fertig fur diese runde", "ich bin fertig fur diese runde",
	"ich bin fur diese runde fertig", "fertig fur diese runde",
	"fertig fur diesen zug", "das wars fur diese runde",
	"das war's fur diese runde", "das war es fur diese runde",
	"das war's mit meinem zug", "das wars mit meinem zug",
	"mein zug ist vorbei", "damit ist mein zug beendet",
	"damit ist mein zug zu ende", "damit ist mein zug vorbei",
	"zug bitte beenden", "meinen zug beenden", "ende meines zuges",
	"schluss mit meinem zug", "ende der runde", "ende dieser runde", "ende",
	"das war mein zug", "das war mein zug fur heute", "das war meine runde",
	"ende meines zugs", "ende vom zug", "ist mein zug vorbei",
	"ist mein zug zu ende", "ist mein zug beendet", "das ist mein zug",
	"soweit mein zug" };

static const char *const dones[] = { "bin fertig", "ich bin fertig",
	"ich bin durch", "bin durch", "schluss", "mach ich schluss",
	"mache ich schluss", "ich mache schluss", "ich mach schluss",
	"mehr mache ich nicht", "mehr mach ich nicht", "mehr nicht", "das wars",
	"das war's", "das war es", "das wars dann", "das war's dann",
	"das ist alles", "das war alles", "fertig", "ende gelande",
	"feierabend", "bin ich fertig", "ist schluss", "fertig fur heute",
	"das ware alles", "das wars von mir", "das war's von mir",
	"das war es von mir", "das wars fur heute", "das war's fur heute",
	"das war alles fur heute", "schluss fur heute",
	"mehr kann ich nicht tun", "mehr kann ich nicht machen",
	"mehr geht nicht", "du bist dran", "nachster bitte",
	"der nachste bitte", "der nachste ist dran", "ich bin dann fertig" };

/* Of whoever is attacked, behind "wenn ich angegriffen werde". */
static const char *const lets[] = { "passe", "passe ich", "ich passe",
	"durchlassen", "einfach durchlassen", "lass es durch",
	"lasse ich es durch", "lasse ich es geschehen", "lass es geschehen",
	"mache ich nichts", "tue ich nichts", "nichts", "nichts tun",
	"dann passe ich" };

/* "und bin fertig" */
static const char *ending_of(
	const struct german_work *w, const struct german_part *p)
{
	int from = p->from, to = p->to;

	while (to - 1 > from &&
		sp_token_among(german_at(w, to - 1), german_fillers))
		to--;
	while (from + 1 < to &&
		sp_token_among(german_at(w, from), german_fronts))
		from++;
	if (german_spells(&w->in, from, to, ends, SP_ARRAY_LEN(ends)))
		return "end";
	return german_spells(&w->in, from, to, dones, SP_ARRAY_LEN(dones))
		       ? "done"
		       : NULL;
}

/* "mit Windrider nach b4", "mehr Schritte mit Energie 5", "echt ist c4" */
static bool translate_means(struct german_work *w, const struct german_part *p)
{
	int at = german_behind(
		w, p->at, p->to, "mehr extra schneller ein paar die der");
	int real = german_behind(w, at, p->to,
		"echt echte echter echten ist liegt davon auf in steht");

	if (at < real && real + 1 == p->to && w->out.n > 0 &&
		sp_token_among(german_at(w, at), "echt echte echter echten") &&
		german_is_square(german_at(w, real))) {
		german_emit(w, "real", at);
		german_raw(w, real, p->to);
		return true;
	}
	if (at + 2 < p->to && sp_token_among(german_at(w, at), german_speed) &&
		sp_token_is(german_at(w, at + 1), "mit") &&
		(at > p->at || sp_token_among(german_at(w, at),
				       "tempo geschwindigkeit"))) {
		german_emit(w, "boost", at);
		german_put(w, p, at + 1, p->to);
		return true;
	}
	if (p->to - p->at > 3 && p->to - p->at <= 7 &&
		sp_token_is(german_at(w, p->at), "mit") &&
		sp_token_among(german_at(w, p->to - 2), "nach auf zu") &&
		german_is_square(german_at(w, p->to - 1))) {
		german_emit(w, "fly with", p->at);
		german_put(w, p, p->at + 1, p->to - 2);
		german_emit(w, "to", p->to - 2);
		german_raw(w, p->to - 1, p->to);
		return true;
	}
	return false;
}

static bool translate_other(struct german_work *w, struct german_part *p)
{
	int first = w->out.n;
	bool walks;

	p->verb = p->tail = -1;
	p->as = NULL;
	if (is_steps(w, p, &walks)) {
		if ((walks || w->forced) && !w->walked)
			german_emit(w, "move", p->from);
		german_put(w, p, p->at, p->to);
		w->walked = true;
	} else if (is_goal(w, p)) {
		german_emit(w, "move", p->from);
		p->at = goal_at(w, p);
		if (sp_token_is(german_at(w, p->at), "zuruck"))
			p->at++;
		if (sp_token_is(german_at(w, p->at), "heim"))
			german_emit(w, "to", p->from);
		german_put(w, p, p->at, p->to);
	} else if (translate_means(w, p)) {
		/* that was all */
	} else if (p->at < p->to && (w->forced || is_mixed(w, p))) {
		/* what stands behind goes on with it: a list, what pays */
		w->forced = true;
		int last = german_last(w, p->at, p->to);

		/* "hebe den Dolch und den Schatz auf" */
		if (w->forced && last > p->at &&
			sp_token_among(german_at(w, last), w->parts))
			p->tail = last;
		german_put(w, p, p->at, p->to);
		if (w->out.n == first)
			german_raw(w, p->from, p->to);
	} else {
		return false;
	}
	german_close(w, first, p->from, p->to);
	return true;
}

static bool is_all(const struct german_work *w, const struct german_part *p,
	const char *words)
{
	for (int i = p->from; i < p->to; i++)
		if (!sp_token_among(german_at(w, i), words))
			return false;
	return true;
}

/* "um schneller zu laufen", "damit ich weiter komme" */
static bool is_purpose(const struct german_work *w, const struct german_part *p)
{
	return sp_token_among(german_at(w, p->from), "um damit") &&
	       german_says(w, p->from, p->to, "schneller weiter") &&
	       is_all(w, p,
		       "um damit ich zu noch schneller weiter laufen gehen "
		       "rennen sein kommen bin komme laufe gehe renne "
		       "voranzukommen weiterzukommen");
}

/* "und bin hoffentlich Sieger": the last part, and it orders nothing. */
static bool is_hope(const struct german_work *w, const struct german_part *p)
{
	if (p->to != w->in.n ||
		!sp_token_among(german_at(w, p->from),
			"bin freue gewinne hoffe habe") ||
		!german_says(w, p->from, p->to,
			"hoffentlich gewonnen sieger siegerin freue gewinne"))
		return false;
	for (int i = p->from; i < p->to; i++)
		if (german_is_target(german_at(w, i)) ||
			german_is_verb(german_at(w, i)))
			return false;
	return true;
}

/* Add words in place of the part, without what parts it from those before.
 * False: it is no such part (NULL). */
static bool add_behind(
	struct german_work *w, const struct german_part *p, const char *words)
{
	if (words == NULL)
		return false;
	while (w->out.n > w->begun &&
		sp_token_is_joint(&w->out.token[w->out.n - 1]))
		w->out.n--;
	german_emit(w, words, p->from);
	if (w->out.n > w->begun)
		w->out.token[w->out.n - 1].end = w->raw->token[p->to - 1].end;
	return true;
}

void german_part(struct german_work *w, struct german_part *p)
{
	const char *ending = ending_of(w, p);
	int first = w->out.n;

	if (ending != NULL) {
		german_emit(w, ending, p->from);
		german_close(w, first, p->from, p->to);
		w->any = true;
		return;
	}
	if (w->answers && german_spells(&w->in, p->from, p->to, lets,
				  SP_ARRAY_LEN(lets))) {
		german_emit(w, "pass", p->from);
		german_close(w, first, p->from, p->to);
		w->any = true;
		return;
	}
	german_find(w, p);
	if (p->as != NULL && translate_verb(w, p)) {
		w->any = w->verb = w->forced = true;
		w->parts = p->as->must ? "" : p->as->parts;
		w->walked = p->as->kind == GERMAN_MOVE;
		return;
	}
	if (first > w->begun && w->any &&
		add_behind(w, p,
			german_far(w, p->from, p->to) > 0 ? "as far as possible"
			: is_purpose(w, p)                ? "for speed"
			: is_hope(w, p)                   ? ""
							  : NULL))
		return;
	if (is_all(w, p, german_fillers) && p->to == w->in.n &&
		first > w->begun && w->any) {
		while (w->out.n > 0 &&
			sp_token_is_joint(&w->out.token[w->out.n - 1]))
			w->out.n--;
		if (w->out.n > 0)
			w->out.token[w->out.n - 1].end =
				w->raw->token[p->to - 1].end;
		return;
	}
	if (translate_other(w, p)) {
		w->any = true;
		return;
	}
	w->walked = false;
	german_raw(w, p->from, p->to);
}
