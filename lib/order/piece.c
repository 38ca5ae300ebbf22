/* One piece of a line: order, error or chatter. */
#include "order/order.h"

#include "cards_private.h"
#include "piece_private.h"

struct sp_order_place order_token_place(const struct piece *p, int at)
{
	struct sp_order_place place = { p->line, 1, 1 };

	if (at < p->n) {
		place.column = p->token[at].column;
		place.length = p->token[at].width;
	} else if (p->n > 0) {
		/* something is missing: right behind the last word */
		const struct token *t = &p->token[p->n - 1];

		place.column = t->column + t->width;
	}
	if (place.length == 0)
		place.length = 1;
	return place;
}

/* The last token that is quoted: all of a card's name with a slip in it. */
static const struct token *last_of(
	const struct parse *p, int at, const struct sp_order_mistake *mistake)
{
	const char *meant;
	int n = 0;

	if (mistake->reason == SP_ORDER_REASON_NO_CARD ||
		mistake->reason == SP_ORDER_REASON_NO_NAME)
		n = order_card_slip(p, at, &meant);
	return &p->piece->token[at + (n > 0 ? n - 1 : 0)];
}

bool order_parse_fail_with(struct parse *p, int at, const char *suggestion,
	const struct sp_order_mistake *mistake)
{
	struct sp_order_mistake *own = &p->line->mistake;
	const struct token *t = &p->piece->token[at];

	if (p->failed)
		return false;
	p->failed = true;
	p->line->line_class = SP_LINE_ERROR;
	p->line->wrong = order_token_place(p->piece, at);
	*own = *mistake;
	if (own->quoted[0] == '\0' && at < p->piece->n)
		sp_token_quote(p->piece->text, t->start,
			last_of(p, at, own)->end, own->quoted,
			sizeof(own->quoted));
	(void)snprintf(p->line->suggestion, sizeof(p->line->suggestion), "%s",
		suggestion);
	return false;
}

bool order_parse_fail(struct parse *p, int at, const char *suggestion,
	enum sp_order_reason reason)
{
	return order_parse_fail_with(p, at, suggestion,
		&(struct sp_order_mistake){ .reason = (uint8_t)reason });
}

bool order_parse_here(struct parse *p, enum sp_order_reason reason)
{
	return order_parse_fail(p, p->at, "", reason);
}

static void parse_begin(struct parse *p, const struct piece *piece,
	const struct sp_order_words *words, const struct verb *verb,
	struct sp_order_line *line)
{
	memset(&line->order, 0, sizeof(line->order));
	line->order.kind =
		(uint8_t)(verb == NULL ? SP_ORDER_KIND_COUNT : verb->kind);
	line->order.seat = -1;
	line->order.side = -1;
	line->order.phrase = line->at;
	line->line_class = SP_LINE_ORDER;
	*p = (struct parse){ .piece = piece,
		.words = words,
		.verb = verb,
		.at = 1,
		.line = line };
}

static bool parse_run(struct parse *p)
{
	if (p->piece->cut && (p->verb->flags & VERB_LINE) == 0)
		return order_parse_fail(
			p, p->piece->n - 1, "", SP_ORDER_REASON_TOO_LONG);
	if (!p->verb->parse(p))
		return false;
	if (p->piece->question &&
		(p->verb->kind == SP_ORDER_YES ||
			sp_order_effect(
				(enum sp_order_kind)p->line->order.kind) ==
				SP_EFFECT_GAME))
		return order_parse_fail(
			p, p->piece->n, "", SP_ORDER_REASON_QUESTION_MARK);
	return true;
}

/* Would the piece parse if its first word were that of `verb`? */
static bool parse_would(const struct piece *piece,
	const struct sp_order_words *words, const struct verb *verb)
{
	struct sp_order_line scratch;
	struct parse p;

	memset(&scratch, 0, sizeof(scratch));
	parse_begin(&p, piece, words, verb, &scratch);
	return parse_run(&p);
}

/* "m n n e", "mvoe n": the verb that makes an order of the piece. */
static const struct verb *guess_verb(
	const struct piece *piece, const struct sp_order_words *words)
{
	const char *word = piece->token[0].word;
	size_t len = strlen(word);
	const struct verb *v;

	if (piece->n < 2 || piece->token[0].cut)
		return NULL;
	for (size_t i = 0; (v = order_verb_at(i)) != NULL; i++) {
		if ((v->flags & VERB_ACTION) == 0)
			continue;
		if (len == 1 ? word[0] != v->word[0]
			     : sp_edit_distance(word, v->word, 2) != 1 &&
					(sp_token_is_everyday(word) ||
						!sp_starts(v->word, word)))
			continue;
		if (parse_would(piece, words, v))
			return v;
	}
	return NULL;
}

/* Is the first word one letter that begins no order word but this, or others
 * for the same order? "mute" came when "m n" was a walk. */
static bool is_only_letter(const struct piece *piece, const struct verb *verb)
{
	const char *word = piece->token[0].word;
	const struct verb *v;

	if (strlen(word) != 1)
		return false;
	for (size_t i = 0; (v = order_verb_at(i)) != NULL; i++)
		if (v->kind != verb->kind && v->kind != SP_ORDER_MUTE &&
			v->word[0] == word[0])
			return false;
	return true;
}

/* "1. move n": the number of a list, if an order stands behind it. */
static void drop_number(struct piece *piece)
{
	const struct verb *v, *other;
	int n = sp_token_numbered(piece);

	if (n > 0 &&
		order_verb_match(&piece->token[n], &v, &other) != MATCH_NONE)
		sp_token_piece_drop_first(piece, n);
}

/* The piece with a word before it. False: it is too long, or no order. */
static bool with_word(const struct parse *p, const char *word,
	char out[SP_ORDER_SUGGESTION_SIZE])
{
	const struct piece *piece = p->piece;
	char rest[SP_ORDER_SUGGESTION_SIZE - 16];

	sp_token_words(piece, 0, rest, sizeof(rest));
	sp_format(out, SP_ORDER_SUGGESTION_SIZE, "%s %s", word, rest);
	return order_text_parses(p->words, out);
}

/* A part of a card's name, and what only stands behind one. */
static bool is_part_card(const struct parse *p)
{
	char would[SP_ORDER_SUGGESTION_SIZE];
	struct sp_order_listed names;
	const struct token *t = p->piece->token;
	int card, n = 0;

	if (strlen(t[0].word) >= 4)
		n = order_card_part(p, 0, &card, &names);
	if (n <= 0 || n >= p->piece->n)
		return false;
	t += n;
	return (order_is_keyword(p, t) ||
		       (t->is_word && (sp_token_is_square(t->word) ||
					      sp_token_is_pair(t->word) ||
					      sp_token_is(t, "me")))) &&
	       with_word(p, "cast", would);
}

/* A card's whole name and nothing else, or what it is to do behind it; other
 * lines that begin so are prose. */
static bool is_bare_card(const struct parse *p)
{
	char would[SP_ORDER_SUGGESTION_SIZE];
	int seat, card, n = order_card_spelled(p, 0, &card);
	struct parse behind = *p;
	const struct token *t;

	if (n > 0 && n < p->piece->n &&
		sp_token_is_mark(&p->piece->token[n], '!'))
		n++;
	if (n == 0 || n == p->piece->n)
		return n > 0;
	t = &p->piece->token[n];
	return order_is_keyword(p, t) ||
	       (t->is_word && (sp_token_is_square(t->word) ||
				      sp_token_is_pair(t->word))) ||
	       (t->is_word && order_card_spelled(p, n, &card) > 0) ||
	       order_name_find(&behind, n, true, &seat) > 0 ||
	       with_word(p, "cast", would);
}

/* What is written behind a card says what it is to do: then it is cast. Alone
 * it might as well be a counter, and it is one for whoever is asked for that.
 */
static void parse_bare_card(struct parse *p)
{
	char would[SP_ORDER_SUGGESTION_SIZE];
	int card = -1, n = order_card_spelled(p, 0, &card);
	bool asked = p->words->asked == SP_ASKED_COUNTER &&
		     sp_words_card_counters(p->words, card);

	if (!with_word(p, asked ? "counter with" : "cast", would) ||
		(!asked && (n == p->piece->n ||
				   p->words->asked == SP_ASKED_COUNTER)))
		would[0] = '\0';
	order_parse_fail(p, 0, would, SP_ORDER_REASON_CARD_ALONE);
}

/* The first word is no order word, as it stands. */
static void parse_unknown(struct parse *p)
{
	const struct piece *piece = p->piece;
	const struct verb *guess = guess_verb(piece, p->words);
	char rest[60], would[SP_ORDER_SUGGESTION_SIZE];

	if (guess != NULL && is_only_letter(piece, guess)) {
		parse_begin(p, piece, p->words, guess, p->line);
		(void)parse_run(p);
	} else if (guess != NULL) {
		p->line->order.kind = (uint8_t)guess->kind;
		order_parse_fail(p, 0, guess->word, SP_ORDER_REASON_NO_ORDER);
	} else if (sp_token_is_bare_walk(piece)) {
		sp_token_words(piece, 0, rest, sizeof(rest));
		sp_format(would, sizeof(would), "move %s", rest);
		p->line->order.kind = SP_ORDER_MOVE;
		order_parse_fail(p, 0, would,
			piece->below ? SP_ORDER_REASON_STEPS_WRAPPED
				     : SP_ORDER_REASON_STEPS_ALONE);
	} else if (sp_token_is_choice(piece) && sp_words_have_cards(p->words)) {
		order_numbers(p);
	} else if (sp_token_is_choice(piece)) {
		order_parse_fail(p, 0, "", SP_ORDER_REASON_NUMBER_ALONE);
	} else if (is_bare_card(p)) {
		parse_bare_card(p);
	} else if (!order_is_nearly(p)) {
		if (is_part_card(p))
			parse_bare_card(p);
		else
			p->line->line_class = SP_LINE_CHATTER;
	}
}

static void loosen(struct piece *piece, const struct sp_order_words *words,
	enum sp_order_kind kind)
{
	if (kind == SP_ORDER_CAST || kind == SP_ORDER_USE ||
		kind == SP_ORDER_THROW)
		sp_words_loosen(piece, words, SP_WORDS_CAST);
	else if (kind == SP_ORDER_ATTACK)
		sp_words_loosen(piece, words, SP_WORDS_ATTACK);
	else if (kind == SP_ORDER_COUNTER)
		sp_words_loosen(piece, words, SP_WORDS_COUNTER);
	else if (kind == SP_ORDER_BOOST)
		sp_words_loosen(piece, words, SP_WORDS_BOOST);
}

static void parse_piece(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	const struct verb *verb = NULL, *other = NULL;
	enum match match;
	struct parse p;
	int card;

	parse_begin(&p, piece, words, NULL, line);
	if (order_answers(&p))
		return;
	drop_number(piece);
	parse_begin(&p, piece, words, NULL, line);
	if (piece->n == 0 || !piece->token[0].is_word) {
		line->line_class = SP_LINE_CHATTER;
		return;
	}
	match = order_verb_match(&piece->token[0], &verb, &other);
	if (match == MATCH_NONE || ((verb->flags & VERB_CARDS) != 0 &&
					   !sp_words_have_cards(p.words))) {
		parse_unknown(&p);
		return;
	}
	loosen(piece, words, verb->kind);
	parse_begin(&p, piece, words, verb, line);
	switch (match) {
	case MATCH_NONE:
		break;
	case MATCH_EXACT:
		if ((verb->flags & VERB_WEAK) == 0 || order_verb_fits(&p)) {
			/* "pick lock c3 east": it begins a card's name */
			if (!parse_run(&p) &&
				order_card_spelled(&p, 0, &card) > 1) {
				parse_begin(&p, piece, words, NULL, line);
				parse_bare_card(&p);
			}
		} else if (!order_is_nearly(&p))
			line->line_class = SP_LINE_CHATTER;
		break;
	case MATCH_SHORT:
		(void)parse_run(&p);
		break;
	case MATCH_AMBIGUOUS:
		order_parse_fail_with(&p, 0, "",
			&(struct sp_order_mistake){
				.reason = SP_ORDER_REASON_SEVERAL_ORDERS,
				.word = verb->word,
				.other = other->word });
		break;
	case MATCH_SLIP:
		/* "Catch me if you can!" is no `watch` */
		if (piece->n > 2 && !parse_would(piece, words, verb)) {
			parse_begin(&p, piece, words, NULL, line);
			parse_unknown(&p);
			break;
		}
		order_parse_fail(&p, 0, verb->word, SP_ORDER_REASON_NO_ORDER);
		break;
	}
	if (line->line_class == SP_LINE_CHATTER)
		line->order.kind = SP_ORDER_KIND_COUNT;
}

void order_piece_parse(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	struct sp_order_line without = *line;
	struct piece whole;

	if (!piece->bar) {
		parse_piece(piece, words, line);
		return;
	}
	whole = *piece;
	parse_piece(piece, words, line);
	if (line->line_class == SP_LINE_ORDER || !sp_token_cut_gloss(&whole))
		return;
	parse_piece(&whole, words, &without);
	if (without.line_class == SP_LINE_ORDER)
		*line = without;
}

bool order_text_parses(const struct sp_order_words *words, const char *text)
{
	struct spot at = { 0, 1, 1 };
	struct sp_order_line line;
	struct piece piece;

	memset(&line, 0, sizeof(line));
	sp_token_piece_scan(&piece, text, &at, strlen(text));
	sp_token_join_places(&piece);
	order_piece_parse(&piece, words, &line);
	return line.line_class == SP_LINE_ORDER;
}
