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
	       kind == SP_ORDER_CARD || kind == SP_ORDER_STATUS ||
	       kind == SP_ORDER_HISTORY ||
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

static bool with_first(struct piece *piece, const struct sp_order_words *words,
	int n, const char *as, struct sp_order_line *line)
{
	struct piece trial = *piece;

	if (!sp_token_put_first(&trial, n, as) || !reads(&trial, words, line))
		return false;
	*piece = trial;
	return true;
}

/* May the word stand there in place of the writer's? */
static bool may_stand(const struct piece *p, const char *as)
{
	if (sp_streq(as, "pick up"))
		return !sp_token_takes_away(p);
	/* alone it would be a punch */
	if (sp_streq(as, "attack"))
		return sp_token_behind_with(p) > 1;
	return !sp_streq(as, "move to") || sp_token_goes_somewhere(p);
}

static bool with_synonym(struct piece *piece,
	const struct sp_order_words *words, struct sp_order_line *line)
{
	const struct sp_token_synonym *s =
		sp_token_synonym_of(&piece->token[0]);

	for (size_t i = 0;
		s != NULL && i < SP_ARRAY_LEN(s->as) && s->as[i] != NULL; i++)
		if (may_stand(piece, s->as[i]) &&
			with_first(piece, words, 1, s->as[i], line))
			return true;
	return false;
}

/* True if the first card that the order names counters something. */
static bool names_counter(
	const struct sp_order_words *words, const struct sp_order *o)
{
	return o->n_clauses > 0 &&
	       sp_words_card_counters(words, o->clause[0].card);
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
	} else if (sp_token_is(&piece->token[0], "counter")) {
		n = sp_token_behind_with(piece);
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

/* "zot stun at blue" */
static bool is_play(const struct sp_order_words *words, const struct token *t)
{
	for (size_t i = 0; i < words->n; i++)
		if (words->word[i].kind == SP_WORD_PLAY &&
			sp_token_is(t, words->word[i].word))
			return true;
	return false;
}

/* "I meditate", behind what is polite: the card is cast, if it answers
 * nothing. */
static bool with_bare_card(struct piece *piece,
	const struct sp_order_words *words, struct sp_order_line *line)
{
	const struct parse p = { .piece = piece, .words = words, .line = line };
	int card;

	return words->asked == SP_ASKED_NOTHING && piece->n > 0 &&
	       order_card_spelled(&p, 0, &card) == piece->n &&
	       !sp_words_card_counters(words, card) &&
	       with_first(piece, words, 0, "cast", line);
}

/* "If anybody attacks me, I use full shield": a declaration. */
static bool when_attacked(struct piece *piece,
	const struct sp_order_words *words, struct sp_order_line *line)
{
	struct parse p = { .piece = piece, .words = words, .line = line };
	struct sp_order_line now = *line;
	struct piece trial = *piece;
	int seat = -1, card, behind = 0, n, by;

	if (piece->question || !sp_token_begins_threat(piece, &by, &behind))
		return false;
	n = by > 0 ? order_name_find(&p, by, true, &seat) : 0;
	if (by > 0 && n == 0)
		return false;
	while (behind < piece->n &&
		order_card_spelled(&p, behind, &card) != piece->n - behind &&
		sp_token_leads_to_counter(&piece->token[behind]))
		behind++;
	if (behind >= piece->n ||
		order_card_spelled(&p, behind, &card) != piece->n - behind ||
		!sp_words_card_counters(words, card))
		return false;
	if (!sp_token_put_threat(&trial, piece, n > 0 ? by : 0, behind))
		return false;
	order_piece_parse(&trial, words, &now);
	if (now.line_class != SP_LINE_ORDER)
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
		sp_words_asks_names(words->asked))
		return false;
	n = order_card_spelled(&p, 0, &card);
	if (n == 0 || n >= piece->n)
		return false;
	t = &piece->token[n];
	return (order_is_keyword(&p, t) || is_play(words, t) ||
		       order_name_find(&p, n, true, &seat) > 0 ||
		       (t->is_word && (sp_token_is_square(t->word) ||
					      sp_token_is_pair(t->word)))) &&
	       with_first(piece, words, 0, "cast", line);
}

bool order_is_synonym(const struct token *t)
{
	return sp_token_synonym_of(t) != NULL || sp_token_is_gerund(t);
}

/* ---- press --------------------------------------------------------------- */

/* "Please tell blue: hi" */
static void take_asking(struct piece *piece)
{
	int at = 0;

	while (at < piece->n &&
		(sp_token_among(&piece->token[at],
			 "please pls and also then judge could can would you") ||
			(at > 0 && sp_token_is_mark(&piece->token[at], ','))))
		at++;
	if (at > 0 && at + 3 < piece->n &&
		sp_token_among(&piece->token[at], "tell write send say") &&
		sp_token_begins_press(piece, at))
		sp_token_piece_drop_first(piece, at);
}

/* "tell red thx for the gold": the colon behind whom it is said to. */
static void put_colon(const struct parse *p, struct piece *piece)
{
	struct token *t;
	int seat, n;

	if (piece->n < 4 || piece->n == TOKENS_MAX || piece->copied ||
		!sp_token_is(&piece->token[0], "tell") ||
		sp_token_begins_press(piece, 0))
		return;
	n = order_name_find(p, 1, true, &seat);
	if (n == 0 || n + 2 >= piece->n || !piece->token[n + 1].is_word ||
		sp_token_among(&piece->token[n + 1], "to about what how") ||
		strchr(piece->token[n].word, '\'') != NULL)
		return;
	t = &piece->token[n + 1];
	memmove(t + 1, t, (size_t)(piece->n - n - 1) * sizeof(*t));
	piece->n++;
	*t = t[-1];
	t->is_word = false;
	t->start = t->end;
	sp_format(t->word, sizeof(t->word), ":");
}

void order_press_words(struct piece *piece, const struct sp_order_words *words)
{
	struct sp_order_line none;
	const struct parse p = {
		.piece = piece, .words = words, .line = &none
	};
	int at = 1, seats = 0, seat;

	take_asking(piece);
	put_colon(&p, piece);
	if (piece->copied || piece->n < 4 || !sp_token_begins_press(piece, 0) ||
		sp_token_is(&piece->token[0], "press"))
		return;
	while (at < piece->n &&
		sp_token_among(&piece->token[at], "to a message msg the word"))
		at++;
	int first = at;

	while (at < piece->n && !sp_token_is_mark(&piece->token[at], ':')) {
		int n = order_name_find(&p, at, true, &seat);

		/* "tell blue for me:" */
		if (n <= 0 && seats > 0 && sp_token_drop_aside(piece, at))
			continue;
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

/* ---- walks and questions ------------------------------------------------- */

/* "n n e" is a walk unless a choice may be meant, or a line was broken there.
 */
static bool with_steps(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	struct piece trial = *piece;
	bool bare = words->asked == SP_ASKED_NOTHING && !piece->below;

	if (!sp_token_tell_steps(&trial, bare) || !reads(&trial, words, line))
		return false;
	*piece = trial;
	return true;
}

/* Is the other piece an order as it stands? It is put in place of this. */
static bool stands(struct piece *piece, struct piece *trial,
	const struct sp_order_words *words, struct sp_order_line *line)
{
	struct sp_order_line now = *line;

	order_piece_parse(trial, words, &now);
	if (now.line_class != SP_LINE_ORDER)
		return false;
	*piece = *trial;
	*line = now;
	return true;
}

/* "I'll go for 2", "number 2 please" */
static bool with_choice(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	struct piece trial = *piece;

	return sp_token_take_choice(&trial, words->asked == SP_ASKED_ONE,
		       sp_words_asks_names(words->asked)) &&
	       stands(piece, &trial, words, line);
}

static bool with_question(struct piece *piece,
	const struct sp_order_words *words, struct sp_order_line *line)
{
	const char *what = sp_token_asks_for(piece);
	struct piece trial = *piece;

	trial.question = false;
	if (what != NULL)
		return sp_token_put_first(&trial, trial.n, what) &&
		       stands(piece, &trial, words, line);
	trial.question = piece->question;
	if (!sp_token_take_about(&trial) || !reads(&trial, words, line))
		return false;
	*piece = trial;
	return true;
}

/* ---- all of it ----------------------------------------------------------- */

/* "move: n n" */
static bool drop_colon(struct piece *p)
{
	const struct verb *verb, *other;

	if (p->n < 3 || !p->token[2].is_word ||
		!sp_token_is_mark(&p->token[1], ':') ||
		order_verb_match(&p->token[0], &verb, &other) != MATCH_EXACT)
		return false;
	memmove(&p->token[1], &p->token[2],
		(size_t)(p->n - 2) * sizeof(p->token[0]));
	p->n--;
	return true;
}

/* "I'm in", "I agree", "no thanks" */
static bool with_word(struct piece *piece, const struct sp_order_words *words,
	const char *word, struct sp_order_line *line)
{
	struct piece trial = *piece;

	return sp_token_put_first(&trial, trial.n, word) &&
	       stands(piece, &trial, words, line);
}

/* "forget the "when attacked" line" */
static bool forgets(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	struct piece trial = *piece;

	return sp_token_take_forget(&trial) &&
	       stands(piece, &trial, words, line);
}

/* "pass, I'm off to the shower" of whoever is asked for a counter */
static bool passes_and_talks(
	const struct piece *piece, const struct sp_order_words *words)
{
	int at = sp_token_pass_and_talk(piece);
	bool answers;

	return at > 0 && words->asked == SP_ASKED_COUNTER &&
	       sp_order_talk_of(piece->text, piece->token[at].start,
		       piece->token[piece->n - 1].end, words,
		       &answers) != SP_ORDER_TALK_PERHAPS_ORDER;
}

/* "From now on, when attacked: pass", of which the front was taken off */
static bool declares(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	struct piece trial = *piece;

	return piece->n > 0 && sp_token_is(&piece->token[0], "when") &&
	       stands(piece, &trial, words, line);
}

static bool as_sentence(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	if (piece->question)
		return false;
	if (sp_token_says_end(piece))
		return with_first(piece, words, piece->n, "end", line);
	if (forgets(piece, words, line))
		return true;
	if (passes_and_talks(piece, words))
		return with_first(piece, words, piece->n, "pass", line);
	if (sp_token_says_pass(piece))
		return with_first(piece, words, piece->n, "pass", line);
	if (sp_token_says_word(piece) != NULL)
		return with_word(piece, words, sp_token_says_word(piece), line);
	if (words->asked == SP_ASKED_COUNTER && sp_token_lets_happen(piece))
		return with_first(piece, words, piece->n, "pass", line);
	return sp_token_declines(piece) && with_word(piece, words, "no", line);
}

/* An order in English words. */
static bool as_english(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	return with_steps(piece, words, line) ||
	       with_cast(piece, words, line) ||
	       with_synonym(piece, words, line) ||
	       when_attacked(piece, words, line);
}

static bool read_plain(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	bool asked, changed;

	if (piece->copied || piece->cut || piece->bar || piece->n == 0)
		return false;
	if (line->line_class == SP_LINE_ORDER)
		return (line->order.kind == SP_ORDER_CAST ||
			       line->order.kind == SP_ORDER_USE ||
			       (line->order.kind == SP_ORDER_COUNTER &&
				       !names_counter(words, &line->order))) &&
		       with_counter(piece, words, line);
	if (as_sentence(piece, words, line) ||
		with_choice(piece, words, line) ||
		(drop_colon(piece) && reads(piece, words, line)))
		return true;
	if (sp_token_says_choice(piece))
		return false;
	changed = sp_token_take_manners(piece, &asked);
	changed = sp_token_take_gerund(piece) || changed;
	changed = sp_token_take_phrase(piece) || changed;
	changed = sp_token_take_turns(piece) || changed;
	/* it is asked of us, and no question */
	piece->question = piece->question && !asked;
	if (with_question(piece, words, line))
		return true;
	if (piece->question)
		return false;
	if (with_counter(piece, words, line))
		return true;
	/* "from now on, when attacked, ..." */
	if (changed && declares(piece, words, line))
		return true;
	/* "then home" */
	if (changed && piece->n > 0 && piece->n < 3 &&
		sp_token_is(&piece->token[piece->n - 1], "home") &&
		(piece->n == 1 ||
			sp_token_among(&piece->token[0], "back straight")) &&
		with_first(piece, words, piece->n, "move home", line))
		return true;
	if (changed &&
		(reads(piece, words, line) || as_sentence(piece, words, line) ||
			with_bare_card(piece, words, line)))
		return true;
	if (sp_token_drop_articles(piece) && reads(piece, words, line))
		return true;
	return as_english(piece, words, line) ||
	       (piece->german && sp_token_is(&piece->token[0], "move") &&
		       with_first(piece, words, 1, "move to", line));
}

/* ---- answers in talk ----------------------------------------------------- */

static enum sp_token_said says(const struct piece *piece,
	const struct sp_order_words *words,
	char would[SP_ORDER_SUGGESTION_SIZE])
{
	struct sp_token_known *known;
	enum sp_token_said said;

	if (words->asked != SP_ASKED_COUNTER)
		return words->asked == SP_ASKED_ONE
			       ? sp_token_picks(
					 piece, would, SP_ORDER_SUGGESTION_SIZE)
			       : SP_TOKEN_SAID_NOTHING;
	known = sp_xcalloc(words->n + 1, sizeof(*known));
	for (size_t i = 0; i < words->n; i++) {
		const struct sp_order_vocable *v = &words->word[i];

		known[i].name = v->word;
		known[i].kind = v->kind == SP_WORD_SEAT ? SP_TOKEN_NAMES_SEAT
				: v->kind != SP_WORD_CARD
					? SP_TOKEN_NAMES_NOTHING
				: v->counters ? SP_TOKEN_NAMES_ANSWER
					      : SP_TOKEN_NAMES_CARD;
	}
	said = sp_token_answer_of(
		piece, known, words->n, would, SP_ORDER_SUGGESTION_SIZE);
	sp_free(known);
	return said;
}

bool order_says_both(
	const struct piece *piece, const struct sp_order_words *words)
{
	char would[SP_ORDER_SUGGESTION_SIZE];

	return says(piece, words, would) == SP_TOKEN_SAID_BOTH;
}

/* Read what answers a window, or picks one of a list, in the midst of talk. A
 * doubt makes an error of what would be prose, or one that says more. */
static void read_answer(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	struct parse p = { .piece = piece, .words = words, .line = line };
	struct sp_order_mistake mistake = {
		.reason = words->asked == SP_ASKED_ONE
				  ? SP_ORDER_REASON_CHOICE_PLAINLY
				  : SP_ORDER_REASON_ANSWER_PLAINLY
	};
	char would[SP_ORDER_SUGGESTION_SIZE] = "";
	enum sp_token_said said = says(piece, words, would);
	bool vague = line->suggestion[0] == '\0' && would[0] != '\0' &&
		     line->mistake.reason == SP_ORDER_REASON_ORDER_WORD_FIRST;

	if (said == SP_TOKEN_SAID_IT)
		(void)with_word(piece, words, would, line);
	if (said <= SP_TOKEN_SAID_IT ||
		(line->line_class != SP_LINE_CHATTER && !vague))
		return;
	sp_token_quote(piece->text, piece->token[0].start,
		piece->token[piece->n - 1].end, mistake.quoted,
		sizeof(mistake.quoted));
	(void)order_parse_fail_with(&p, 0, would, &mistake);
}

/* "hit red five times": it begins like an order, so what is wrong with the rest
 * is more than that its word is another. */
static void blame_rest(const struct piece *piece,
	const struct sp_order_words *words, struct sp_order_line *line)
{
	struct sp_order_line now = *line;
	struct piece trial = *piece;
	const struct sp_token_synonym *s;
	bool asked;

	if (line->line_class != SP_LINE_ERROR || piece->question ||
		line->suggestion[0] != '\0' ||
		(line->mistake.reason != SP_ORDER_REASON_NEARLY_ORDER &&
			line->mistake.reason != SP_ORDER_REASON_NEARLY_LIKE))
		return;
	(void)sp_token_take_manners(&trial, &asked);
	(void)sp_token_take_gerund(&trial);
	s = sp_token_synonym_of(&trial.token[0]);
	if (s == NULL || trial.n < 2 ||
		!sp_token_put_first(&trial, 1, s->as[0]))
		return;
	order_piece_parse(&trial, words, &now);
	if (now.line_class == SP_LINE_ERROR &&
		now.mistake.reason != SP_ORDER_REASON_NO_CARDS)
		*line = now;
}

void order_piece_read(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	struct piece whole = *piece;
	struct sp_order_line plain = *line;

	order_piece_parse(piece, words, line);
	plain.line_class = line->line_class;
	plain.order = line->order;
	if (read_plain(&whole, words, &plain)) {
		*piece = whole;
		*line = plain;
	} else {
		blame_rest(piece, words, line);
		if (line->line_class != SP_LINE_ORDER)
			read_answer(piece, words, line);
	}
}
