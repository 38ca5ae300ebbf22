/*
 * Plain words: what a line says that is no order as it stands, but would be one
 * with the words of an order in place of the writer's own ("I'd like to hit the
 * red wizard, please"). It is read so if all of it is an order then; else
 * nothing is changed, and nearly.c says what is wrong.
 *
 * What ends a turn or a chance to answer is read so from a few whole sentences
 * alone.
 */
#include "order/order.h"

#include "cards_private.h"
#include "piece_private.h"

/* Are the tokens exactly these words, whatever marks are between? */
static bool is_exactly(const struct piece *p, const char *words)
{
	for (int i = 0; i < p->n; i++) {
		size_t len = strcspn(words, " ");

		if (!p->token[i].is_word)
			continue;
		if (strlen(p->token[i].word) != len || len == 0 ||
			memcmp(p->token[i].word, words, len) != 0)
			return false;
		words += len;
		words += strspn(words, " ");
	}
	return *words == '\0';
}

static bool is_among(const struct piece *p, const char *const list[], size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (is_exactly(p, list[i]))
			return true;
	return false;
}

/* ---- whole sentences ----------------------------------------------------- */

static const char *const ends[] = { "end turn", "end my turn", "end the turn",
	"end this turn", "end of turn", "end of my turn", "end turn now",
	"finish my turn", "finish the turn", "finish turn", "i end",
	"i end turn", "i end my turn", "i end the turn", "i end my turn here",
	"i finish my turn", "i end it here", "turn ends",
	/* German */
	"zug beenden", "zug ende", "zugende", "ende", "beende zug",
	"beende meinen zug", "beende den zug", "ich beende meinen zug",
	"ich beende den zug", "ende des zuges" };

static const char *const passes[] = { "i pass", "i'll pass", "i will pass",
	"i'd pass", "pass on this", "i pass on this", "i pass on that",
	"pass on that", "no counter", "no counters", "i don't counter",
	"i do not counter", "i won't counter", "i will not counter",
	"don't counter", "do not counter", "no thanks i pass", "no thanks pass",
	"no i pass", "nothing pass", "ok pass", "ok i pass",
	/* German */
	"passe", "ich passe", "kein konter" };

/* ---- synonyms ------------------------------------------------------------ */

struct synonym {
	const char *word;
	const char *as[3];
};

/* In the order in which they are tried. */
static const struct synonym synonyms[] = {
	{ "hit", { "punch", "attack", NULL } },
	{ "strike", { "punch", "attack", NULL } },
	{ "kick", { "punch", NULL, NULL } },
	{ "fight", { "punch", "attack", NULL } },
	{ "smack", { "punch", NULL, NULL } },
	{ "beat", { "punch", "attack", NULL } },
	{ "bash", { "punch", "attack", NULL } },
	{ "shoot", { "attack", "cast", NULL } },
	{ "fire", { "cast", NULL, NULL } },
	{ "hurl", { "throw", "cast", NULL } },
	{ "toss", { "throw", "cast", NULL } },
	{ "fling", { "throw", "cast", NULL } },
	{ "play", { "cast", "use", NULL } },
	{ "wield", { "use", NULL, NULL } },
	{ "swing", { "attack", NULL, NULL } },
	{ "zap", { "attack", NULL, NULL } },
	{ "kill", { "attack", NULL, NULL } },
	{ "burn", { "attack", NULL, NULL } },
	{ "blast", { "attack", NULL, NULL } },
	{ "take", { "pick up", NULL, NULL } },
	{ "grab", { "pick up", NULL, NULL } },
	{ "get", { "pick up", NULL, NULL } },
	{ "fetch", { "pick up", NULL, NULL } },
	{ "collect", { "pick up", NULL, NULL } },
	{ "pickup", { "pick up", NULL, NULL } },
	{ "lift", { "pick up", NULL, NULL } },
	{ "release", { "drop", NULL, NULL } },
	{ "leave", { "drop", NULL, NULL } },
	{ "ditch", { "discard", NULL, NULL } },
	{ "go", { "move", "move to", NULL } },
	{ "walk", { "move", "move to", NULL } },
	{ "run", { "move", "move to", NULL } },
	{ "step", { "move", "move to", NULL } },
	{ "head", { "move", "move to", NULL } },
	{ "proceed", { "move", "move to", NULL } },
	{ "travel", { "move", "move to", NULL } },
	{ "unlock", { "open", NULL, NULL } },
};

/* Of whoever is asked for a counter. */
static const char counters[] =
	"play use block parry cast defend answer respond "
	"react stop prevent with";

/* ---- is it an order then ------------------------------------------------- */

/* The orders that may be said in plain words. Those that answer a question of
 * ours are understood alone, and so is what cannot be undone. */
static bool may_be_plain(const struct sp_order *o)
{
	enum sp_order_kind kind = (enum sp_order_kind)o->kind;

	return kind == SP_ORDER_HAND || kind == SP_ORDER_BOARD ||
	       kind == SP_ORDER_STATUS || kind == SP_ORDER_HISTORY ||
	       (sp_order_effect(kind) == SP_EFFECT_GAME &&
		       kind != SP_ORDER_RESIGN && kind != SP_ORDER_NUMBERS &&
		       !sp_order_is_aside(o));
}

/* Is the piece an order as it stands? Else it and the line stay as they are. */
static bool reads(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	struct sp_order_line now = *line;
	struct piece trial = *piece;

	order_piece_parse(&trial, words, &now);
	if (now.line_class != SP_LINE_ORDER || !may_be_plain(&now.order))
		return false;
	*piece = trial;
	*line = now;
	return true;
}

/* "take dagger from red": nobody takes that by picking it up. */
static bool takes_away(const struct piece *p)
{
	for (int i = 1; i < p->n; i++)
		if (sp_token_is(&p->token[i], "from"))
			return true;
	return false;
}

static bool has_with(const struct piece *p)
{
	for (int i = 1; i < p->n; i++)
		if (sp_token_is(&p->token[i], "with"))
			return true;
	return false;
}

/* "go c4", "walk home"; "go Red!" cheers. */
static bool is_place(const struct piece *p)
{
	return p->n > 1 && (sp_token_is(&p->token[1], "to") ||
				   sp_token_is(&p->token[1], "home") ||
				   (p->token[1].is_word &&
					   order_is_square(p->token[1].word)));
}

static bool with_first(struct piece *piece, const struct sp_order_words *words,
	int n, const char *as, struct sp_order_line *line)
{
	struct piece trial = *piece;

	if (!sp_token_put_first(&trial, n, as) || !reads(&trial, words, line))
		return false;
	*piece = trial;
	return true;
}

static bool with_synonym(struct piece *piece,
	const struct sp_order_words *words, struct sp_order_line *line)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(synonyms); i++) {
		const struct synonym *s = &synonyms[i];

		if (!sp_token_is(&piece->token[0], s->word))
			continue;
		for (size_t k = 0; k < SP_ARRAY_LEN(s->as) && s->as[k] != NULL;
			k++) {
			if (sp_streq(s->as[k], "pick up") && takes_away(piece))
				return false;
			/* alone it would be a punch */
			if (sp_streq(s->as[k], "attack") && !has_with(piece))
				continue;
			if (sp_streq(s->as[k], "move to") && !is_place(piece))
				return false;
			if (with_first(piece, words, 1, s->as[k], line))
				return true;
		}
	}
	return false;
}

/* True if the first card that the order names counters something. */
static bool names_counter(
	const struct sp_order_words *words, const struct sp_order *o)
{
	for (size_t i = 0; o->n_clauses > 0 && i < words->n; i++)
		if (words->word[i].kind == SP_WORD_CARD &&
			words->word[i].value == o->clause[0].card)
			return words->word[i].counters;
	return false;
}

/* "block it with ...", "full shield" of whoever is asked for a counter: a whole
 * name, or a verb before it. */
static bool with_counter(struct piece *piece,
	const struct sp_order_words *words, struct sp_order_line *line)
{
	const struct parse p = { .piece = piece, .words = words, .line = line };
	struct sp_order_line now = *line;
	struct piece trial = *piece;
	int n = 0, card;

	if (words->asked != SP_ASKED_COUNTER || piece->question)
		return false;
	if (sp_token_among(&piece->token[0], counters)) {
		n = 1;
		while (n + 1 < piece->n &&
			sp_token_among(&piece->token[n],
				"it that this the my spell attack with by"))
			n++;
	} else if (order_card_spelled(&p, 0, &card) == 0) {
		return false;
	}
	if (!with_first(&trial, words, n, "counter with", &now) ||
		!names_counter(words, &now.order))
		return false;
	*piece = trial;
	*line = now;
	return true;
}

/* A card's whole name, and at whom or what behind it. */
static bool with_cast(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	const struct parse p = { .piece = piece, .words = words, .line = line };
	const struct token *t;
	int card, seat, n;

	if (piece->n == 0 || words->asked == SP_ASKED_COUNTER ||
		sp_order_asks_names(words->asked))
		return false;
	n = order_card_spelled(&p, 0, &card);
	if (n == 0 || n >= piece->n)
		return false;
	t = &piece->token[n];
	return (order_is_keyword(&p, t) ||
		       order_name_find(&p, n, true, &seat) > 0 ||
		       (t->is_word && (order_is_square(t->word) ||
					      order_is_pair(t->word)))) &&
	       with_first(piece, words, 0, "cast", line);
}

bool order_is_synonym(const struct token *t)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(synonyms); i++)
		if (sp_token_is(t, synonyms[i].word))
			return true;
	return sp_token_is_german(t);
}

/* ---- press --------------------------------------------------------------- */

void order_press_words(struct piece *piece, const struct sp_order_words *words)
{
	struct sp_order_line none;
	const struct parse p = {
		.piece = piece, .words = words, .line = &none
	};
	int at = 1, seats = 0, seat;

	if (piece->copied || piece->n < 4 ||
		!sp_token_among(&piece->token[0],
			"tell message msg write whisper say send"))
		return;
	while (at < piece->n &&
		sp_token_among(&piece->token[at], "to a message msg the word"))
		at++;
	int first = at;

	while (at < piece->n && !sp_token_is_mark(&piece->token[at], ':')) {
		int n = order_name_find(&p, at, true, &seat);

		if (n <= 0 &&
			!sp_token_among(&piece->token[at],
				"all everyone everybody and") &&
			!sp_token_is_mark(&piece->token[at], ','))
			return;
		if (sp_token_among(&piece->token[at], "everyone everybody"))
			sp_format(piece->token[at].word,
				sizeof(piece->token[at].word), "all");
		seats++;
		at += n > 0 ? n : 1;
	}
	if (at < piece->n && seats > 0)
		(void)sp_token_put_first(piece, first, "press to");
}

/* ---- walks --------------------------------------------------------------- */

static int number_of(const struct token *t)
{
	static const char *const names[] = { "one", "two", "three", "four",
		"five", "six", "seven", "eight", "nine", "ten" };

	for (int i = 0; i < (int)SP_ARRAY_LEN(names); i++)
		if (sp_token_is(t, names[i]))
			return i + 1;
	if (t->is_word && t->width == 1 && t->word[0] >= '1' &&
		t->word[0] <= '9')
		return t->word[0] - '0';
	return sp_token_is(t, "10") ? 10 : 0;
}

static const char *direction_of(const struct token *t)
{
	static const char *const sides[][2] = { { "up", "n" }, { "down", "s" },
		{ "left", "w" }, { "right", "e" }, { "upwards", "n" },
		{ "downwards", "s" }, { "northwards", "n" },
		{ "southwards", "s" }, { "eastwards", "e" },
		{ "westwards", "w" }, { "northward", "n" },
		{ "southward", "s" }, { "eastward", "e" }, { "westward", "w" },
		{ "norden", "n" }, { "nord", "n" },
		{ "s\xc3\xbc"
		  "den",
			"s" },
		{ "sueden", "s" }, { "osten", "e" }, { "westen", "w" } };
	static const char *const plain[] = { "n", "e", "s", "w" };

	for (size_t i = 0; i < SP_ARRAY_LEN(sides); i++)
		if (sp_token_is(t, sides[i][0]))
			return sides[i][1];
	if (!t->is_word || t->cut || order_direction_of(t->word) < 0)
		return NULL;
	for (size_t i = 0; i < SP_ARRAY_LEN(plain); i++)
		if (order_direction_of(t->word) == order_direction_of(plain[i]))
			return plain[i];
	return NULL;
}

/* "twice", "3 times", "2x" behind a direction: how often; *n tokens. */
static int times_at(const struct piece *p, int at, int *n)
{
	int count = at < p->n ? number_of(&p->token[at]) : 0;

	*n = 1;
	if (at < p->n && sp_token_is(&p->token[at], "once"))
		return 1;
	if (at < p->n && sp_token_is(&p->token[at], "twice"))
		return 2;
	if (at < p->n && sp_token_is(&p->token[at], "thrice"))
		return 3;
	*n = 2;
	if (count > 0 && at + 1 < p->n &&
		sp_token_among(&p->token[at + 1],
			"times x mal squares steps spaces fields square step "
			"space field"))
		return count;
	*n = 0;
	return 1;
}

/* "two squares north, then one to the east": as `n n e`. */
static bool with_steps(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	struct piece trial = *piece;
	int at = 1, steps = 0;

	/* "n n e", unless a choice may be meant or a line was broken there */
	if (words->asked == SP_ASKED_NOTHING && !piece->below && piece->n > 1 &&
		direction_of(&piece->token[0]) != NULL) {
		if (!sp_token_put_first(&trial, 0, "move"))
			return false;
		*piece = trial;
	}
	if (piece->n < 2 ||
		!sp_token_among(&piece->token[0],
			"move walk go step run head gehe geh laufe nach"))
		return false;
	while (at < piece->n) {
		int count = number_of(&piece->token[at]), n;
		const char *to;

		if (steps > 0 &&
			(order_is_joint(&piece->token[at]) ||
				sp_token_is_mark(&piece->token[at], '.'))) {
			at++;
			continue;
		}
		at += count > 0;
		while (at < piece->n &&
			sp_token_among(&piece->token[at],
				"square squares step steps space spaces field "
				"fields to the towards toward feld felder "
				"schritt schritte nach"))
			at++;
		to = at < piece->n ? direction_of(&piece->token[at]) : NULL;
		if (to == NULL)
			return false;
		trial.token[0] = piece->token[at];
		at++;
		if (count == 0) {
			count = times_at(piece, at, &n);
			at += n;
		}
		for (; count > 0; count--) {
			if (1 + steps == TOKENS_MAX)
				return false;
			trial.token[1 + steps] = trial.token[0];
			sp_format(trial.token[1 + steps].word,
				sizeof(trial.token[0].word), "%s", to);
			steps++;
		}
	}
	trial.token[0] = piece->token[0];
	sp_format(trial.token[0].word, sizeof(trial.token[0].word), "move");
	trial.n = 1 + steps;
	if (steps == 0 || !reads(&trial, words, line))
		return false;
	*piece = trial;
	return true;
}

/* ---- questions ----------------------------------------------------------- */

/* "show me the board", "what's on the board?": *n tokens in front of what is
 * asked for. */
static bool with_question(struct piece *piece,
	const struct sp_order_words *words, struct sp_order_line *line)
{
	static const char small[] =
		"show me us the my a see i can may could let give send what "
		"what's whats is are in on do have of look at view print "
		"current tell zeig zeige mir das die mein meine";
	static const char asked[] = "board hand status map cards game history "
				    "brett karten";
	const char *what = NULL;

	for (int i = 0; i < piece->n; i++) {
		const struct token *t = &piece->token[i];

		if (what == NULL && i > 0 && sp_token_among(t, asked))
			what = t->word;
		else if (!sp_token_among(t, small))
			return false;
	}
	if (what == NULL)
		return false;
	if (sp_streq(what, "map") || sp_streq(what, "brett"))
		what = "board";
	else if (sp_streq(what, "cards") || sp_streq(what, "karten"))
		what = "hand";
	else if (sp_streq(what, "game"))
		what = "status";
	struct piece trial = *piece;

	trial.question = false;
	if (!sp_token_put_first(&trial, trial.n, what) ||
		!reads(&trial, words, line))
		return false;
	*piece = trial;
	return true;
}

/* ---- all of it ----------------------------------------------------------- */

/* "move: n n" */
static bool drop_colon(struct piece *p)
{
	const struct verb *verb, *other;

	if (p->n < 3 || !sp_token_is_mark(&p->token[1], ':') ||
		order_verb_match(&p->token[0], &verb, &other) != MATCH_EXACT)
		return false;
	memmove(&p->token[1], &p->token[2],
		(size_t)(p->n - 2) * sizeof(p->token[0]));
	p->n--;
	return true;
}

/* In answer to a window. */
static const char *const lets[] = { "no thanks", "no thank you", "nope", "nah",
	"nothing", "none", "i do nothing", "do nothing", "i have nothing",
	"i have none", "let it happen", "i let it happen", "let it through",
	"i let it through", "let it go", "let it be", "let it hit", "i take it",
	"i'll take it", "take it", "take the damage", "i take the damage",
	"i'll take the damage", "i take the hit", "i'll take the hit",
	"take the hit", "i can't", "i can't counter", "i cannot counter",
	"i can't counter that", "i can't stop it", "i can't stop that",
	"no response", "no reaction", "no answer", "go ahead", "carry on",
	/* German */
	"nichts", "nein", "nein danke" };

/* "walk to the treasure" */
static bool drop_articles(struct piece *p)
{
	static const char articles[] = "the a an my";
	int n = 0;

	for (int i = 0; i < p->n; i++)
		if (!sp_token_among(&p->token[i], articles))
			p->token[n++] = p->token[i];
	if (n == p->n || n < 2 || sp_token_among(&p->token[p->n - 1], articles))
		return false;
	p->n = n;
	return true;
}

static bool as_sentence(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	if (piece->question)
		return false;
	if (is_among(piece, ends, SP_ARRAY_LEN(ends)))
		return with_first(piece, words, piece->n, "end", line);
	if (is_among(piece, passes, SP_ARRAY_LEN(passes)))
		return with_first(piece, words, piece->n, "pass", line);
	return words->asked == SP_ASKED_COUNTER &&
	       is_among(piece, lets, SP_ARRAY_LEN(lets)) &&
	       with_first(piece, words, piece->n, "pass", line);
}

/* An order in English words. */
static bool as_english(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	return with_steps(piece, words, line) ||
	       with_synonym(piece, words, line) ||
	       with_cast(piece, words, line);
}

bool order_read_plain(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	struct piece german;
	bool asked, changed;

	if (piece->copied || piece->cut || piece->bar || piece->n == 0)
		return false;
	if (line->line_class == SP_LINE_ORDER)
		return (line->order.kind == SP_ORDER_CAST ||
			       line->order.kind == SP_ORDER_USE) &&
		       with_counter(piece, words, line);
	if (as_sentence(piece, words, line) ||
		(drop_colon(piece) && reads(piece, words, line)))
		return true;
	changed = sp_token_take_manners(piece, &asked);
	/* it is asked of us, and no question */
	piece->question = piece->question && !asked;
	if (with_question(piece, words, line))
		return true;
	if (piece->question)
		return false;
	if (with_counter(piece, words, line))
		return true;
	if (changed &&
		(reads(piece, words, line) || as_sentence(piece, words, line)))
		return true;
	german = *piece;
	if (drop_articles(piece) && reads(piece, words, line))
		return true;
	if (as_english(piece, words, line))
		return true;
	*piece = german;
	return sp_token_translate(piece) && reads(piece, words, line);
}
