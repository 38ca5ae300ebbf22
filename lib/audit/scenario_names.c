/* What a scenario calls things. */
#include "audit/scenario_private.h"

int audit_tale_type(const struct audit_tale *t, const char *word)
{
	char id[AUDIT_TALE_WORD];
	size_t len = strcspn(word, "#@");

	if (!sp_copyn(id, sizeof(id), word, len))
		return -1;
	return sp_card_ruleset_card_id(t->s.ruleset, id);
}

static bool is_card(const struct audit_tale *t, int card, const char *word)
{
	const struct sp_ruleset *r = t->s.ruleset;

	if (strchr(word, '#') != NULL)
		return sp_streq(r->lexicon.card[card], word);
	return sp_streq(sp_ruleset_card(r, card)->id, word);
}

static uint16_t edge_of(const struct audit_tale *t, const char *word)
{
	char name[AUDIT_TALE_WORD];
	uint16_t edge = sp_board_edge_parse(&t->s.g.board, word);
	char *slash;

	if (edge != SP_NOWHERE || strchr(word, '/') == NULL)
		return edge;
	if (!sp_copy(name, sizeof(name), word))
		return SP_NOWHERE;
	/* "a3/west" */
	slash = strchr(name, '/');
	if (slash != NULL)
		*slash = ' ';
	return sp_board_edge_parse(&t->s.g.board, name);
}

sp_value audit_tale_ref(const struct audit_tale *t, const char *word)
{
	const struct sp_game *g = &t->s.g;
	long long number;
	uint16_t at;
	int i;

	if (sp_streq(word, "none") || sp_streq(word, "nothing"))
		return SP_NOTHING;
	if (sp_streq(word, "yes") || sp_streq(word, "no"))
		return word[0] == 'y';
	if (sp_parse_int(word, 0, UINT16_MAX, &number) == SP_OK)
		return (sp_value)number;
	i = sp_game_seat(g, word);
	if (i >= 0)
		return SP_REF(SP_KIND_ACTOR, i);
	i = sp_game_treasure_parse(g, word);
	if (i >= 0)
		return SP_REF(SP_KIND_TREASURE, i);
	if (strchr(word, '/') != NULL) {
		at = edge_of(t, word);
		return at == SP_NOWHERE ? SP_HIDDEN : SP_REF(SP_KIND_EDGE, at);
	}
	at = sp_board_square_parse(&g->board, word);
	return at == SP_NOWHERE ? SP_HIDDEN : SP_REF(SP_KIND_SQUARE, at);
}

/* "rosebush", or where there are several "rosebush@c4". */
static bool is_thing(const struct audit_tale *t, int thing, const char *word)
{
	const struct sp_thing *th = &t->s.g.thing[thing];
	const char *where = strchr(word, '@');
	int type = audit_tale_type(t, word);

	if (type < 0 || t->s.ruleset->type[th->card] != type)
		return false;
	return where == NULL || audit_tale_ref(t, where + 1) == th->where;
}

bool audit_tale_means(
	const struct audit_tale *t, sp_value ref, const char *word)
{
	const struct sp_game *g = &t->s.g;
	int i = sp_index_of(ref);

	switch ((enum sp_kind)sp_kind_of(ref)) {
	case SP_KIND_CARD:
		return is_card(t, i, word);
	case SP_KIND_PLAYED:
		return is_card(t, g->played[i].card, word);
	case SP_KIND_THING:
		return is_thing(t, i, word);
	case SP_KIND_ITEM:
		return g->cast[i].card < 0 ? sp_streq(word, "punch")
					   : is_card(t, g->cast[i].card, word);
	case SP_KIND_SECTOR:
		return sp_game_seat(g, word) >= 0 &&
		       g->board.bay[i].seat == sp_game_seat(g, word);
	case SP_KIND_ACTOR:
		if (sp_game_is_creature(g, i))
			return is_card(t, g->actor[i].card, word);
		return audit_tale_ref(t, word) == ref;
	case SP_KIND_NUMBER:
	case SP_KIND_SQUARE:
	case SP_KIND_EDGE:
	case SP_KIND_TREASURE:
	case SP_KIND_NONE:
		return audit_tale_ref(t, word) == ref;
	case SP_KIND_SEAT:
		return sp_game_seat(g, word) == i;
	case SP_KIND_COUNT:
		break;
	}
	return false;
}

void audit_tale_name(
	const struct audit_tale *t, sp_value ref, struct sp_buf *out)
{
	const struct sp_game *g = &t->s.g;
	const struct sp_ruleset *r = t->s.ruleset;
	char name[SP_ID_SIZE + 4];
	int i = sp_index_of(ref);

	switch ((enum sp_kind)sp_kind_of(ref)) {
	case SP_KIND_NUMBER:
		sp_buf_addf(out, "%d", (int)ref);
		break;
	case SP_KIND_ACTOR:
		if (i == SP_UNIVERSE)
			sp_buf_adds(out, "the universe");
		else
			sp_buf_adds(out,
				i < SP_SEATS_MAX
					? g->colour[i]
					: r->lexicon.card[g->actor[i].card]);
		break;
	case SP_KIND_SEAT:
		sp_buf_adds(out, g->colour[i]);
		break;
	case SP_KIND_SQUARE:
		sp_board_square_name(&g->board, (uint16_t)i, name);
		sp_buf_adds(out, name);
		break;
	case SP_KIND_EDGE:
		sp_board_edge_name(&g->board, (uint16_t)i, name);
		sp_buf_adds(out, name);
		break;
	case SP_KIND_TREASURE:
		sp_game_treasure_name(g, i, name);
		sp_buf_adds(out, name);
		break;
	case SP_KIND_CARD:
		sp_buf_adds(out, r->lexicon.card[i]);
		break;
	case SP_KIND_PLAYED:
		sp_buf_addf(
			out, "played %s", r->lexicon.card[g->played[i].card]);
		break;
	case SP_KIND_THING:
		sp_buf_addf(out, "%s@", r->lexicon.card[g->thing[i].card]);
		audit_tale_name(t, g->thing[i].where, out);
		break;
	case SP_KIND_ITEM:
		sp_buf_addf(out, "item %s",
			g->cast[i].card < 0 ? "punch"
					    : r->lexicon.card[g->cast[i].card]);
		break;
	case SP_KIND_SECTOR:
		sp_buf_addf(out, "sector %d", i);
		break;
	case SP_KIND_NONE:
		sp_buf_adds(out, "none");
		break;
	case SP_KIND_COUNT:
		break;
	}
}
