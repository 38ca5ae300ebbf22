/* Expressions: precedence, types, errors; and postfix code against an
 * evaluator of trees. */
#include "../rules/scene.h"
#include "card_tests.h"
#include "kit.h"

/* ---- postfix text ------------------------------------------------------- */

/* A permanent spell with a target whose `while` has this value or condition. */
static void kit_expression(struct kit *kit, const char *key, const char *text)
{
	char *members = sp_xasprintf(
		"\"plays\": [{\"as\": \"neutral\", \"range\": \"los\","
		" \"lasts\": \"permanent\", \"fuel\": false, \"slots\": [{"
		"  \"name\": \"target\", \"asks\": \"wizard\","
		"  \"words\": \"at\"}]}],\n"
		"\"while\": [{\"who\": \"me\", \"stat\": \"punch\"%s,\n"
		"\"%s\": \"%s\"}]",
		sp_streq(key, "if") ? ", \"set\": 1" : "", key, text);

	kit_card(kit, members);
	sp_free(members);
}

static int32_t code_of(const struct sp_ruleset *r, const char *key)
{
	const struct sp_while *w = &r->card[kit_type(r)].whiles[0];

	return sp_streq(key, "if") ? w->condition : w->value;
}

static void postfix(const char *key, const char *text, const char *expected)
{
	struct kit kit;
	struct sp_ruleset *r;
	struct sp_buf out;

	kit_expression(&kit, key, text);
	r = kit_load(&kit);
	sp_buf_init(&out, 4096);
	sp_code_dump(r, code_of(r, key), &out);
	if (!sp_streq(sp_buf_str(&out), expected))
		(void)fprintf(stderr, "%s: %s\n", text, sp_buf_str(&out));
	EQUAL_STRING(sp_buf_str(&out), expected);
	sp_buf_free(&out);
	sp_card_ruleset_free(r);
	kit_free(&kit);
}

static void number(const char *text, const char *expected)
{
	postfix("set", text, expected);
}

static void condition(const char *text, const char *expected)
{
	postfix("if", text, expected);
}

TEST("card/expr", "numbers")
{
	number("7", "[7]");
	number("  7 ", "[7]");
	number("1 + 2 * 3", "[1 2 3 * +]");
	number("(1 + 2) * 3", "[1 2 + 3 *]");
	number("1 - 2 - 3", "[1 2 - 3 -]");
	number("8 / 4 / 2", "[8 4 / 2 /]");
	number("-energy * 2", "[energy neg 2 *]");
	number("- -3", "[3 neg neg]");
	number("2 - -3", "[2 3 neg -]");
	number("energy-1", "[energy 1 -]");
	number("max(1, energy) + min(2,3)", "[1 energy max() 2 3 min() +]");
	number("half_up(life(me))", "[me life() half_up()]");
	number("moves + moves()", "[moves() moves() +]");
	number("count(carried(target, magic-stone))",
		"[target :magic-stone {carried} count()]");
	number("count(carried(target)) * 2",
		"[target :- {carried} count() 2 *]");
	number("count(actors) + count(all_spells())",
		"[{actors} count() :- {all_spells} count() +]");
	number("stat(target, hand_max)", "[target :hand_max stat()]");
	number("life(first(spells_on(me, fire)))",
		"[me :fire {spells_on} first() life()]");
}

TEST("card/expr", "conditions")
{
	condition("true", "[true]");
	condition(
		"my_turn and true or false", "[my_turn and>3 true or>5 false]");
	condition(
		"my_turn or true and false", "[my_turn or>5 true and>5 false]");
	condition("not my_turn and true", "[my_turn not and>4 true]");
	condition("not (my_turn and true)", "[my_turn and>3 true not]");
	condition("not 1 + 2 < 3 * 4", "[1 2 + 3 4 * < not]");
	condition("not not my_turn", "[my_turn not not]");
	condition("1 <= 2", "[1 2 <=]");
	condition("1 >= 2", "[1 2 >=]");
	condition("(1 > 2) == true", "[1 2 > true ==]");
}

TEST("card/expr", "references")
{
	condition("me == target", "[me target ==]");
	condition("target != none", "[target none !=]");
	condition("is(this, magic-stone)", "[this :magic-stone is()]");
	condition("is(target, wizard)", "[target :wizard is()]");
	condition("is(this, neutral)", "[this :neutral is()]");
	condition("is(target, treasure)", "[target :treasure is()]");
	condition("square(target) == here", "[target square() here ==]");
	condition("sector_of(me) == home_sector(me)",
		"[me sector_of() me home_sector() ==]");
	condition("sees(me, target) and not adjacent(me, target)",
		"[me target sees() and>8 me target adjacent() not]");
}

/* ---- errors ------------------------------------------------------------- */

static void bad(const char *key, const char *text, const char *part)
{
	struct kit kit;

	kit_expression(&kit, key, text);
	kit_refuses(&kit, part);
	kit_free(&kit);
}

static void bad_number(const char *text, const char *part)
{
	bad("set", text, part);
}

static void bad_condition(const char *text, const char *part)
{
	bad("if", text, part);
}

TEST("card/expr", "syntax errors")
{
	bad_number("", "expected a value before the end");
	bad_number(
		"1 +", "column 4 of \"1 +\": expected a value before the end");
	bad_number("(1", "column 3 of \"(1\": expected \")\" before the end");
	bad_number("1 2", "column 3 of \"1 2\": \"2\" cannot stand here");
	bad_number("1 ! 2", "column 3 of \"1 ! 2\": \"!\" cannot stand here");
	bad_number(")", "column 1 of \")\": \")\" cannot stand here");
	bad_number("12345", "\"12345\" is no number from 0 to 9999");
	bad_number("3x", "\"3x\" is no number");
	bad_number("max(1)", "max() takes 2 arguments");
	bad_number("max(1, 2, 3)", "max() takes no more than 2 arguments");
	bad_number("max 1", "expected \"(\", found \"1\"");
	bad_number("max(", "expected a value before the end");
	bad_number("max(1 2)", "expected \",\", found \"2\"");
	bad_number("energy,", "\",\" cannot stand here");
	bad_condition("1 < 2 < 3", "join two comparisons with `and`");
	bad_condition("my_turn == not true", "column 12 of \"my_turn == not "
					     "true\": put brackets round");
	bad_condition("not", "expected a value before the end");
	bad_condition("and", "no such name \"and\"");
}

TEST("card/expr", "unknown names and words")
{
	bad_number("enrgy", "column 1 of \"enrgy\": no such name \"enrgy\"; "
			    "did you mean \"energy\"?");
	bad_number("1 + zzzzzz", "column 5 of \"1 + zzzzzz\": no such name "
				 "\"zzzzzz\"; here may stand: me, this, here");
	bad_number("lfe(me)", "no such name \"lfe\"; did you mean \"life\"?");
	bad_condition("is(me, wizzard)", "no such trait or word of is() "
					 "\"wizzard\"; did you mean "
					 "\"wizard\"?");
	bad_condition("is(me, magic-ston)", "did you mean \"magic-stone\"?");
	bad_number("stat(me, puch)", "no such statistic \"puch\"; did you");
	bad_number("count(all_spells(fyre))", "no such trait \"fyre\"");
	bad_number("count(me)", "no such set \"me\"; here may stand: actors,");
	bad_number("count(3)", "no such set \"3\"");
	bad_number("stat(me, 3)", "expected a word");
	bad_number("actors()", "actors() is a set: it stands in count()");
	bad_number("amount", "\"amount\" means nothing while a card is in "
			     "play");
	bad_condition("it == me", "\"it\" means nothing while");
}

TEST("card/expr", "types that do not fit")
{
	bad_number("me", "column 1 of \"me\": this must be a number, but this "
			 "is a wizard");
	bad_number("true", "this must be a number, but this is true or false");
	bad_condition("1", "this must be true or false, but this is a number");
	bad_condition("me", "must be true or false, but this is a wizard");
	bad_number("1 + me", "column 5 of \"1 + me\": beside \"+\" this must "
			     "be a number, but this is a wizard");
	bad_number("me + 1", "column 1 of \"me + 1\": beside \"+\"");
	bad_number("-me", "column 2 of \"-me\": beside \"-\" this must be");
	bad_number("1 + (2 < 3)", "column 5 of");
	bad_condition("1 and true", "column 1 of \"1 and true\": beside "
				    "\"and\" this must be true or false");
	bad_condition("true or me", "column 9 of");
	bad_condition("not 1", "beside \"not\" this must be true or false");
	bad_condition("me < target", "beside \"<\" this must be a number");
	bad_condition("me == 1", "beside \"==\" this must be a wizard, but "
				 "this is a number");
	bad_condition("1 == none", "beside \"==\" this must be a number, but "
				   "this is none");
	bad_condition("true == 1", "must be true or false, but");
	bad_condition("me == square(me)", "must be a wizard, but this is a "
					  "square");
	bad_number("life(square(me))", "column 6 of \"life(square(me))\": "
				       "argument 1 of life() must be a wizard "
				       "or an edge or a thing on the board or "
				       "a card in play, but this is a "
				       "square");
	bad_number("steps(me, 4)", "argument 2 of steps() must be something, "
				   "no number, but this is a number");
}

/* Where an expression grows beyond what the rules evaluate. */
TEST("card/expr", "bounds")
{
	struct sp_buf text;

	sp_buf_init(&text, 4096);
	for (int i = 0; i < 15; i++)
		sp_buf_adds(&text, "1 + (");
	sp_buf_adds(&text, "1");
	for (int i = 0; i < 15; i++)
		sp_buf_adds(&text, ")");
	postfix("set", sp_buf_str(&text),
		"[1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 "
		"+ + + + + + + + + + + + + + +]");
	sp_buf_clear(&text);
	for (int i = 0; i < 16; i++)
		sp_buf_adds(&text, "1 + (");
	sp_buf_adds(&text, "1))))))))))))))))");
	bad_number(sp_buf_str(&text), "this is too long; give a part of it");
	sp_buf_clear(&text);
	for (int i = 0; i < 200; i++)
		sp_buf_adds(&text, "(");
	bad_number(sp_buf_str(&text), "too many brackets inside each other");
	sp_buf_clear(&text);
	for (int i = 0; i < 200; i++)
		sp_buf_adds(&text, "- ");
	bad_number(sp_buf_str(&text), "too many brackets inside each other");
	sp_buf_free(&text);
}

/* ---- against trees
 * ----------------------------------------------------------------
 *
 * Random trees over numbers are written with no more brackets than precedence
 * needs, compiled, and run; the tree itself says what must come out.
 */

enum { LEAF, NEGATION, BINARY };

struct tree {
	uint8_t kind;
	uint8_t op; /* in `binaries` */
	int value;
	int left, right;
};

static const struct {
	const char *text;
	int strength;
} binaries[] = { { "or", 1 }, { "and", 2 }, { "==", 4 }, { "<", 4 },
	{ ">=", 4 }, { "+", 5 }, { "-", 5 }, { "*", 6 }, { "/", 6 } };

#define NODES 64

struct forest {
	struct tree node[NODES];
	int n;
	struct scene_random random;
};

static int grow(struct forest *f, bool number_wanted, int depth)
{
	struct tree *t = &f->node[f->n];
	int at = f->n++;
	uint32_t shape = scene_below(&f->random, 4);

	memset(t, 0, sizeof(*t));
	if (number_wanted && (depth == 0 || shape == 0)) {
		t->value = (int)scene_below(&f->random, 10);
		return at;
	}
	if (number_wanted && shape == 1) {
		t->kind = NEGATION;
		t->left = grow(f, true, depth - 1);
		return at;
	}
	t->kind = BINARY;
	if (number_wanted)
		t->op = (uint8_t)(5 + scene_below(&f->random, 4));
	else if (depth <= 1)
		t->op = (uint8_t)(2 + scene_below(&f->random, 3));
	else
		t->op = (uint8_t)scene_below(&f->random, 5);
	t->left = grow(f, t->op >= 2, depth > 0 ? depth - 1 : 0);
	t->right = grow(f, t->op >= 2, depth > 0 ? depth - 1 : 0);
	return at;
}

static int floored(int a, int b)
{
	if (b == 0)
		return 0;
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static int compute(int op, int a, int b)
{
	switch (op) {
	case 0:
		return a || b;
	case 1:
		return a && b;
	case 2:
		return a == b;
	case 3:
		return a < b;
	case 4:
		return a >= b;
	case 5:
		return a + b;
	case 6:
		return a - b;
	case 7:
		return a * b;
	default:
		return floored(a, b);
	}
}

static int value_of(const struct forest *f, int at)
{
	const struct tree *t = &f->node[at];

	if (t->kind == LEAF)
		return t->value;
	if (t->kind == NEGATION)
		return -value_of(f, t->left);
	return compute(t->op, value_of(f, t->left), value_of(f, t->right));
}

static void write_tree(
	const struct forest *f, int at, int outside, struct sp_buf *out)
{
	const struct tree *t = &f->node[at];
	int strength = t->kind == LEAF       ? 9
		       : t->kind == NEGATION ? 7
					     : binaries[t->op].strength;

	if (strength < outside)
		sp_buf_addc(out, '(');
	if (t->kind == LEAF) {
		sp_buf_addf(out, "%d", t->value);
	} else if (t->kind == NEGATION) {
		sp_buf_addc(out, '-');
		write_tree(f, t->left, 7, out);
	} else {
		/* comparisons do not associate, the others to the left */
		write_tree(f, t->left, strength + (strength == 4), out);
		sp_buf_addf(out, " %s ", binaries[t->op].text);
		write_tree(f, t->right, strength + 1, out);
	}
	if (strength < outside)
		sp_buf_addc(out, ')');
}

static int run(const struct sp_ruleset *r, int32_t at)
{
	static const uint8_t op_of[] = { [SP_CODE_EQUAL] = 2,
		[SP_CODE_LESS] = 3,
		[SP_CODE_GREATER_EQUAL] = 4,
		[SP_CODE_ADD] = 5,
		[SP_CODE_SUBTRACT] = 6,
		[SP_CODE_MULTIPLY] = 7,
		[SP_CODE_DIVIDE] = 8 };
	int stack[SP_CODE_STACK] = { 0 };
	int n = 0;

	for (; r->code[at].op != SP_CODE_END; at++) {
		const struct sp_code *c = &r->code[at];

		if (c->op == SP_CODE_NUMBER) {
			CU_ASSERT_FATAL(n < SP_CODE_STACK);
			stack[n++] = c->value;
		} else if (c->op == SP_CODE_NEGATE) {
			stack[n - 1] = -stack[n - 1];
		} else if (c->op == SP_CODE_AND || c->op == SP_CODE_OR) {
			if ((stack[n - 1] != 0) == (c->op == SP_CODE_OR))
				at = c->value - 1;
			else
				n--;
		} else {
			n--;
			stack[n - 1] =
				compute(op_of[c->op], stack[n - 1], stack[n]);
		}
	}
	EQUAL_INT(n, 1);
	return stack[0];
}

TEST("card/expr", "against trees")
{
	struct forest f = { .random = { 5 } };
	struct sp_buf text;

	sp_buf_init(&text, 4096);
	for (int round = 0; round < 400; round++) {
		bool number_wanted = round % 2 == 0;
		const char *key = number_wanted ? "set" : "if";
		struct kit kit;
		struct sp_ruleset *r;
		int root;

		f.n = 0;
		root = grow(&f, number_wanted, 4);
		sp_buf_clear(&text);
		write_tree(&f, root, 0, &text);
		kit_expression(&kit, key, sp_buf_str(&text));
		r = kit_load(&kit);
		if (run(r, code_of(r, key)) != value_of(&f, root))
			(void)fprintf(stderr, "%s\n", sp_buf_str(&text));
		EQUAL_INT(run(r, code_of(r, key)), value_of(&f, root));
		sp_card_ruleset_free(r);
		kit_free(&kit);
	}
	sp_buf_free(&text);
}
