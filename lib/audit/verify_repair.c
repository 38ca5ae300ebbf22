/*
 * A repair in the record: the operator took the game back to the newest commit
 * that was whole, and says which later ones are lost.
 *
 * Nobody can check that they were. What can be checked is that nothing of them
 * comes again: the number of the decision and that of the next draw rise above
 * all that was, each player's token is another one, and the position stays. And
 * who was mailed about a lost commit finds its id named.
 */
#include "audit/verify_private.h"

bool audit_verify_repairs(struct sp_verifier *v)
{
	struct sp_ruling ruling;

	return sp_record_ruling_parse(&ruling, &v->live->setup,
		       audit_verify_trailer(v, "Command"), NULL) == SP_OK &&
	       ruling.kind == SP_RULING_REPAIR;
}

bool audit_verify_is_lost(const struct sp_verifier *v, const char *hex)
{
	for (size_t i = 0; i < v->n_lost; i++)
		if (sp_streq(v->lost[i].hex, hex))
			return true;
	return false;
}

static int wrong_list(struct sp_verifier *v, const char *found)
{
	return audit_verify_wrong(v, "trailer Lost",
		"ids in their order that are not in this history", "%s", found);
}

/* Take "<id> <id> ...", sorted, each once, and none that is still there. */
static int take_lost(struct sp_verifier *v, const char *list)
{
	size_t n = (strlen(list) + 1) / SP_OID_TEXT;
	const char *before = "";

	if (*list == '\0')
		return SP_OK;
	if (n * SP_OID_TEXT != strlen(list) + 1)
		return wrong_list(v, list);
	v->lost = sp_xrealloc(v->lost, v->n_lost + n, sizeof(v->lost[0]));
	for (size_t i = 0; i < n; i++) {
		const char *at = list + i * SP_OID_TEXT;
		struct sp_oid *id = &v->lost[v->n_lost];
		char hex[SP_OID_TEXT];

		if (!sp_copyn(hex, sizeof(hex), at, SP_OID_TEXT - 1) ||
			!sp_store_oid_parse(id, hex) ||
			strcmp(before, hex) >= 0 ||
			(i + 1 < n && at[SP_OID_TEXT - 1] != ' '))
			return wrong_list(v, list);
		if (sp_record_chronicle_find(v->c, hex) >= 0)
			return wrong_list(v, hex);
		before = v->lost[v->n_lost++].hex;
	}
	return SP_OK;
}

int audit_verify_repair(struct sp_verifier *v, struct sp_replay *r,
	const struct sp_ruling *ruling)
{
	struct sp_game *g = &v->live->game;
	uint64_t next = g->rng.next;

	if (g->status != SP_GAME_RUNNING)
		return audit_verify_wrong(v, "trailer Command",
			"none: the game is over", "%s", r->public);
	if (!sp_record_ruling_rises(ruling, g))
		return audit_verify_wrong(v, "trailer Command",
			"a repair whose number is above that of the decision, "
			"and leads to draws that were not made yet",
			"%s at decision %u, after draw %llu", r->public,
			(unsigned)g->decision.number, (unsigned long long)next);
	r->lost = sp_xstrdup(audit_verify_trailer(v, "Lost"));
	int rc = take_lost(v, r->lost);
	if (rc != SP_OK)
		return rc;
	(void)sp_record_ruling_apply(v->live, ruling, NULL, NULL);
	v->skipped += g->rng.next - next;
	v->repairs++;
	return SP_OK;
}
