/*
 * Expressions: a stack of values over the postfix code of the ruleset. What
 * does not fit counts as nothing: an answer may be a wall where a wizard was
 * expected, and a card must then do nothing rather than fail.
 *
 * Nine files call each other in a circle, because the language of cards does:
 * an expression asks for functions, traits, sets and statistics; these ask who
 * is seen, what is near and whom an announcement affects; and what is seen or
 * near depends on statistics, whose conditions are expressions. struct sp_env
 * counts the depth, so that the circle ends. (affected.c, cracks.c,
 * functions.c, is.c, path.c, range.c, sets.c, stat.c)
 */
#include "eval_private.h"

#include <assert.h>

/* ---- names ----------------------------------------------------------------
 */

static const struct sp_cast *item_at_hand(const struct sp_env *env)
{
	if (env->draft != NULL)
		return env->draft;
	return sp_has_cast(env->g, env->cast) ? &env->g->cast[env->cast] : NULL;
}

static sp_value my_square(const struct sp_env *env)
{
	assert(env->g != NULL);
	return sp_game_is_actor(env->g, env->actor)
		       ? sp_square_or_nothing(env->g->actor[env->actor].square)
		       : SP_NOTHING;
}

static sp_value here(const struct sp_env *env)
{
	sp_value at = SP_NOTHING;

	if (sp_kind_of(env->self) == SP_KIND_THING)
		at = sp_square_or_nothing(sp_game_square_of(env->g, env->self));
	return at != SP_NOTHING ? at : my_square(env);
}

static sp_value origin(const struct sp_env *env)
{
	const struct sp_cast *cast = item_at_hand(env);

	return cast != NULL ? sp_square_or_nothing(cast->origin)
			    : my_square(env);
}

/* Some lift treasures from afar, so that it is not where he stands. */
static sp_value from(const struct sp_env *env)
{
	const struct sp_game *g = env->g;

	for (int i = g->n_frames - 1; i >= 0; i--)
		if (g->frame[i].kind == SP_FRAME_PICKUP &&
			g->frame[i].what == env->what)
			return g->frame[i].local[SP_PICKUP_FROM];
	return SP_NOTHING;
}

static sp_value name_value(const struct sp_env *env, enum sp_name name)
{
	switch (name) {
	case SP_NAME_ME:
		return sp_eval_actor_or_nothing(env->actor);
	case SP_NAME_IT:
		return env->it;
	case SP_NAME_THIS:
		return env->self;
	case SP_NAME_HERE:
		return here(env);
	case SP_NAME_WHO:
		return env->who;
	case SP_NAME_BY:
		return env->by;
	case SP_NAME_WHAT:
		return env->what;
	case SP_NAME_FROM:
		return from(env);
	case SP_NAME_ENERGY:
		return env->energy;
	case SP_NAME_ENERGY2:
		return env->energy2;
	case SP_NAME_AMOUNT:
		return env->amount;
	case SP_NAME_DONE:
		return env->done;
	case SP_NAME_ORIGIN:
		return origin(env);
	case SP_NAME_TARGET:
		return eval_target_of(env->g, env->self);
	case SP_NAME_MY_TURN:
		return env->actor >= 0 &&
		       env->g->active == sp_game_seat_of(env->g, env->actor);
	case SP_NAME_TRUE:
		return 1;
	case SP_NAME_FALSE:
		return 0;
	case SP_NAME_DAMAGE: /* is() reads the environment */
	case SP_NAME_NOTHING:
		return SP_NOTHING;
	}
	return SP_NOTHING;
}

bool eval_is_call_on_it(const struct sp_env *env, int32_t code,
	enum sp_function fn, sp_value *first)
{
	const struct sp_code *c = &env->ruleset->code[code];
	const struct sp_code *rest = &c[3];

	if (c[0].op != SP_CODE_NAME || c[0].value == SP_NAME_IT ||
		c[1].op != SP_CODE_NAME || c[1].value != SP_NAME_IT ||
		c[2].op != SP_CODE_CALL || c[2].value != (int32_t)fn)
		return false;
	/* what an `and` adds cannot make it true where this is not */
	while (rest->op == SP_CODE_AND)
		rest = &env->ruleset->code[rest->value];
	if (rest->op != SP_CODE_END)
		return false;
	*first = name_value(env, (enum sp_name)c[0].value);
	return true;
}

/* ---- the machine ----------------------------------------------------------
 */

struct machine {
	struct sp_env *env;
	sp_value stack[SP_CODE_STACK];
	int n;
	int set; /* named, for the count or first behind it; -1 */
	sp_value args[SP_OP_ARGS];
};

static void push(struct machine *m, sp_value v)
{
	assert(m->n < SP_CODE_STACK);
	m->stack[m->n++] = v;
}

static sp_value pop(struct machine *m)
{
	assert(m->n > 0);
	return m->stack[--m->n];
}

/* Arguments by place; a reference to what is no more is nothing. Words and
 * numbers stay as they are. */
static void pop_arguments(struct machine *m, int n, sp_value args[])
{
	for (int i = n; i < SP_OP_ARGS; i++)
		args[i] = 0;
	for (int i = n - 1; i >= 0; i--) {
		args[i] = pop(m);
		if (args[i] == SP_HIDDEN) {
			m->env->unknown = true;
			args[i] = SP_NOTHING;
		} else if (sp_kind_of(args[i]) != SP_KIND_NUMBER &&
			   !sp_game_has_place(m->env->g, args[i])) {
			args[i] = SP_NOTHING;
		}
	}
}

static sp_value call_set(struct machine *m, int fn)
{
	sp_value last = SP_NOTHING;
	int set = m->set, n = 0;

	m->set = -1;
	if (set < 0)
		return SP_NOTHING;
	for (;;) {
		last = sp_eval_set_after(m->env, set, m->args, last, n);
		if (last == SP_NOTHING || fn == SP_FN_FIRST)
			return fn == SP_FN_FIRST ? last : n;
		n++;
	}
}

/* A number never grows into what would be a reference. */
static int wrapped(long long n)
{
	return n > 0xffff ? 0xffff : n < -0xffff ? -0xffff : (int)n;
}

static int divided(int a, int b)
{
	int q;

	if (b == 0)
		return 0;
	q = a / b;
	return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

/* A slot that was not asked counts as 0 where a number is wanted. */
static int as_number(sp_value v)
{
	return sp_kind_of(v) == SP_KIND_NUMBER ? (int)v : 0;
}

static sp_value infix(int op, sp_value a, sp_value b)
{
	if (op == SP_CODE_EQUAL)
		return a == b;
	if (op == SP_CODE_UNEQUAL)
		return a != b;
	a = as_number(a);
	b = as_number(b);
	switch (op) {
	case SP_CODE_ADD:
		return wrapped((long long)a + b);
	case SP_CODE_SUBTRACT:
		return wrapped((long long)a - b);
	case SP_CODE_MULTIPLY:
		return wrapped((long long)a * b);
	case SP_CODE_DIVIDE:
		return divided(a, b);
	case SP_CODE_LESS:
		return a < b;
	case SP_CODE_LESS_EQUAL:
		return a <= b;
	case SP_CODE_GREATER:
		return a > b;
	default:
		return a >= b;
	}
}

static void do_infix(struct machine *m, int op)
{
	sp_value b = pop(m), a = pop(m);

	if (a == SP_HIDDEN || b == SP_HIDDEN)
		m->env->unknown = true;
	push(m, infix(op, a, b));
}

static void do_call(struct machine *m, const struct sp_code *c)
{
	sp_value args[SP_OP_ARGS];
	int fn = c->value;

	if (fn == SP_FN_COUNT || fn == SP_FN_FIRST) {
		push(m, call_set(m, fn));
		return;
	}
	pop_arguments(m, c->arguments, args);
	push(m, eval_call(m->env, (enum sp_function)fn, args));
}

/* Where `and` and `or` go on. */
static int32_t do_jump(struct machine *m, const struct sp_code *c, int32_t at)
{
	bool holds = m->stack[m->n - 1] != 0;

	assert(m->n > 0);
	if (holds == (c->op == SP_CODE_OR))
		return c->value;
	m->n--;
	return at + 1;
}

static void run_code(struct machine *m, int32_t at)
{
	const struct sp_ruleset *r = m->env->ruleset;

	while (r->code[at].op != SP_CODE_END) {
		const struct sp_code *c = &r->code[at];

		if (c->op == SP_CODE_AND || c->op == SP_CODE_OR) {
			at = do_jump(m, c, at);
			continue;
		}
		switch ((enum sp_code_op)c->op) {
		case SP_CODE_NUMBER:
		case SP_CODE_WORD:
			push(m, c->value);
			break;
		case SP_CODE_NAME:
			push(m, name_value(m->env, (enum sp_name)c->value));
			break;
		case SP_CODE_LOCAL:
			push(m, m->env->local != NULL ? m->env->local[c->value]
						      : SP_NOTHING);
			break;
		case SP_CODE_CALL:
			do_call(m, c);
			break;
		case SP_CODE_SET:
			pop_arguments(m, c->arguments, m->args);
			m->set = c->value;
			break;
		case SP_CODE_NOT:
			push(m, pop(m) == 0);
			break;
		case SP_CODE_NEGATE:
			push(m, -as_number(pop(m)));
			break;
		default:
			do_infix(m, c->op);
			break;
		}
		at++;
	}
}

sp_value sp_eval_code(struct sp_env *env, int32_t code, sp_value absent)
{
	struct machine m;
	sp_value v;

	if (code < 0)
		return absent;
	/* its stack and arguments are written before they are read */
	m.env = env;
	m.n = 0;
	m.set = -1;
	run_code(&m, code);
	v = pop(&m);
	if (v == SP_HIDDEN)
		env->unknown = true;
	return v;
}

bool sp_eval_holds(struct sp_env *env, int32_t code)
{
	return sp_eval_code(env, code, 1) != 0;
}

int sp_eval_set(struct sp_env *env, int32_t code, sp_value args[SP_OP_ARGS])
{
	struct machine m = { .env = env, .set = -1 };

	if (code < 0)
		return -1;
	run_code(&m, code);
	memcpy(args, m.args, sizeof(m.args));
	return m.set;
}
