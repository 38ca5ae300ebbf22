/* Conditions as a tree: brackets, `and`, `or`, `not`, and their text. */
#include "condition/condition.h"

#include <assert.h>

#include "condition_private.h"

/* ---- the tree ------------------------------------------------------------ */

/* Put a node of this kind before those from `at` on, which become its parts. */
static bool wrap(struct sp_condition_reader *r, int at, uint8_t kind)
{
	struct sp_condition *c = r->out;

	if (c->n == SP_CONDITION_NODES)
		return condition_fail(r, SP_CONDITION_TOO_MANY);
	memmove(&c->node[at + 1], &c->node[at],
		(size_t)(c->n - at) * sizeof(c->node[0]));
	c->n++;
	c->node[at] = (struct sp_condition_node){ .kind = kind,
		.size = (uint8_t)(c->n - at) };
	return true;
}

/* Take `n` nodes out. */
static void drop(struct sp_condition *c, int at, int n)
{
	c->n = (uint8_t)(c->n - n);
	memmove(&c->node[at], &c->node[at + n],
		(size_t)(c->n - at) * sizeof(c->node[0]));
}

/* Make one list of those behind `by` that follow one another in an `or`. */
static void merge_lists(struct sp_condition *c, int at)
{
	struct sp_condition_node * or = &c->node[at];

	for (int i = at + 1; i < at + or->size;) {
		struct sp_condition_node *a = &c->node[i], *b = a + a->size;

		if (a->kind != SP_CONDITION_BY || i + a->size >= at +
			or->size || b->kind != SP_CONDITION_BY) {
			i += a->size;
			continue;
		}
		/* they were read one behind the other */
		assert(a->n == 0 || b->n == 0 || a->first + a->n == b->first);
		a->first = a->n > 0 ? a->first : b->first;
		a->n = (uint8_t)(a->n + b->n);
		a->by |= b->by;
		drop(c, i + 1, 1);
		or->size--;
	}
}

/* Make one node of this kind of the parts from `at` on; a part of the same kind
 * gives its own parts. */
static bool join(struct sp_condition_reader *r, int at, uint8_t kind)
{
	struct sp_condition *c = r->out;

	for (int i = at; i < c->n;) {
		if (c->node[i].kind == kind)
			drop(c, i, 1);
		else
			i += c->node[i].size;
	}
	if (!wrap(r, at, kind))
		return false;
	if (kind == SP_CONDITION_OR)
		merge_lists(c, at);
	if (c->node[at].size == c->node[at + 1].size + 1)
		drop(c, at, 1);
	return true;
}

/* True if the number of a comparison may be; else the reader fails at `at`. */
static bool is_in_range(struct sp_condition_reader *r, int at,
	const struct sp_condition_node *node)
{
	/* nobody who is asked has no life left */
	int least = node->kind == SP_CONDITION_LIFE ? 1 : 0;

	if (node->kind < SP_CONDITION_DAMAGE ||
		(node->number >= least && node->number <= SP_CONDITION_HIGHEST))
		return true;
	r->about = sp_condition_word((enum sp_condition_kind)node->kind);
	r->least = least;
	(void)condition_fail(r, SP_CONDITION_RANGE);
	r->wrong = at;
	return false;
}

/* Turn what stands from node `at` on into its contrary. */
static bool negate(struct sp_condition_reader *r, int at, int token)
{
	struct sp_condition_node *node = &r->out->node[at];

	if (node->kind == SP_CONDITION_NOT) {
		drop(r->out, at, 1);
		return true;
	}
	if (node->kind < SP_CONDITION_DAMAGE ||
		node->compare == SP_COMPARE_SAME)
		return wrap(r, at, SP_CONDITION_NOT);
	node->number = (int16_t)(node->number +
				 (node->compare == SP_COMPARE_LEAST ? -1 : 1));
	node->compare = node->compare == SP_COMPARE_LEAST ? SP_COMPARE_MOST
							  : SP_COMPARE_LEAST;
	return is_in_range(r, token, node);
}

/* ---- reading ------------------------------------------------------------- */

/* Circle: brackets hold what they stand in. */
static bool read_level(struct sp_condition_reader *r, int level);

static bool take(struct sp_condition_reader *r, const char *words)
{
	if (r->at >= r->piece->n ||
		!sp_token_among(&r->piece->token[r->at], words))
		return false;
	r->at++;
	return true;
}

static bool take_mark(struct sp_condition_reader *r, char mark)
{
	if (r->at >= r->piece->n ||
		!sp_token_is_mark(&r->piece->token[r->at], mark))
		return false;
	r->at++;
	return true;
}

static bool read_brackets(struct sp_condition_reader *r)
{
	if (r->depth == SP_CONDITION_DEPTH)
		return condition_fail(r, SP_CONDITION_TOO_MANY);
	r->depth++;
	if (!read_level(r, 0))
		return false;
	r->depth--;
	return take_mark(r, ')') || condition_fail(r, SP_CONDITION_BRACKET);
}

/* A word of the ruleset, kept once. */
static bool keep_word(struct sp_condition_reader *r,
	struct sp_condition_node *node, const char *word)
{
	struct sp_condition *c = r->out;
	int i = 0;

	while (i < c->n_words && !sp_streq(c->word[i], word))
		i++;
	if (i == SP_CONDITION_WORDS)
		return condition_fail(r, SP_CONDITION_TOO_MANY);
	if (i == c->n_words)
		sp_format(c->word[c->n_words++], SP_TOKEN_SIZE, "%s", word);
	node->number = (int16_t)i;
	return true;
}

/* One comparison, word or list. */
static bool read_term(struct sp_condition_reader *r)
{
	struct sp_condition_node node = { .size = 1 };
	enum sp_condition_what what;
	const char *word = NULL;
	int from = r->at, n;

	if (r->out->n == SP_CONDITION_NODES)
		return condition_fail(r, SP_CONDITION_TOO_MANY);
	n = condition_term(r->piece, r->at, &node, &word);
	if (n > 0) {
		r->at += n;
		if (!is_in_range(r, from, &node) ||
			(word != NULL && !keep_word(r, &node, word)))
			return false;
	} else if (n < 0) {
		r->about = sp_condition_word((enum sp_condition_kind)node.kind);
		return condition_fail(r, node.kind == SP_CONDITION_ELEMENT
						 ? SP_CONDITION_UNKNOWN
						 : SP_CONDITION_NUMBERLESS);
	} else if (condition_is_by(r->piece, r->at) ||
		   sp_condition_what(r->piece, r->at, &what) > 0) {
		node.kind = SP_CONDITION_BY;
		if (!condition_read_list(r, &node))
			return condition_fail(r, SP_CONDITION_TOLD);
	} else {
		return condition_fail(r, condition_is_secret(r->piece, r->at)
						 ? SP_CONDITION_SECRET
						 : SP_CONDITION_UNKNOWN);
	}
	r->out->node[r->out->n++] = node;
	return true;
}

static bool read_unit(struct sp_condition_reader *r)
{
	int at = r->out->n, from;
	bool contrary = false;

	take(r, "while if when");
	condition_take_fillers(r->piece, &r->at);
	from = r->at;
	while (take(r, "not")) {
		contrary = !contrary;
		condition_take_fillers(r->piece, &r->at);
	}
	if (take_mark(r, '(') ? !read_brackets(r) : !read_term(r))
		return false;
	return !contrary || negate(r, at, from);
}

/* True for what joins two parts of a level, which is taken. */
static bool take_joint(struct sp_condition_reader *r, int level)
{
	const struct token *t = &r->piece->token[r->at];
	bool comma = r->at < r->piece->n && sp_token_is_mark(t, ',');
	int from = r->at;

	if (r->at >= r->piece->n || r->ends(r, r->at))
		return false;
	r->at += comma;
	switch (level) {
	case 0:
		take(r, "and");
		if (comma)
			return true;
		r->at = from;
		return condition_begins(r->piece, from, false);
	case 1:
		if (take(r, "or"))
			return true;
		break;
	default:
		if (!comma && (take(r, "and") || take_mark(r, '&') ||
				      take_mark(r, '+')))
			return true;
		break;
	}
	r->at = from;
	return false;
}

static bool read_level(struct sp_condition_reader *r, int level)
{
	static const uint8_t kinds[] = { SP_CONDITION_AND, SP_CONDITION_OR,
		SP_CONDITION_AND };
	int at = r->out->n;
	bool several = false;

	if (level == (int)SP_ARRAY_LEN(kinds))
		return read_unit(r);
	do {
		if (!read_level(r, level + 1))
			return false;
	} while (take_joint(r, level) && (several = true));
	return !several || join(r, at, kinds[level]);
}

/* True if a colon stands at token `at` or behind it. */
static bool is_before_colon(const struct piece *piece, int at)
{
	while (at < piece->n && !sp_token_is_mark(&piece->token[at], ':'))
		at++;
	return at < piece->n;
}

/* True if what comes next is a condition, or meant as one. */
static bool is_condition(const struct sp_condition_reader *r)
{
	const struct piece *piece = r->piece;
	enum sp_condition_what what;
	int at = r->at;

	if (at >= piece->n || r->ends(r, at) ||
		sp_token_is_mark(&piece->token[at], ':'))
		return false;
	if (condition_is_by(piece, at) || condition_begins(piece, at, false))
		return true;
	return condition_separates(&piece->token[at]) &&
	       (condition_is_by(piece, at + 1) ||
		       sp_condition_what(piece, at + 1, &what) > 0 ||
		       condition_begins(piece, at + 1, false) ||
		       is_before_colon(piece, at));
}

bool sp_condition_read(struct sp_condition_reader *r)
{
	bool before = r->out->n > 0;

	if (!is_condition(r))
		return true;
	r->at += condition_separates(&r->piece->token[r->at]);
	if (!read_level(r, 0) || (before && !join(r, 0, SP_CONDITION_AND)))
		return false;
	if (!is_before_colon(r->piece, r->at))
		return true;
	if (sp_token_is_mark(&r->piece->token[r->at], ')'))
		return condition_fail(r, SP_CONDITION_BRACKET);
	return sp_token_is_mark(&r->piece->token[r->at], ':') ||
	       r->ends(r, r->at) || condition_fail(r, SP_CONDITION_UNKNOWN);
}

bool sp_condition_take_by(struct sp_condition *c, struct sp_condition_node *out)
{
	bool all = c->n > 0 && c->node[0].kind == SP_CONDITION_AND;

	for (int i = all; i < (all ? c->n : c->n > 0); i += c->node[i].size) {
		if (c->node[i].kind != SP_CONDITION_BY)
			continue;
		*out = c->node[i];
		drop(c, i, 1);
		if (!all)
			return true;
		c->node[0].size--;
		if (c->node[0].size == c->node[1].size + 1)
			drop(c, 0, 1);
		return true;
	}
	return false;
}

/* ---- writing ------------------------------------------------------------- */

struct writer {
	const struct sp_condition *c;
	sp_condition_by_fn *by;
	const void *payload;
	struct sp_buf *out;
};

/* Circle: parts are written as what they are parts of. `mark` stands between
 * the parts of an `and` or `or`; `behind_by`: a list stands right before. */
static void write_parts(
	const struct writer *w, int at, const char *mark, bool behind_by);

static void write_node(const struct writer *w, int at)
{
	static const char *const compares[] = { ">=", "<=", "=" };
	const struct sp_condition_node *node = &w->c->node[at];
	const char *word =
		sp_condition_word((enum sp_condition_kind)node->kind);

	switch ((enum sp_condition_kind)node->kind) {
	case SP_CONDITION_AND:
	case SP_CONDITION_OR:
		sp_buf_addc(w->out, '(');
		write_parts(w, at,
			node->kind == SP_CONDITION_OR ? " or " : " and ",
			false);
		sp_buf_addc(w->out, ')');
		break;
	case SP_CONDITION_NOT:
		sp_buf_adds(w->out, "not ");
		write_node(w, at + 1);
		break;
	case SP_CONDITION_BY:
		w->by(w->payload, node, w->out);
		break;
	case SP_CONDITION_ELEMENT:
		sp_buf_addf(w->out, "%s %s", word, w->c->word[node->number]);
		break;
	case SP_CONDITION_CARRYING:
	case SP_CONDITION_AIMED:
	case SP_CONDITION_DEADLY:
		sp_buf_adds(w->out, word);
		break;
	case SP_CONDITION_DAMAGE:
	case SP_CONDITION_ENERGY:
	case SP_CONDITION_LIFE:
	case SP_CONDITION_DISTANCE:
		sp_buf_addf(w->out, "%s %s %d", word, compares[node->compare],
			node->number);
		break;
	case SP_CONDITION_KINDS:
		break;
	}
}

/* A list in brackets where the one before it would go on with it. */
static void write_parts(
	const struct writer *w, int at, const char *mark, bool behind_by)
{
	const struct sp_condition_node *node = &w->c->node[at];
	bool first = true;

	for (int i = at + 1; i < at + node->size; i += w->c->node[i].size) {
		bool list = w->c->node[i].kind == SP_CONDITION_BY &&
			    (!first || behind_by);

		sp_buf_addf(w->out, "%s%s", first ? "" : mark, list ? "(" : "");
		write_node(w, i);
		sp_buf_adds(w->out, list ? ")" : "");
		first = false;
	}
}

void sp_condition_write(const struct sp_condition *c, bool behind_by,
	sp_condition_by_fn *by, const void *payload, struct sp_buf *out)
{
	const struct writer w = { c, by, payload, out };

	if (c->n == 0)
		return;
	sp_buf_adds(out, ", ");
	if (c->node[0].kind == SP_CONDITION_AND)
		write_parts(&w, 0, ", ", behind_by);
	else if (c->node[0].kind == SP_CONDITION_OR && !behind_by)
		write_parts(&w, 0, " or ", false);
	else if (c->node[0].kind == SP_CONDITION_BY && behind_by) {
		sp_buf_addc(out, '(');
		write_node(&w, 0);
		sp_buf_addc(out, ')');
	} else
		write_node(&w, 0);
}
