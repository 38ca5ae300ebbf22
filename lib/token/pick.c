/*
 * One number of a list, in words of one's own: "my client selects the option
 * enumerated as (3)". It is read if it is the only one, and its clause has no
 * words but those of a choice.
 */
#include "token/token.h"

static const char joints[] =
	"and but so then because since und aber also denn sondern";

/* Words of a choice, which may stand around its number. */
static const char choices[] =
	"i i'll ill i'd i'm we my me client player wizard choose choosing "
	"chose pick picking take taking select selects selecting selection go "
	"going goes for with want would like will shall be is it it's that "
	"that'd this the please pls plz thanks thx ty thank you sir dear judge "
	"number numbers num no nr opt option options choice choices answer "
	"item entry line path way door thing possibility alternative variant "
	"one ones enumerated as numbered called final definitely make mine let "
	"let's have give us hereby opts to prefer favour vote votes ok okay "
	"yes yeah yep sure well right hi hello hey just now of list in from "
	"course simply must good great best there thing then a an "
	"ich nehme nehm nimm w\303\244hle w\303\244hl m\303\266chte will die "
	"das der den dem nummer antwort wahl bitte danke entscheide mich "
	"f\303\274r m\303\266glichkeit variante nat\303\274rlich ja klar gut "
	"dann mal ist meine mein es on your von dreien after all";

/* Of those: whoever writes them chooses something. */
static const char chooses[] =
	"choose pick take select selects selection number opt option choice "
	"answer nummer nehme nehm nimm w\303\244hle antwort wahl prefer";

/* What is counted by a number before it, or has one behind it. */
static const char units[] =
	"minute minutes min mins hour hours day days week weeks life lives "
	"point points damage card cards time times turn turns more pm am years "
	"year percent step steps square squares treasure treasures player "
	"players tage tag stunden stunde minuten leben punkte schaden karten "
	"uhr mal sec secs thought thoughts try glance";
static const char counted[] =
	"a turn round energy level at until till by every another wait zug "
	"runde um";

static const char doubts[] =
	"not no never none n't don't dont won't can't cannot either neither or "
	"nor maybe perhaps possibly probably unless if should could might said "
	"says thought think guess wait hang mean meant last bottom "
	"middle top lowest highest all any whichever whatever rather instead "
	"except without unsure both later next when would nicht kein keine "
	"oder vielleicht vieleicht wenn falls entweder weder letzte letzten "
	"letztes unterste oberste mittlere egal sagt glaube \303\274berlegen "
	"lieber doch beide alle";

/* Lines of these and words of a choice want something of the list, though not
 * by its number. */
static const char vague[] =
	"last bottom middle top lowest highest any whichever whatever none "
	"both them these those letzte letzten letztes unterste oberste "
	"mittlere egal beide alle you think";

static const char *const numbers[] = { "first 1st erste ersten erstes eins",
	"second 2nd two zweite zweiten zweites zwei ii",
	"third 3rd three dritte dritten drittes drei iii",
	"fourth four vierte vierten viertes vier iv",
	"fifth five f\303\274nfte f\303\274nf", "sixth six sechste sechs",
	"seventh seven siebte sieben", "eighth eight achte acht" };

static const char *const ordinals[] = { "first", "second", "third", "fourth",
	"fifth", "sixth" };

struct picks {
	int number; /* the only one that is picked; 0: none */
	int out;    /* "not the 1" */
	bool several, near, doubt, loose, vague;
};

static bool ends_clause(const struct token *t)
{
	return !t->is_word || (unsigned char)t->word[0] >= 0xe2 ||
	       sp_token_among(t, joints);
}

/* The number that the word is; 0: none. *near: with a slip. */
static int number_of(const struct piece *p, int at, int from, bool *near)
{
	const struct token *t = &p->token[at];
	long long value;

	if (sp_token_is_number(t) && t->width <= 2)
		return sp_parse_int(t->word, 1, 99, &value) == SP_OK
			       ? (int)value
			       : 0;
	if (sp_token_is(t, "one"))
		return at == from || sp_token_among(t - 1,
					     "number option opt choice item answer")
			       ? 1
			       : 0;
	for (int i = 0; i < (int)SP_ARRAY_LEN(numbers); i++)
		if (sp_token_among(t, numbers[i]))
			return i + 1;
	for (int i = 0; i < (int)SP_ARRAY_LEN(ordinals); i++)
		if (sp_token_is_slip(t->word, ordinals[i])) {
			*near = true;
			return i + 1;
		}
	return 0;
}

static void read_clause(
	struct picks *r, const struct piece *p, int from, int end)
{
	bool plain = true, chosen = false, vague_word = false, loose = false;
	bool out = sp_token_among(&p->token[from], "not nicht");
	int found = 0;

	for (int i = from; i < end; i++) {
		const struct token *t = &p->token[i];
		bool near = false;
		int number = number_of(p, i, from, &near);

		bool counts =
			number > 0 &&
			((i + 1 < p->n && t[1].start == t->end &&
				 strchr("%/+", t[1].word[0]) != NULL) ||
				(i + 2 < end && sp_token_is(t + 1, "of") &&
					sp_token_is(t + 2, "all")) ||
				(i + 1 < end && sp_token_among(t + 1, units)) ||
				(i > from && sp_token_among(t - 1, counted)));

		if (number > 0 && !counts) {
			loose = loose || (found > 0 && found != number);
			found = number;
			r->near = r->near || near;
			/* "one", which stands behind it too */
		} else if (!counts &&
			   (sp_token_among(t, vague) ||
				   (sp_token_is(t, "all") && i + 1 < end &&
					   sp_token_is(t + 1, "of")))) {
			vague_word = true;
			r->doubt = true;
		} else if (!counts && sp_token_among(t, doubts) &&
			   !sp_token_is(t, "no") && !(out && i == from)) {
			r->doubt = true;
		} else if (counts || (!sp_token_among(t, choices) &&
					     !(out && i == from))) {
			plain = false;
		} else if (sp_token_among(t, chooses)) {
			chosen = true;
		}
		/* "no 2" is a number, "no, 2" takes something back */
		if (sp_token_is(t, "no") && i + 1 == end)
			r->doubt = true;
	}
	r->several = r->several || loose;
	if (sp_token_is(&p->token[from], "none") ||
		(end - from == 2 &&
			sp_token_among(&p->token[from], "that this") &&
			sp_token_is(&p->token[from + 1], "one")))
		vague_word = plain = true;
	r->vague = r->vague || (found > 0 && vague_word);
	if (found > 0 && out && plain && !loose) {
		r->out = found;
	} else if (found > 0 && (plain || chosen)) {
		r->several =
			r->several || (r->number > 0 && r->number != found);
		r->number = found;
		r->loose = r->loose || !plain;
	} else if (found > 0) {
		r->loose = true;
	} else if (vague_word && plain) {
		r->vague = true;
	}
}

static bool is_idiom(const struct piece *p, int from, int end)
{
	return end > from + 1 && end - from <= 4 &&
	       sp_token_is(&p->token[from], "if") &&
	       sp_token_among(&p->token[from + 1], "you i") &&
	       sp_token_among(&p->token[end - 1], "please may like mind");
}

enum sp_token_said sp_token_picks(
	const struct piece *p, char *would, size_t size)
{
	struct picks r = { .number = 0 };

	would[0] = '\0';
	if (p->cut || p->copied || p->bar || p->question)
		return SP_TOKEN_SAID_NOTHING;
	for (int from = 0, end; from < p->n; from = end + 1) {
		int stop = sp_token_sentence_end(p, from);

		/* "anything but 2" */
		if (from > 1 && sp_token_is(&p->token[from - 1], "but") &&
			sp_token_among(&p->token[from - 2],
				"any anything all everything nothing"))
			r.doubt = true;
		end = stop - 1;
		/* whoever asks has chosen nothing */
		if (sp_token_is_mark(&p->token[end], '?'))
			continue;
		for (end = from; end < p->n && !ends_clause(&p->token[end]);)
			end++;
		if (end > from && !is_idiom(p, from, end))
			read_clause(&r, p, from, end);
	}
	if (r.number == 0)
		return r.vague || r.out > 0 || (r.loose && r.doubt)
			       ? SP_TOKEN_SAID_DOUBT
			       : SP_TOKEN_SAID_NOTHING;
	if (r.several || r.vague || r.number == r.out)
		return SP_TOKEN_SAID_DOUBT;
	sp_format(would, size, "%d", r.number);
	return r.near || r.doubt || r.loose ? SP_TOKEN_SAID_DOUBT
					    : SP_TOKEN_SAID_IT;
}
