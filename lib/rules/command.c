#include "rules_private.h"

#include <assert.h>

/* Longer than any canonical command: SP_ANSWERS_MAX steps. */
#define COMMAND_TEXT 1024

static const char *const verb_words[SP_VERB_COUNT] = {
#define X(name, word) [SP_VERB_##name] = (word),
	SP_VERBS(X)
#undef X
};

const char *sp_verb_word(int verb)
{
	assert(verb >= 0 && verb < SP_VERB_COUNT);
	return verb_words[verb];
}

/* ---- text of a command ----------------------------------------------------
 */

static void add_step(int step, struct sp_buf *out)
{
	if (step == SP_STOP)
		sp_buf_adds(out, " stop");
	else
		sp_buf_addf(out, " %c", sp_dir_name((enum sp_dir)step)[0]);
}

static void add_answer(const struct sp_game *g, const struct sp_command *c,
	int i, struct sp_buf *out)
{
	char treasure[SP_ID_SIZE + 4];
	char edge[SP_EDGE_NAME_SIZE];
	int value = c->answer[i];

	switch ((enum sp_verb)c->verb) {
	case SP_VERB_WALK:
		add_step(value, out);
		break;
	case SP_VERB_PUNCH:
		sp_buf_addf(out, " %s", g->colour[value]);
		break;
	case SP_VERB_PICK_UP:
	case SP_VERB_DROP:
		sp_game_treasure_name(g, value, treasure);
		sp_buf_addf(out, " %s", treasure);
		break;
	case SP_VERB_PUNCH_EDGE:
	case SP_VERB_OPEN:
	case SP_VERB_HOLD:
		sp_board_edge_name(&g->board, (uint16_t)value, edge);
		sp_buf_addf(out, " %s", edge);
		break;
	case SP_VERB_END:
	case SP_VERB_RESIGN:
	case SP_VERB_CAST:
	case SP_VERB_USE:
	case SP_VERB_PUNCH_THING:
	case SP_VERB_BOOST:
	case SP_VERB_TAKE_ITEM:
	case SP_VERB_DROP_ITEM:
	case SP_VERB_END_SPELL:
	case SP_VERB_DISCARD:
	case SP_VERB_DRAW:
	case SP_VERB_ANSWER:
	case SP_VERB_CHOOSE:
	case SP_VERB_GIVE_UP:
	case SP_VERB_COUNT:
		break;
	}
}

void sp_command_format(
	const struct sp_game *g, const struct sp_command *c, struct sp_buf *out)
{
	sp_buf_addf(out, "%lu %s", (unsigned long)c->decision,
		sp_verb_word(c->verb));
	for (int i = 0; i < c->n_answers; i++)
		add_answer(g, c, i, out);
}

/* ---- and back
 * ---------------------------------------------------------------- */

/* Cut the first word off; NULL where none is left. */
static char *next_word(char **rest)
{
	char *word = *rest;
	char *end;

	if (*word == '\0')
		return NULL;
	end = strchr(word, ' ');
	*rest = end == NULL ? word + strlen(word) : end + 1;
	if (end != NULL)
		*end = '\0';
	return word;
}

static int step_of(const char *word)
{
	if (sp_streq(word, "stop"))
		return SP_STOP;
	for (int d = 0; d < SP_DIRS; d++) {
		if (word[0] == sp_dir_name((enum sp_dir)d)[0] &&
			word[1] == '\0')
			return d;
	}
	return -1;
}

/* The answer that a word, or for an edge the whole rest, stands for; -1. */
static int answer_of(
	const struct sp_game *g, int verb, const char *word, char **rest)
{
	uint16_t edge;

	switch ((enum sp_verb)verb) {
	case SP_VERB_WALK:
		return step_of(word);
	case SP_VERB_PUNCH:
		return sp_game_seat(g, word);
	case SP_VERB_PICK_UP:
	case SP_VERB_DROP:
		return sp_game_treasure_parse(g, word);
	case SP_VERB_PUNCH_EDGE:
	case SP_VERB_OPEN:
	case SP_VERB_HOLD:
		edge = sp_board_edge_parse(&g->board, word);
		*rest += strlen(*rest);
		return edge == SP_NOWHERE ? -1 : edge;
	case SP_VERB_END:
	case SP_VERB_RESIGN:
	case SP_VERB_CAST:
	case SP_VERB_USE:
	case SP_VERB_PUNCH_THING:
	case SP_VERB_BOOST:
	case SP_VERB_TAKE_ITEM:
	case SP_VERB_DROP_ITEM:
	case SP_VERB_END_SPELL:
	case SP_VERB_DISCARD:
	case SP_VERB_DRAW:
	case SP_VERB_ANSWER:
	case SP_VERB_CHOOSE:
	case SP_VERB_GIVE_UP:
	case SP_VERB_COUNT:
		break;
	}
	return -1;
}

static bool names_edge(int verb)
{
	return verb == SP_VERB_PUNCH_EDGE || verb == SP_VERB_OPEN ||
	       verb == SP_VERB_HOLD;
}

static int verb_of(const char *word)
{
	for (int v = 0; v < SP_VERB_COUNT; v++) {
		if (word != NULL && sp_streq(verb_words[v], word))
			return v;
	}
	return -1;
}

static int parse(struct sp_command *out, const struct sp_game *g, char *text,
	struct sp_error *e)
{
	char *rest = text;
	char *word = next_word(&rest);
	long long decision;

	if (word == NULL ||
		sp_parse_int(word, 0, UINT32_MAX, &decision) != SP_OK)
		return sp_error_set(e, SP_EINVAL,
			"a command begins with a decision number");
	out->decision = (uint32_t)decision;
	out->verb = verb_of(next_word(&rest));
	if (out->verb < 0)
		return sp_error_set(e, SP_EINVAL, "no such verb");
	while (*rest != '\0') {
		int answer;

		/* "a3 west" is one answer */
		word = names_edge(out->verb) ? rest : next_word(&rest);
		answer = answer_of(g, out->verb, word, &rest);
		if (answer < 0 || out->n_answers == SP_ANSWERS_MAX)
			return sp_error_set(e, SP_EINVAL,
				"%s: answer %d (\"%.40s\") names nothing that "
				"it could",
				sp_verb_word(out->verb), out->n_answers + 1,
				word);
		out->answer[out->n_answers++] = answer;
	}
	return SP_OK;
}

int sp_command_parse(struct sp_command *out, const struct sp_game *g,
	const char *text, struct sp_error *e)
{
	char copy[COMMAND_TEXT];
	struct sp_buf again;
	bool same;
	int code;

	sp_command_init(out, g, SP_NOBODY);
	if (!sp_copy(copy, sizeof(copy), text))
		return sp_error_set(e, SP_EINVAL, "the command is too long");
	code = parse(out, g, copy, e);
	if (code != SP_OK)
		return code;
	/* One command has one text: other spellings are not ours. */
	sp_buf_init(&again, COMMAND_TEXT);
	sp_command_format(g, out, &again);
	same = sp_streq(sp_buf_str(&again), text);
	sp_buf_free(&again);
	return same ? SP_OK
		    : sp_error_set(e, SP_EINVAL,
			      "the command is not in its canonical form");
}
