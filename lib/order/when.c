/*
 * Declarations: `when attacked: pass`. A line that begins like one is never
 * prose: whoever wrote it and heard nothing would be hit without the counter
 * that they believe to have given. So what is not understood gets an error, and
 * as often as that can be guessed the line as it should have been.
 */
#include "order/order.h"

#include <assert.h>

#include "cards_private.h"
#include "piece_private.h"

static bool take_subject(struct parse *p, uint8_t *subject)
{
	enum sp_condition_about about;

	if (!sp_condition_about(p->piece, &p->at, &about))
		return false;
	*subject = (uint8_t)about;
	return true;
}

/* ---- the line as it should have been ---------------------------------- */

static bool is_answer(const struct token *t)
{
	return sp_token_among(t, "counter pass ask prefer");
}

/* What people put between a condition and its answer. */
static bool is_between(const struct token *t)
{
	return !t->is_word ||
	       sp_token_among(t,
		       "then i i'll will shall please and use play cast with");
}

/* Does the condition end at token `at`, colon or not? */
static bool ends_condition(const struct parse *p, int at)
{
	while (at < p->piece->n && is_between(&p->piece->token[at]))
		at++;
	return at < p->piece->n && is_answer(&p->piece->token[at]);
}

/* The words from token `at` to `end`, as they were written. */
static void quote_tokens(
	const struct parse *p, int at, int end, char *out, size_t size)
{
	out[0] = '\0';
	if (at < end)
		sp_token_quote(p->piece->text, p->piece->token[at].start,
			p->piece->token[end - 1].end, out, size);
}

/* "when CONDITION: ANSWER", the answer from token `at` on; "" if that would be
 * no order either. */
static void corrected(const struct parse *p, const char *condition, int at,
	char out[SP_ORDER_SUGGESTION_SIZE])
{
	char answer[SP_ORDER_SUGGESTION_SIZE];
	const char *counter = "";

	while (at < p->piece->n && is_between(&p->piece->token[at]))
		at++;
	quote_tokens(p, at, p->piece->n, answer, sizeof(answer));
	if (at < p->piece->n && !is_answer(&p->piece->token[at]))
		counter = "counter with ";
	if (strlen(condition) + strlen(counter) + strlen(answer) + 8 >=
		SP_ORDER_SUGGESTION_SIZE)
		out[0] = '\0';
	else
		sp_format(out, SP_ORDER_SUGGESTION_SIZE, "when %s: %s%s",
			condition, counter, answer);
	if (out[0] != '\0' && !order_text_parses(p->words, out))
		out[0] = '\0';
}

/* "blue attacks me": the condition in words of ours, with the first card that
 * is named, else the first player, as "by" takes either of them and not one who
 * casts the other; "" if there is nothing. */
static void guess_condition(const struct parse *p, int end, char *out, size_t n)
{
	static const struct {
		const char *begins, *subject;
	} subjects[] = { { "counter", "countered" }, { "attack", "attacked" },
		{ "hit", "attacked" }, { "punch", "attacked" },
		{ "shot", "attacked" }, { "cast", "spell" },
		{ "spell", "spell" }, { "damage", "damaged" },
		{ "hurt", "damaged" }, { "treasure", "treasure" } };
	const char *subject = "";
	char name[40] = "";
	bool card = false;

	for (int i = 1; i < end; i++) {
		const struct token *t = &p->piece->token[i];
		int value, words = order_card_spelled(p, i, &value);

		if (words > 0 && !card) {
			quote_tokens(p, i, i + words, name, sizeof(name));
			card = true;
		}
		words = order_name_find(p, i, true, &value);
		if (words > 0 && name[0] == '\0')
			quote_tokens(p, i, i + words, name, sizeof(name));
		for (size_t k = 0; k < SP_ARRAY_LEN(subjects); k++) {
			/* of "my spell is countered" the first one counts */
			if ((subject[0] == '\0' || k == 0) && t->is_word &&
				sp_starts(t->word, subjects[k].begins))
				subject = subjects[k].subject;
		}
	}
	/* these two take no `by` */
	if (sp_streq(subject, "damaged") || sp_streq(subject, "treasure"))
		name[0] = '\0';
	sp_format(out, n, "%s%s%s", subject,
		subject[0] != '\0' && name[0] != '\0' ? " by " : "",
		subject[0] != '\0' ? name : "");
}

static bool fail_subject(struct parse *p)
{
	char condition[SP_ORDER_SUGGESTION_SIZE];
	char would[SP_ORDER_SUGGESTION_SIZE] = "";
	int end = p->at;
	bool narrow = false; /* no condition of ours says so much */

	for (; end < p->piece->n &&
		!sp_token_is_mark(&p->piece->token[end], ':') &&
		!is_answer(&p->piece->token[end]);
		end++)
		narrow |= sp_token_is(&p->piece->token[end], "neutral");
	guess_condition(p, end, condition, sizeof(condition));
	if (condition[0] != '\0' && !narrow)
		corrected(p, condition, end, would);
	return order_parse_fail(p, p->at, would, SP_ORDER_REASON_WHEN_WHAT);
}

/* The condition is over, and no colon stands there. */
static bool fail_colon(struct parse *p, int from)
{
	char condition[SP_ORDER_SUGGESTION_SIZE];
	char would[SP_ORDER_SUGGESTION_SIZE];

	/* the colon stands there, behind more than a condition */
	for (int i = p->at; !ends_condition(p, p->at) && i < p->piece->n &&
			    !is_answer(&p->piece->token[i]);
		i++)
		if (sp_token_is_mark(&p->piece->token[i], ':'))
			return fail_subject(p);
	quote_tokens(p, from, p->at, condition, sizeof(condition));
	corrected(p, condition, p->at, would);
	return order_parse_fail(p, p->at, would, SP_ORDER_REASON_NO_COLON);
}

/* ---- the condition ---------------------------------------------------- */

static bool begin_list(
	struct sp_condition_reader *r, struct sp_condition_node *node)
{
	struct parse *p = r->payload;

	node->first = p->line->order.n_phrases;
	node->n = 1;
	p->at = r->at;
	return order_add_phrase(p, "if") != NULL;
}

static bool read_name(struct sp_condition_reader *r)
{
	struct parse *p = r->payload;
	const struct sp_order *o = &p->line->order;
	uint8_t kind;

	p->at = r->at;
	if (!order_parse_named(p, false))
		return false;
	order_end_phrase(p);
	r->at = p->at;
	kind = o->named[o->n_named - 1].kind;
	return kind == SP_NAMED_CARD || kind == SP_NAMED_SEAT ||
	       order_parse_fail(p, p->at - 1, "", SP_ORDER_REASON_BY_OTHER);
}

static bool is_card(const struct sp_condition_reader *r, int at)
{
	int card;

	return order_card_spelled(r->payload, at, &card) > 0;
}

static bool ends(const struct sp_condition_reader *r, int at)
{
	return ends_condition(r->payload, at);
}

/* Tell what is wrong, unless that was told. */
static bool fail_condition(struct parse *p, const struct sp_condition_reader *r)
{
	static const uint8_t reasons[] = {
		[SP_CONDITION_UNKNOWN] = SP_ORDER_REASON_IF_WHAT,
		[SP_CONDITION_SECRET] = SP_ORDER_REASON_IF_SECRET,
		[SP_CONDITION_NUMBERLESS] = SP_ORDER_REASON_IF_NUMBER,
		[SP_CONDITION_RANGE] = SP_ORDER_REASON_IF_RANGE,
		[SP_CONDITION_TOO_MANY] = SP_ORDER_REASON_IF_MANY,
		[SP_CONDITION_BRACKET] = SP_ORDER_REASON_IF_BRACKET,
		[SP_CONDITION_EMPTY] = SP_ORDER_REASON_BY_WHAT,
		[SP_CONDITION_TWICE] = SP_ORDER_REASON_BY_TWICE,
		[SP_CONDITION_OTHER] = SP_ORDER_REASON_BY_OTHER,
	};

	return r->error != SP_CONDITION_TOLD &&
	       order_parse_fail_with(p, r->wrong, "",
		       &(struct sp_order_mistake){ .reason = reasons[r->error],
			       .word = r->about,
			       .number = (size_t)r->least,
			       .most = SP_CONDITION_HIGHEST });
}

/* The conditions behind a subject; `punched`: it has one itself. */
static bool parse_conditions(struct parse *p, bool punched)
{
	struct sp_order *o = &p->line->order;
	struct sp_condition *c = &o->condition;
	struct sp_condition_reader r = { .piece = p->piece,
		.at = p->at,
		.out = c,
		.begin = begin_list,
		.name = read_name,
		.is_card = is_card,
		.ends = ends,
		.payload = p };
	struct sp_condition_node list;

	c->n = c->n_words = 0;
	if (punched)
		c->node[c->n++] =
			(struct sp_condition_node){ .kind = SP_CONDITION_BY,
				.size = 1,
				.by = SP_ORDER_BY_PUNCH };
	if (!sp_condition_read(&r))
		return fail_condition(p, &r);
	p->at = r.at;
	if (sp_condition_take_by(c, &list)) {
		o->by = list.by;
		for (int i = list.first; i < list.first + list.n; i++)
			sp_format(o->part[i].keyword,
				sizeof(o->part[i].keyword), "by");
	}
	return true;
}

/* What it is about, and on which conditions. */
static bool parse_about(struct parse *p)
{
	static const uint8_t told[] = { [SP_SUBJECT_CONDITION] = SP_ABOUT_ASKED,
		[SP_SUBJECT_PUNCHED] = SP_ABOUT_ATTACKED,
		[SP_SUBJECT_DAMAGE] = SP_ABOUT_DAMAGED,
		[SP_SUBJECT_TREASURE] = SP_ABOUT_TREASURE };
	struct sp_order *o = &p->line->order;
	enum sp_condition_subject as = SP_SUBJECT_NONE;

	if (!take_subject(p, &o->subject)) {
		as = sp_condition_subject(p->piece, &p->at);
		if (as == SP_SUBJECT_NONE)
			return fail_subject(p);
		o->subject = told[as];
	}
	return parse_conditions(p, as == SP_SUBJECT_PUNCHED);
}

/* Take "until my turn" out of what p->piece is, which `cut` becomes. */
static bool cut_until(struct parse *p, struct piece *cut)
{
	int turn, wrong;

	if (!sp_condition_take_until(p->piece, cut, &turn, &wrong))
		return order_parse_fail(
			p, wrong, "", SP_ORDER_REASON_UNTIL_WHAT);
	p->line->order.until = (int16_t)turn;
	p->piece = cut;
	return true;
}

/* ---- what is preferred ------------------------------------------------ */

static void pass_over_marks(struct parse *p)
{
	while (p->at < p->piece->n &&
		(sp_token_separates(order_parse_peek(p)) ||
			sp_token_is(order_parse_peek(p), "then")))
		p->at++;
}

/* "w, s": each once, and no links, through which nobody is pushed. */
static bool parse_ways(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	unsigned named = 0;
	int n = 0;

	if (order_parse_peek(p) == NULL)
		return order_parse_here(p, SP_ORDER_REASON_PREFER_WAYS);
	if (!order_phrase_steps(p, o))
		return false;
	for (int i = 0; i < o->n_steps; i++) {
		if (o->step[i] != SP_ORDER_LINK &&
			(named >> o->step[i] & 1U) == 0)
			o->step[n++] = o->step[i];
		named |= 1U << o->step[i];
	}
	o->n_steps = (uint8_t)n;
	return n > 0 ||
	       order_parse_fail(p, p->at - 1, "", SP_ORDER_REASON_PREFER_WAYS);
}

/* "dagger, energy 2, cheapest": names in the order in which they go. */
static bool parse_cards(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	struct sp_named *name;
	int16_t card;

	if (order_add_phrase(p, "prefer") == NULL)
		return false;
	do {
		int from = p->at;

		if (order_parse_take(p, "the"))
			continue;
		if (order_parse_take(p, "cheapest")) {
			o->number = 1;
			break;
		}
		if (!order_parse_card(p, &card, SP_ORDER_REASON_PREFER_CARDS))
			return false;
		name = order_add_named(p, SP_NAMED_CARD, card);
		if (name == NULL)
			return false;
		name->at = order_phrase_from(p, from);
		pass_over_marks(p);
	} while (p->at < p->piece->n);
	order_end_phrase(p);
	return order_parse_end(p, "when");
}

static bool parse_preference(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	bool discards = o->subject == SP_ABOUT_DISCARD;

	o->answer = SP_ORDER_ANSWER_PREFER;
	if (!order_parse_take(p, "prefer") &&
		!(discards && order_parse_take(p, "discard")))
		return order_parse_here(
			p, discards ? SP_ORDER_REASON_PREFER_CARDS
				    : SP_ORDER_REASON_PREFER_WAYS);
	return discards ? parse_cards(p) : parse_ways(p);
}

/* ---- the line ------------------------------------------------------------ */

/* "when attacked: full shield" */
static bool names_counter(const struct parse *p)
{
	int card;

	return p->at < p->piece->n && order_card_spelled(p, p->at, &card) > 0 &&
	       sp_words_card_counters(p->words, card);
}

static bool parse_answer(struct parse *p)
{
	struct sp_order *o = &p->line->order;

	if (order_parse_take(p, "ask"))
		o->answer = SP_ORDER_ANSWER_ASK;
	else if (sp_condition_prefers((enum sp_condition_about)o->subject))
		return parse_preference(p);
	else if (order_parse_take(p, "pass"))
		o->answer = SP_ORDER_ANSWER_PASS;
	else if (order_parse_take(p, "counter") || order_parse_take(p, "use") ||
		 order_parse_take(p, "play") || names_counter(p))
		return order_parse_counters(p);
	else
		return order_parse_here(p, SP_ORDER_REASON_THEN_WHAT);
	return order_parse_end(p, "when");
}

/* The colon behind the condition, or what people put there before an answer:
 * "when attacked, counter with full shield". */
static bool take_colon(struct parse *p)
{
	int at = p->at;

	if (at < p->piece->n && sp_token_is_mark(&p->piece->token[at], ':')) {
		p->at++;
		return true;
	}
	while (at < p->piece->n && (!p->piece->token[at].is_word ||
					   sp_token_among(&p->piece->token[at],
						   "then i i'll will please")))
		at++;
	if (at >= p->piece->n ||
		!sp_token_among(&p->piece->token[at], "counter pass use play"))
		return false;
	p->at = at;
	return true;
}

/* "attacked by red: pass", without the words that say until when. */
static bool parse_line(struct parse *p, struct piece *cut)
{
	int from = p->at;

	if (!sp_words_have_cards(p->words))
		return order_no_cards(p);
	/* the condition's phrase is of clause 0 */
	if (!cut_until(p, cut) || order_add_clause(p) == NULL)
		return false;
	if (!parse_about(p))
		return false;
	if (!take_colon(p))
		return fail_colon(p, from);
	return parse_answer(p) && order_whole_phrase(p, from);
}

bool order_verb_when(struct parse *p)
{
	const struct piece *whole = p->piece;
	struct piece cut;
	bool good = parse_line(p, &cut);

	p->piece = whole;
	p->at = good ? whole->n : p->at;
	return good;
}

/* "defaults", also "the public defaults", and no more. */
static bool take_defaults(struct parse *p)
{
	struct parse copy = *p;

	order_parse_take(&copy, "the");
	order_parse_take(&copy, "public");
	if ((!order_parse_take(&copy, "defaults") &&
		    !order_parse_take(&copy, "default")) ||
		copy.at != copy.piece->n)
		return false;
	p->at = copy.at;
	return true;
}

bool order_drops_defaults(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	int from = p->at;

	if (!sp_words_have_cards(p->words) || !take_defaults(p))
		return false;
	o->kind = SP_ORDER_FORGET;
	o->to = SP_ORDER_TO_DEFAULTS;
	return order_whole_phrase(p, from);
}

bool order_switches(const struct parse *p)
{
	const struct token *t = order_parse_peek(p);

	return t == NULL ||
	       (p->at + 1 == p->piece->n &&
		       (sp_token_is(t, "on") || sp_token_is(t, "off")));
}

/* "defaults on", "defaults off" */
bool order_verb_defaults(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	int from = p->at;

	if (!sp_words_have_cards(p->words))
		return order_no_cards(p);
	if (order_parse_take(p, "off")) {
		o->kind = SP_ORDER_FORGET;
		o->to = SP_ORDER_TO_DEFAULTS;
	} else if (!order_parse_take(p, "on")) {
		return order_parse_here(p, SP_ORDER_REASON_DEFAULTS_HOW);
	}
	order_whole_phrase(p, from);
	return order_parse_end(p, "defaults");
}

/* "2", "declaration 2", "1 and 3", and no more. */
static bool take_numbers(struct parse *p, struct sp_order *o)
{
	long long n;

	for (; p->at < p->piece->n; p->at++) {
		const struct token *t = order_parse_peek(p);

		if (sp_token_separates(t) || sp_token_is(t, "declaration"))
			continue;
		if (!sp_token_is_number(t) || sp_parse_int(t->word, 1, 99, &n))
			return false;
		o->to |= n <= SP_ORDER_LISTED_MOST ? 1U << n : 0;
		o->number = n > o->number ? (int)n : o->number;
	}
	return o->number > 0;
}

/* "forget everything", "forget it all": of what, is to be asked. */
static bool forgets_much(const struct parse *p)
{
	const struct token *t = order_parse_peek(p);
	int n = p->piece->n - p->at;

	return t != NULL && ((n == 1 && sp_token_is(t, "everything")) ||
				    (n == 2 && sp_token_among(t, "it them") &&
					    sp_token_is(t + 1, "all")));
}

/* "all", "all my declarations" */
static bool takes_all(struct parse *p)
{
	if (!order_parse_take(p, "all"))
		return false;
	if (!order_parse_take(p, "my"))
		order_parse_take(p, "the");
	order_parse_take(p, "declarations");
	return p->at == p->piece->n;
}

bool order_forgets(const struct parse *p)
{
	struct parse copy = *p;
	struct sp_order scratch = { 0 };
	uint8_t subject;

	if (take_defaults(&copy))
		return true;
	if (forgets_much(p))
		return true;
	if (sp_token_is(order_parse_peek(&copy), "all"))
		return takes_all(&copy);
	if (!order_parse_take(&copy, "when"))
		return take_numbers(&copy, &scratch);
	/* one word alone is no prose, but a condition that there is not */
	return copy.at + 1 == copy.piece->n || take_subject(&copy, &subject) ||
	       sp_condition_subject(copy.piece, &copy.at) != SP_SUBJECT_NONE;
}

/* "when attacked by red: pass", of which what stands behind the colon is
 * passed over. */
static bool forget_line(struct parse *p, int from, struct piece *cut)
{
	order_parse_take(p, "when");
	if (!cut_until(p, cut) || order_add_clause(p) == NULL)
		return false;
	if (!parse_about(p))
		return false;
	order_whole_phrase(p, from);
	if (p->at < p->piece->n && sp_token_is_mark(order_parse_peek(p), ':'))
		p->at = p->piece->n;
	return order_parse_end(p, "forget");
}

/* "forget when attacked by red: pass"; "forget all"; "forget defaults" */
bool order_verb_forget(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	const struct piece *whole = p->piece;
	struct piece cut;
	int from = p->at;
	bool good;

	if (!sp_words_have_cards(p->words))
		return order_no_cards(p);
	if (order_drops_defaults(p))
		return true;
	if (take_numbers(p, o))
		return order_whole_phrase(p, from);
	p->at = from;
	if (forgets_much(p))
		return order_parse_here(p, SP_ORDER_REASON_FORGET_WHAT);
	if (takes_all(p)) {
		o->to = SP_ORDER_TO_ALL;
		return true;
	}
	p->at = from;
	good = forget_line(p, from, &cut);
	p->piece = whole;
	p->at = good ? whole->n : p->at;
	return good;
}

/* "if attacked: pass" */
bool order_verb_if(struct parse *p)
{
	struct parse as_when = *p;
	struct sp_order_line scratch;
	char rest[SP_ORDER_SUGGESTION_SIZE];
	char would[SP_ORDER_SUGGESTION_SIZE];

	if (!sp_words_have_cards(p->words))
		return order_no_cards(p);
	memset(&scratch, 0, sizeof(scratch));
	as_when.line = &scratch;
	if (order_verb_when(&as_when)) {
		quote_tokens(p, 1, p->piece->n, rest, sizeof(rest) - 5);
		sp_format(would, sizeof(would), "when %s", rest);
	} else {
		sp_format(would, sizeof(would), "%s", scratch.suggestion);
	}
	return order_parse_fail(p, 0,
		order_text_parses(p->words, would) ? would : "",
		SP_ORDER_REASON_IF);
}

bool order_declares(const struct parse *p)
{
	struct parse copy = *p;
	const struct piece *piece = p->piece;
	uint8_t subject;
	int card;

	if (take_subject(&copy, &subject))
		return true;
	for (int i = p->at; i < piece->n; i++) {
		const struct token *t = &piece->token[i];

		if (sp_token_is_mark(t, ':') || sp_token_is(t, "counter") ||
			(i == piece->n - 1 && is_answer(t)) ||
			order_card_spelled(p, i, &card) > 0)
			return true;
	}
	return false;
}
