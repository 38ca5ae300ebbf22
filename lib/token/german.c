/*
 * Orders in German, word for word in those of the game. What is not in the
 * table stays: cards have English names.
 */
#include "token/token.h"

struct german {
	const char *word, *as; /* "": it is left out */
};

/* The first ones are verbs, which a line begins with. */
static const struct german german[] = {
	{ "gehe", "move" },
	{ "geh", "move" },
	{ "laufe", "move" },
	{ "lauf", "move" },
	{ "schlage", "punch" },
	{ "schlag", "punch" },
	{ "haue", "punch" },
	{ "zaubere", "cast" },
	{ "zauber", "cast" },
	{ "wirke", "cast" },
	{ "sprich", "cast" },
	{ "spiele", "cast" },
	{ "benutze", "use" },
	{ "nutze", "use" },
	{ "wirf", "throw" },
	{ "werfe", "throw" },
	{ "nimm", "pick up" },
	{ "nehme", "pick up" },
	{ "hebe", "pick up" },
	{ "lege", "drop" },
	{ "lass", "drop" },
	{ "lasse", "drop" },
	{ "\303\266ffne", "open" },
	{ "oeffne", "open" },
	{ "ziehe", "draw" },
	{ "kontere", "counter" },
	{ "blocke", "block" },
	{ "greife", "attack" },
	{ "greif", "attack" },
	{ "angriff", "attack" },
	{ "ende", "end" },
	{ "passe", "pass" },
	{ "leg", "drop" },
	{ "hau", "punch" },
	{ "heb", "pick up" },
	{ "hol", "pick up" },
	{ "hole", "pick up" },
	{ "nehm", "pick up" },
	{ "sammle", "pick up" },
	{ "renn", "move" },
	{ "renne", "move" },
	{ "beweg", "move" },
	{ "bewege", "move" },
	{ "schie\303\237e", "cast" },
	{ "schie\303\237", "cast" },
	{ "feuere", "cast" },
	{ "spiel", "cast" },
	{ "wirk", "cast" },
	{ "benutz", "use" },
	{ "nutz", "use" },
	{ "verwende", "use" },
	{ "werf", "throw" },
	{ "schleuder", "throw" },
	{ "schleudere", "throw" },
	{ "\303\266ffn", "open" },
	{ "oeffn", "open" },
	{ "zieh", "draw" },
	{ "konter", "counter" },
	{ "halte", "hold" },
	{ "halt", "hold" },
	{ "verst\303\244rke", "boost" },
	{ "beschleunige", "boost" },
	{ "beende", "end" },
#define VERBS 63
	{ "ich", "" },
	{ "den", "" },
	{ "die", "" },
	{ "das", "" },
	{ "der", "" },
	{ "dem", "" },
	{ "einen", "" },
	{ "meinen", "" },
	{ "meine", "" },
	{ "nach", "" },
	{ "hause", "home" },
	{ "heim", "home" },
	{ "zu", "to" },
	{ "seinen", "his" },
	{ "ihren", "her" },
	{ "mich", "" },
	{ "bitte", "" },
	{ "mal", "" },
	{ "ein", "" },
	{ "eine", "" },
	{ "mein", "" },
	{ "meinem", "" },
	{ "meiner", "" },
	{ "einem", "" },
	{ "einer", "" },
	{ "im", "" },
	{ "roter", "red" },
	{ "feuerball", "fireball" },
	{ "zwei", "2" },
	{ "drei", "3" },
	{ "vier", "4" },
	{ "wand", "wall" },
	{ "mauer", "wall" },
	{ "ab", "" },
	{ "fallen", "" },
	{ "weg", "" },
	{ "karten", "" },
	{ "karte", "" },
	{ "auf", "at" },
	{ "an", "at" },
	{ "gegen", "at" },
	{ "mit", "with" },
	{ "und", "and" },
	{ "dann", "then" },
	{ "energie", "energy" },
	{ "schatz", "treasure" },
	{ "t\303\274r", "door" },
	{ "tuer", "door" },
	{ "dolch", "dagger" },
	{ "schild", "shield" },
	{ "stein", "rock" },
	{ "rot", "red" },
	{ "blau", "blue" },
	{ "gr\303\274n", "green" },
	{ "gelb", "yellow" },
	{ "roten", "red" },
	{ "blauen", "blue" },
	{ "gr\303\274nen", "green" },
	{ "gelben", "yellow" },
	{ "norden", "n" },
	{ "nord", "n" },
	{ "s\303\274den", "s" },
	{ "sueden", "s" },
	{ "s\303\274d", "s" },
	{ "osten", "e" },
	{ "ost", "e" },
	{ "o", "e" },
	{ "westen", "w" },
};

/* What the token stands for; NULL: it stays. */
static const char *german_of(const struct token *t, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (sp_token_is(t, german[i].word))
			return german[i].as;
	return NULL;
}

bool sp_token_is_german(const struct token *t)
{
	return german_of(t, VERBS) != NULL;
}

/* What one lays down is a thing, but what has to do with cards goes to their
 * pile. */
static bool names_cards(const struct piece *p)
{
	for (int i = 1; i < p->n; i++)
		if (sp_token_among(&p->token[i],
			    "energie energy karte karten handkarte handkarten"))
			return true;
	return false;
}

/* What German puts behind a verb of two parts: "hebe den dolch auf", "greife
 * rot an"; NULL: nothing. */
static const char *apart_of(const struct piece *p)
{
	static const char takes[] =
		"hebe heb nimm nehme nehm sammle spiel spiele";

	if (p->n == 0)
		return NULL;
	if (sp_token_among(&p->token[0], takes))
		return "auf";
	return sp_token_among(&p->token[0], "greife greif") ? "an" : NULL;
}

/* "mach die tuer auf" */
static bool opens_door(const struct piece *p)
{
	if (p->n < 3 || !sp_token_among(&p->token[0], "mach mache") ||
		!sp_token_is(&p->token[p->n - 1], "auf"))
		return false;
	for (int i = 1; i < p->n; i++)
		if (sp_token_among(&p->token[i], "t\303\274r tuer"))
			return true;
	return false;
}

/* An English order word with German words behind it: "boost mit energie 4". */
static bool is_mixed(const struct piece *p)
{
	static const char verbs[] =
		"boost move cast use attack punch hit throw drop open discard "
		"draw pick counter go walk take block kick shoot play";
	static const char words[] =
		"mit auf gegen nach rot blau gelb gr\303\274n";

	if (p->n < 2 || !sp_token_among(&p->token[0], verbs))
		return false;
	for (int i = 1; i < p->n; i++)
		if (sp_token_among(&p->token[i], words))
			return true;
	return false;
}

bool sp_token_translate(struct piece *p)
{
	const char *verb = p->n > 0 ? german_of(&p->token[0], VERBS) : NULL;
	bool away = p->n > 1 && sp_token_among(&p->token[p->n - 1], "ab weg") &&
		    (sp_token_among(&p->token[0], "wirf werfe werf") ||
			    (sp_token_among(&p->token[0], "lege leg") &&
				    names_cards(p)));
	const char *apart = apart_of(p);
	int n = 1;

	if (verb == NULL && is_mixed(p))
		verb = "";
	if (opens_door(p)) {
		verb = "open";
		apart = "auf";
	}
	/* "Halt!" stops */
	if (verb == NULL || (p->n == 1 && sp_token_is(&p->token[0], "halt")))
		return false;
	for (int i = 1; i < p->n; i++) {
		struct token *t = &p->token[i];
		const char *as = german_of(t, SP_ARRAY_LEN(german));

		if ((as != NULL && as[0] == '\0') ||
			(apart != NULL && i == p->n - 1 &&
				sp_token_is(t, apart)))
			continue;
		if (as != NULL)
			sp_format(t->word, sizeof(t->word), "%s", as);
		p->token[n++] = *t;
	}
	p->n = n;
	if (away)
		verb = "discard";
	if (verb[0] == '\0')
		return true;
	return sp_token_put_first(p, 1, verb);
}
