#include "deck.h"

#include "../card/kit.h"
#include "eval/aim.h"
#include "eval/eval.h"
#include "law/target.h"
#include "unit.h"

/* Apostrophes stand for quotation marks. */
static const struct {
	const char *id, *members;
} cards[] = {
	{ "fireball", "'plays': [{'as': 'attack', 'range': 'los', 'slots': "
		      "[{'name': 'target', 'asks': 'target', 'of': 'owc', "
		      "'words': 'at'}]}]" },
	{ "zot", "'plays': [{'id': 'hurt', 'as': 'attack', 'range': "
		 "'los', 'slots': [{'name': 'target', 'asks': 'target', "
		 "'of': 'owc', 'words': 'at'}]}, {'id': 'stun', 'as': "
		 "'attack', 'range': 'los', 'slots': [{'name': 'target', "
		 "'asks': 'target', 'of': 'wc', 'words': 'at'}]}]" },
	{ "waterbolt", "'plays': [{'as': 'attack', 'range': 'los', 'slots': "
		       "[{'name': 'target', 'asks': 'target', 'of': 'owcs', "
		       "'words': 'at'}]}]" },
	{ "drop-object", "'plays': [{'as': 'attack', 'range': 'los', 'slots': "
			 "[{'name': 'target', 'asks': 'wizard', 'words': 'at', "
			 "'if': 'carries(it) or items(it) > 0'}]}]" },
	{ "destroy-wall",
		"'plays': [{'as': 'neutral', 'range': 'los', 'slots': "
		"[{'name': 'line', 'asks': 'border', 'words': 'at', "
		"'if': '(is(it, wall) or is(it, door)) and not is(it, "
		"outer)'}]}]" },
	{ "create-wall",
		"'plays': [{'as': 'neutral', 'lasts': 'permanent', "
		"'range': 'los', 'slots': [{'name': 'line', 'asks': "
		"'border', 'words': 'at', 'if': 'not is(it, wall) and "
		"not is(it, door) and not is(it, created) and not is(it, "
		"outer)'}]}], 'object': {'at': 'edge', 'edge': 'wall', "
		"'cracks': 5}" },
	{ "rosebush", "'plays': [{'as': 'neutral', 'range': 'los', 'lasts': "
		      "'permanent', 'slots': [{'name': 'place', 'asks': "
		      "'empty', 'words': 'at'}]}], 'object': {'at': 'square', "
		      "'opaque': true, 'cracks': 1, 'weak': ['fire']}" },
	{ "stone-block",
		"'plays': [{'as': 'neutral', 'range': 'los', 'lasts': "
		"'permanent', 'slots': [{'name': 'place', 'asks': "
		"'empty', 'words': 'at'}]}], 'object': {'at': 'square', "
		"'opaque': true, 'fills': true, 'cracks': 8}" },
	{ "pick-lock", "'plays': [{'as': 'neutral', 'range': 'adjacent', "
		       "'slots': [{'name': 'door', 'asks': 'door', 'words': "
		       "'at', 'if': 'stat(it, sealed) == 0'}]}]" },
	{ "globe-of-pain",
		"'plays': [{'as': 'attack', 'range': 'walk', 'within': "
		"6, 'slots': [{'name': 'target', 'asks': 'target', 'of': "
		"'wc', 'words': 'at'}]}]" },
	{ "teleport", "'plays': [{'as': 'neutral', 'range': 'steps', 'within': "
		      "4, 'slots': [{'name': 'place', 'asks': 'square', "
		      "'words': 'to', 'if': 'it != square(me)'}]}]" },
	{ "seal-door", "'plays': [{'as': 'neutral', 'range': 'los', 'lasts': "
		       "'permanent', 'slots': [{'name': 'target', 'asks': "
		       "'door', 'words': 'at'}]}], 'while': [{'who': 'target', "
		       "'stat': 'sealed', 'set': 1}]" },
	{ "fog", "'plays': [{'as': 'neutral', 'range': 'anywhere', "
		 "'lasts': 'temporary', 'flags': ['global']}], 'while': "
		 "[{'who': 'all', 'stat': 'sight_limit', 'set': 1}]" },
	{ "mist", "'plays': [{'as': 'neutral', 'range': 'caster', 'lasts': "
		  "'temporary'}], 'while': [{'who': 'me', 'stat': "
		  "'may_be_attacked', 'set': 0}]" },
	{ "big-man", "'plays': [{'as': 'neutral', 'range': 'caster', 'lasts': "
		     "'temporary'}], 'while': [{'who': 'me', 'stat': 'fills', "
		     "'set': 1}, {'who': 'me', 'stat': 'base_speed', 'set': "
		     "4}]" },
	{ "bolt", "'plays': [{'as': 'attack', 'range': 'caster', 'slots': "
		  "[{'name': 'way', 'asks': 'direction', 'words': ''}], "
		  "'do': [{'op': 'each', 'in': 'along(way, energy)', 'as': "
		  "'struck', 'do': [{'op': 'stun', 'who': 'struck', "
		  "'turns': 1}]}]}]" },
	{ "visionstone", "'item': true, 'traits': ['magic-stone'], 'while': "
			 "[{'who': 'me', 'stat': 'see_through', 'set': 1}]" },
	{ "speedstone",
		"'item': true, 'energy': 2, 'traits': ['magic-stone'], "
		"'while': [{'who': 'me', 'stat': 'base_speed', 'add': 1, "
		"'if': 'stat(me, base_speed) < 9'}]" },
	{ "storm",
		"'plays': [{'as': 'attack', 'range': 'los', 'slots': "
		"[{'name': 'centre', 'asks': 'square', 'words': 'at'}], 'do': "
		"[{'op': 'each', 'in': 'actors_around(centre)', 'as': "
		"'struck', 'do': [{'op': 'heal', 'who': 'struck', 'amount': "
		"1}]}]}]" },
	{ "steal", "'plays': [{'as': 'attack', 'range': 'los', 'slots': "
		   "[{'name': 'card', 'asks': 'hand', 'words': 'take', "
		   "'subject': 'first(actors_at(square(me)))'}]}]" },
	{ "energy-4", "'energy': 4" },
};

static void add_card(struct sp_buf *text, const char *id, const char *members)
{
	sp_buf_addf(text,
		"{\"id\": \"%s\", \"name\": \"%s\", \"copies\": 2, "
		"\"source\": \"official\", \"text\": \"For tests.\", ",
		id, id);
	for (; *members != '\0'; members++)
		sp_buf_addf(text, "%c", *members == '\'' ? '"' : *members);
}

struct sp_ruleset *deck_ruleset(const char *more)
{
	struct sp_ruleset *r;
	struct sp_buf text;
	struct kit kit;

	sp_buf_init(&text, 1 << 20);
	sp_buf_addf(&text,
		"{\"school\": \"red-school\", \"name\": \"Red\", "
		"\"cards\": [\n%s",
		more);
	for (size_t i = 0; i < SP_ARRAY_LEN(cards); i++) {
		add_card(&text, cards[i].id, cards[i].members);
		sp_buf_adds(
			&text, i + 1 < SP_ARRAY_LEN(cards) ? "},\n" : "}]}");
	}
	kit_init(&kit);
	kit_put(&kit, "cards/red-school.json", sp_buf_str(&text));
	kit_put(&kit, "cards/blue-school.json",
		"{\"school\": \"blue-school\", \"name\": \"Blue\", "
		"\"cards\": [{\"use\": \"energy-4\", \"copies\": 1}]}");
	kit_put(&kit, "traits.json",
		"{\"traits\": [{\"id\": \"fire\", \"text\": \"Burns.\"}, "
		"{\"id\": \"magic-stone\", \"text\": \"A stone.\"}]}");
	r = kit_load(&kit);
	kit_free(&kit);
	sp_buf_free(&text);
	return r;
}

void deck_begin(
	struct scene *s, const struct sp_ruleset *ruleset, const char *colours)
{
	scene_begin(s, colours);
	s->ruleset = ruleset;
	s->g.n_piles = 1;
	s->g.schools[0] = 3;
}

int deck_card(const struct scene *s, const char *id, int n)
{
	int type = sp_card_ruleset_card_id(s->ruleset, id);

	CU_ASSERT_FATAL(type >= 0);
	for (int i = 0; i < s->ruleset->n_copies; i++)
		if (s->ruleset->type[i] == type && n-- == 0)
			return i;
	CU_FAIL_FATAL("no such copy");
	return -1;
}

int deck_play(struct scene *s, enum sp_played_kind kind, const char *id,
	int seat, sp_value target)
{
	int i = sp_game_add_played(&s->g, kind, deck_card(s, id, 0), seat);

	s->g.played[i].target = target;
	s->g.played[i].energy = 1;
	return i;
}

int deck_make(struct scene *s, const char *id, sp_value where)
{
	int spell = deck_play(s, SP_PLAYED_SPELL, id, 0, SP_NOTHING);
	int card = s->g.played[spell].card;
	const struct sp_object *o = &sp_ruleset_card(s->ruleset, card)->object;
	int i = sp_game_add_thing(&s->g, SP_THING_CREATED, card, 0, where);

	s->g.thing[i].played = (uint8_t)spell;
	if (o->on_edge)
		s->g.board.edge[sp_index_of(where)].created = o->edge_kind;
	else
		sp_game_fill_with(&s->g, i, o->fills, o->opaque);
	return i;
}

void deck_ask(const struct scene *s, int seat, const char *id, int play,
	uint16_t origin, uint16_t corner, struct sp_domain *out)
{
	const struct sp_card_play *p =
		&sp_ruleset_card(s->ruleset, deck_card(s, id, 0))->play[play];
	const struct sp_card_slot *slot = &s->ruleset->slot[p->slot[0]];
	struct sp_cast draft = { .used = 1,
		.type = p->type,
		.seat = (int8_t)seat,
		.card = deck_card(s, id, 0),
		.play = (uint8_t)play,
		.parent = -1,
		.blocked = -1,
		.energy = 1,
		.self = SP_NOTHING };
	struct sp_env env = { .ruleset = s->ruleset,
		.g = &s->g,
		.actor = seat,
		.self = SP_NOTHING,
		.it = SP_NOTHING,
		.who = SP_NOTHING,
		.by = SP_NOTHING,
		.what = SP_NOTHING,
		.energy = 1,
		.cast = -1,
		.draft = &draft };
	struct sp_aim aim = { .ruleset = s->ruleset,
		.g = &s->g,
		.actor = seat,
		.corner = corner,
		.range = slot->range,
		.spell = true };

	aim.within = sp_eval_code(&env, p->within, 0);
	aim.origin = origin != SP_NOWHERE ? origin : s->g.actor[seat].square;
	draft.origin = aim.origin;
	draft.corner = corner;
	sp_law_slot_candidates(&aim, &env, slot, out);
	for (int i = 0; i < out->n; i++) {
		CU_ASSERT(i == 0 || out->value[i] > out->value[i - 1]);
		EQUAL_INT(sp_law_slot_judge(&aim, &env, slot, out->value[i]),
			SP_REASON_NONE);
	}
	EQUAL_INT(env.it, SP_NOTHING);
}
