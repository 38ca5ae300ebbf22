/*
 * A disassembler, so that tests compare compiled cards as text. An expression
 * is its postfix code: names and functions by their word, locals as $0, sets as
 * {parts}, words as :fire (:- one that is left out), jumps as and>5 (counted
 * from its beginning). An operation is "number word arguments", its own number
 * and `next` counted from the program's first.
 */
#include "kit.h"

#define WORD2(symbol, word)       word,
#define WORD3(symbol, word, a)    word,
#define WORD4(symbol, word, a, b) word,
static const char *const names[] = { SP_NAMES(WORD3) };
static const char *const functions[] = { SP_FUNCTIONS(WORD4) };
static const char *const sets[] = { SP_SETS(WORD4) };
#define OP(symbol, word, runs, args, what) #word,
static const char *const ops[] = { SP_OPS(OP) };
static const char *const asks[] = { SP_ASKS(WORD2) };
static const char *const events[] = { SP_CARD_EVENTS(WORD3) };
static const char *const stats[] = { SP_STATS(WORD2) };

static const char *const signs[] = {
	[SP_CODE_NOT] = "not",
	[SP_CODE_NEGATE] = "neg",
	[SP_CODE_ADD] = "+",
	[SP_CODE_SUBTRACT] = "-",
	[SP_CODE_MULTIPLY] = "*",
	[SP_CODE_DIVIDE] = "/",
	[SP_CODE_EQUAL] = "==",
	[SP_CODE_UNEQUAL] = "!=",
	[SP_CODE_LESS] = "<",
	[SP_CODE_LESS_EQUAL] = "<=",
	[SP_CODE_GREATER] = ">",
	[SP_CODE_GREATER_EQUAL] = ">=",
};

/* The word in front of is(), of stat(), or at the end of a set's arguments. */
static const char *word_of(const struct sp_ruleset *r, const struct sp_code *c)
{
	static const char *const types[] = { SP_PLAY_TYPES(WORD2) };
	static const char *const kinds[] = { SP_KINDS(WORD2) };
	static const char *const words[] = { SP_IS_WORDS(WORD2) };
	int32_t word = c->value;

	if (word < 0)
		return "-";
	if (c[1].op == SP_CODE_SET)
		return r->trait[word];
	if (c[1].value == SP_FN_STAT)
		return stats[word];
	switch (word & ~0xff) {
	case SP_IS_WORD:
		return words[word & 0xff];
	case SP_IS_KIND:
		return kinds[word & 0xff];
	case SP_IS_TYPE:
		return types[word & 0xff];
	default:
		return r->trait[word & 0xff];
	}
}

static void dump_code(const struct sp_ruleset *r, const struct sp_code *c,
	int32_t start, struct sp_buf *out)
{
	switch ((enum sp_code_op)c->op) {
	case SP_CODE_END:
		break;
	case SP_CODE_NUMBER:
		sp_buf_addf(out, "%d", c->value);
		break;
	case SP_CODE_NAME:
		sp_buf_adds(out, names[c->value]);
		break;
	case SP_CODE_LOCAL:
		sp_buf_addf(out, "$%d", c->value);
		break;
	case SP_CODE_CALL:
		sp_buf_addf(out, "%s()", functions[c->value]);
		break;
	case SP_CODE_SET:
		sp_buf_addf(out, "{%s}", sets[c->value]);
		break;
	case SP_CODE_WORD:
		sp_buf_addf(out, ":%s", word_of(r, c));
		break;
	case SP_CODE_AND:
		sp_buf_addf(out, "and>%d", c->value - start);
		break;
	case SP_CODE_OR:
		sp_buf_addf(out, "or>%d", c->value - start);
		break;
	case SP_CODE_NOT:
	case SP_CODE_NEGATE:
	case SP_CODE_ADD:
	case SP_CODE_SUBTRACT:
	case SP_CODE_MULTIPLY:
	case SP_CODE_DIVIDE:
	case SP_CODE_EQUAL:
	case SP_CODE_UNEQUAL:
	case SP_CODE_LESS:
	case SP_CODE_LESS_EQUAL:
	case SP_CODE_GREATER:
	case SP_CODE_GREATER_EQUAL:
		sp_buf_adds(out, signs[c->op]);
		break;
	}
}

void sp_code_dump(const struct sp_ruleset *r, int32_t code, struct sp_buf *out)
{
	sp_buf_addc(out, '[');
	for (int32_t i = code; code >= 0 && r->code[i].op != SP_CODE_END; i++) {
		if (i > code)
			sp_buf_addc(out, ' ');
		dump_code(r, &r->code[i], code, out);
	}
	sp_buf_addc(out, ']');
}

static void dump_key(const struct sp_ruleset *r, const char *key, int32_t code,
	struct sp_buf *out)
{
	if (code < 0)
		return;
	sp_buf_addf(out, " %s ", key);
	sp_code_dump(r, code, out);
}

static void dump_slot(const struct sp_ruleset *r, const struct sp_card_slot *s,
	struct sp_buf *out)
{
	sp_buf_addf(out, "$%d %s asks %s", s->local, s->name, asks[s->asks]);
	if (s->words[0] != '\0')
		sp_buf_addf(out, " words %s", s->words);
	sp_buf_addf(out, " range %s", sp_card_range_word(s->range));
	if (s->of != 0)
		sp_buf_addf(out, " of %d", s->of);
	dump_key(r, "subject", s->subject, out);
	dump_key(r, "within", s->within, out);
	dump_key(r, "when", s->when, out);
	dump_key(r, "if", s->condition, out);
	dump_key(r, "repeat", s->repeat, out);
	dump_key(r, "min", s->min, out);
	dump_key(r, "max", s->max, out);
	dump_key(r, "default", s->fallback, out);
	sp_buf_addf(out, "%s%s%s%s\n", s->optional ? " optional" : "",
		s->secret ? " secret" : "", s->distinct ? " distinct" : "",
		s->ordered ? " ordered" : "");
}

/* Is the argument of that number an expression? Else a word or a list. */
static bool is_code(int op, int argument)
{
	static const char *const signatures[] = {
#define X(symbol, word, runs, args, what) args,
		SP_OPS(X)
#undef X
	};
	const char *p = signatures[op];

	while (argument-- > 0) {
		p += strcspn(p, " ");
		p += *p == ' ';
	}
	p = strchr(p, ':');
	return p != NULL && !sp_starts(p, ":word") && !sp_starts(p, ":ops") &&
	       !sp_starts(p, ":name") && !sp_starts(p, ":slot");
}

static void dump_program(const struct sp_ruleset *r, const struct sp_program *p,
	struct sp_buf *out)
{
	for (int32_t i = p->first; i < p->first + p->n && p->first >= 0; i++) {
		const struct sp_op *op = &r->op[i];

		sp_buf_addf(out, "%d %s", i - p->first, ops[op->code]);
		for (int a = 0; a < SP_OP_ARGS; a++) {
			if (op->arg[a] < 0)
				continue;
			sp_buf_addc(out, ' ');
			if (is_code(op->code, a))
				sp_code_dump(r, op->arg[a], out);
			else
				sp_buf_addf(out, ":%d", op->arg[a]);
		}
		if (op->local < SP_LOCALS_MAX)
			sp_buf_addf(out, " $%d", op->local);
		if (op->next != i + 1)
			sp_buf_addf(out, " next %d", op->next - p->first);
		if (op->branch != op->next)
			sp_buf_addf(out, " else %d", op->branch - p->first);
		sp_buf_addc(out, '\n');
		if (op->slot >= 0)
			dump_slot(r, &r->slot[op->slot], out);
	}
}

static void dump_play(const struct sp_ruleset *r, const struct sp_card_play *p,
	struct sp_buf *out)
{
	sp_buf_addf(out, "play %s %s %s", sp_card_play_type_word(p->type),
		sp_card_range_word(p->range),
		sp_card_duration_word(p->duration));
	if (p->points != 0)
		sp_buf_addf(out, " points %d class %d", p->points, p->class);
	if (p->flags != 0)
		sp_buf_addf(out, " flags %d", p->flags);
	if (p->aim >= 0)
		sp_buf_addf(out, " aim $%d", p->aim);
	sp_buf_adds(out, p->fuelled ? " fuelled" : "");
	dump_key(r, "if", p->condition, out);
	dump_key(r, "within", p->within, out);
	dump_key(r, "tokens", p->tokens, out);
	dump_key(r, "life", p->life, out);
	sp_buf_addc(out, '\n');
	for (int i = 0; i < p->n_slots; i++)
		dump_slot(r, &r->slot[p->slot[i]], out);
	dump_program(r, &p->program, out);
}

void sp_card_dump(const struct sp_ruleset *r, const struct sp_card *card,
	struct sp_buf *out)
{
	for (int i = 0; i < card->n_plays; i++)
		dump_play(r, &card->play[i], out);
	for (int i = 0; i < card->n_whiles; i++) {
		const struct sp_while *w = &card->whiles[i];

		sp_buf_addf(out, "while %d %s %d ", w->subject, stats[w->stat],
			w->how);
		sp_code_dump(r, w->value, out);
		dump_key(r, "if", w->condition, out);
		sp_buf_addc(out, '\n');
	}
	for (int i = 0; i < card->n_ons; i++) {
		sp_buf_addf(out, "on %s", events[card->ons[i].event]);
		dump_key(r, "if", card->ons[i].condition, out);
		sp_buf_addc(out, '\n');
		dump_program(r, &card->ons[i].program, out);
	}
}
