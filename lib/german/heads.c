/*
 * What stands before a colon in German, "Nachricht an Rot:", "wenn gekontert:",
 * and whole lines that ask for something.
 */
#include "german_private.h"

/* The colon, or the brace, that ends a head; -1. */
static int head_end(const struct german_work *w)
{
	for (int i = 0; i < w->in.n && i < 14; i++)
		if (sp_token_is_mark(german_at(w, i), ':') ||
			sp_token_is_mark(german_at(w, i), '{'))
			return i;
	return -1;
}

/* "press Rot", "press an alle": is there a word that is German? */
static bool is_german_head(const struct german_work *w, int from, int to)
{
	for (; from < to; from++) {
		const struct token *t = german_at(w, from);

		if (sp_token_among(t, "an alle allen") ||
			(german_is_target(t) && !german_is_square(t) &&
				!sp_token_is(t, german_word(t))))
			return true;
	}
	return false;
}

/* "Nachricht an Rot: ...", "an alle: ...", "press Rot: ..." */
static bool translate_press(struct german_work *w, int end)
{
	static const char says_to[] = "sag sage schreib schreibe nachricht "
				      "mitteilung botschaft notiz brief richte";
	int at = german_behind(w, 0, end, german_fronts);
	bool press, to;

	if (at == end)
		return false;
	press = sp_token_is(german_at(w, at), "press");
	to = sp_token_is(german_at(w, at), "an");
	if ((!press && !to && !sp_token_among(german_at(w, at), says_to)) ||
		(press && !is_german_head(w, at + 1, end)))
		return false;
	german_emit(w, press || to ? "press to" : "tell", at);
	for (int i = at + 1; i < end; i++) {
		const struct token *t = german_at(w, i);

		if (sp_token_among(t,
			    "an den die dem der fur bitte mal aus von mir "
			    "folgendes eine to mitspieler spieler"))
			continue;
		if (sp_token_among(t, "alle allen"))
			german_emit(w, "all", i);
		else if (sp_token_among(t, "und"))
			german_emit(w, "and", i);
		else if (german_is_target(t))
			german_emit(w, german_word(t), i);
		else if (to && !sp_token_is_mark(t, ','))
			return false;
		else
			german_raw(w, i, i + 1);
	}
	german_raw(w, end, w->in.n);
	return true;
}

/* "wenn Rot mich angreift": whoever is named there, and no other. */
static void put_attacked(struct german_work *w, int end)
{
	bool by = false;

	german_emit(w, "when attacked", 0);
	for (int i = 1; i < end; i++) {
		const struct token *t = german_at(w, i);

		if (sp_token_among(t,
			    "ich mich mir er sie mal dann doch noch wieder "
			    "jemand wer irgendwer einer irgendjemand man von "
			    "der die den dem werde wurde bin angegriffen "
			    "angreift angreifen attackiert sollte"))
			continue;
		if (!by)
			german_emit(w, "by", i);
		by = true;
		if (german_is_target(t))
			german_emit(w, german_word(t), i);
		else
			german_raw(w, i, i + 1);
	}
	german_raw(w, end, end + 1);
	w->out.token[w->out.n - 1].word[0] = ':';
	w->answers = true;
}

/* "wenn gekontert:", "falls Rot auf c4 steht:", "sonst:" */
static bool translate_guard(struct german_work *w, int end)
{
	static const char drops[] =
		"er es das der zauber spruch angriff wird wurde ist steht ich "
		"mein kann dann";
	static const struct {
		const char *words, *as;
	} outcomes[] = { { "gekontert kontert", "countered" },
		{ "ausgewichen ausweicht", "evaded" },
		{ "getroffen trifft treffe", "hit" },
		{ "sehe sehen sicht sichtbar", "in sight" },
		{ "zaubert", "casts" } };
	const char *last = NULL;

	if (sp_token_among(german_at(w, 0), "sonst ansonsten andernfalls")) {
		if (end != 1)
			return false;
		german_emit(w, "else", 0);
		german_raw(w, end, end + 1);
		return true;
	}
	if (!sp_token_among(german_at(w, 0), "wenn falls sofern if when") ||
		end < 2)
		return false;
	if (german_says(w, 1, end, "angegriffen angreift attackiert") &&
		german_says(w, 1, end, "ich mich")) {
		put_attacked(w, end);
		return true;
	}
	if (sp_token_among(german_at(w, 0), "if when"))
		return false;
	german_emit(w, "if", 0);
	for (int i = 1; i < end; i++) {
		const struct token *t = german_at(w, i);
		const char *as = NULL;

		for (size_t k = 0; k < SP_ARRAY_LEN(outcomes); k++)
			if (sp_token_among(t, outcomes[k].words))
				as = outcomes[k].as;
		if (as != NULL) {
			last = as;
			continue;
		}
		if (sp_token_among(t, drops) ||
			(sp_token_is(t, "in") && i + 1 < end &&
				sp_token_is(t + 1, "sicht")))
			continue;
		as = german_word(t);
		if (as == NULL)
			german_raw(w, i, i + 1);
		else
			german_emit(w, as, i);
	}
	if (last != NULL)
		german_emit(w, last, end - 1);
	german_raw(w, end, end + 1);
	return true;
}

/* "wenn Rot kommt, hau ich ihn": which of it holds is not said plainly. */
static bool translate_if(struct german_work *w)
{
	int from = w->out.n;

	if (!sp_token_among(german_at(w, 0), "wenn falls sofern") ||
		german_says(w, 0, w->in.n,
			"hatte ware wurde konnte sollte durfte musste wurdest "
			"konntest solltest hattest warst warest du ihr"))
		return false;
	german_emit(w, "if", 0);
	for (int i = 1; i < w->in.n; i++) {
		const struct german_verb *v =
			german_verb_of(german_at(w, i), false, NULL);
		const char *as = german_word(german_at(w, i));

		if (v != NULL)
			german_emit(w, v->as, i);
		else if (as != NULL)
			german_emit(w, as, i);
		else
			german_raw(w, i, i + 1);
	}
	return w->out.n > from;
}

/* Whole lines that ask for something, or take the last order back. */
static const struct {
	const char *words, *as;
} wholes[] = {
	{ "nimm den letzten zug zuruck", "undo" },
	{ "nimm den letzten befehl zuruck", "undo" },
	{ "letzten befehl ruckgangig machen", "undo" },
	{ "letzten zug ruckgangig machen", "undo" },
	{ "letzten zug zurucknehmen", "undo" },
	{ "mach den letzten zug ruckgangig", "undo" },
	{ "mach den letzten befehl ruckgangig", "undo" },
	{ "zeig mir das spielfeld", "board" },
	{ "zeig das spielfeld", "board" },
	{ "zeig mir das brett", "board" },
	{ "schick mir das spielfeld", "board" },
	{ "wie sieht das spielfeld aus", "board" },
	{ "wie sieht das spielfeld gerade aus", "board" },
	{ "spielfeld", "board" },
	{ "zeig mir meine karten", "hand" },
	{ "zeig meine karten", "hand" },
	{ "zeig mal meine karten", "hand" },
	{ "schick mir meine karten", "hand" },
	{ "welche karten habe ich", "hand" },
	{ "was habe ich auf der hand", "hand" },
	{ "meine karten", "hand" },
	{ "zeig mir den spielstand", "status" },
	{ "schick mir den spielstand", "status" },
	{ "schick mir mal den spielstand", "status" },
	{ "spielstand", "status" },
	{ "wie stehts", "status" },
	{ "wie steht's", "status" },
	{ "wie steht es", "status" },
	{ "schick mir den verlauf", "history" },
	{ "zeig mir den verlauf", "history" },
	{ "kannst du mir den verlauf schicken", "history" },
	{ "spielverlauf", "history" },
};

/* "Dann also: ...": words that say nothing before a colon. */
static bool is_lead(const struct german_work *w, int end)
{
	for (int i = 0; i < end; i++)
		if (!sp_token_among(german_at(w, i), german_fronts) &&
			!sp_token_among(german_at(w, i),
				"noch nochmal einmal mal eben neuer neue "
				"versuch zug befehle mein meine hier ist sind "
				"das lautet folgendes wieder oh entschuldigung "
				"sorry , . !"))
			return false;
	return true;
}

static bool translate_whole(struct german_work *w)
{
	int from = 0, to = w->in.n;

	while (to - 1 > from &&
		(!german_at(w, to - 1)->is_word ||
			sp_token_among(german_at(w, to - 1), german_fillers)))
		to--;
	while (from + 1 < to &&
		(!german_at(w, from)->is_word ||
			sp_token_among(german_at(w, from), german_fronts)))
		from++;
	for (size_t i = 0; i < SP_ARRAY_LEN(wholes); i++)
		if (german_spells(&w->in, from, to, &wholes[i].words, 1)) {
			german_emit(w, wholes[i].as, 0);
			german_close(w, 0, 0, w->in.n);
			w->out.question = false;
			return true;
		}
	/* "was macht die Karte Zot!?" */
	if (to - from < 3 || !sp_token_is(german_at(w, from), "was") ||
		!sp_token_among(
			german_at(w, from + 1), "macht kann tut bewirkt"))
		return false;
	from = german_behind(
		w, from + 2, to, "nochmal denn eigentlich die der das");
	if (from + 1 >= to || !sp_token_among(german_at(w, from),
				      "karte zauber zauberspruch"))
		return false;
	german_emit(w, "card", 0);
	german_raw(w, from + 1, to);
	w->out.question = false;
	return true;
}

/* Returns the token behind the head; 0: no head. */
int german_head(struct german_work *w)
{
	int end = head_end(w);

	if (translate_whole(w))
		return w->in.n;
	if (end == 1 && sp_token_is(german_at(w, 0), "gluck")) {
		german_emit(w, "luck", 0);
		german_raw(w, 1, w->in.n);
		return w->in.n;
	}
	if (end > 0 && translate_press(w, end))
		return w->in.n;
	w->out.n = 0;
	for (int i = 2; end < 0 && i < w->in.n && i < 10; i++)
		if (sp_token_is_mark(german_at(w, i), ',')) {
			if (german_says(
				    w, 1, i, "angegriffen angreift attackiert"))
				end = i;
			break;
		}
	if (end > 0 && translate_guard(w, end))
		return end + 1;
	w->out.n = 0;
	if (end > 0 && end + 1 < w->in.n &&
		sp_token_is_mark(german_at(w, end), ':') && is_lead(w, end))
		return end + 1;
	if (translate_if(w))
		return w->in.n;
	w->out.n = 0;
	return 0;
}
