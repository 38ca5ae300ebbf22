/* Choices that were made by what a seat prefers: recorded, not computed, but
 * only where such a choice can be. */
#include "audit/verify_prefer.h"

/* True if a line that stands prefers something there. */
static bool has_preference(
	const struct sp_declarations *d, enum sp_condition_about about)
{
	char begins[SP_ORDER_NAME_SIZE];

	sp_format(begins, sizeof(begins), "when %s",
		sp_condition_about_word(about));
	for (int i = 0; i < d->n; i++)
		if (!d->line[i].over && sp_starts(d->line[i].text, begins) &&
			strstr(d->line[i].text, ": prefer ") != NULL)
			return true;
	return false;
}

/* True if the command ("12 choose 0") is what such a choice is made by. A seat
 * that is asked may do some others, which nobody prefers. */
static bool chooses(const char *command, enum sp_condition_about about)
{
	const char *verb = strchr(command, ' ');
	const char *wanted = sp_law_verb_word(
		about == SP_ABOUT_PUSHED ? SP_VERB_CHOOSE : SP_VERB_GIVE_UP);
	size_t n = strlen(wanted);

	return verb != NULL && strcspn(verb + 1, " ") == n &&
	       strncmp(verb + 1, wanted, n) == 0;
}

int audit_verify_preferred(struct sp_verifier *v, const struct sp_game *before,
	int seat, const char *command)
{
	const struct sp_live *live = v->live;
	enum sp_condition_about about =
		sp_declare_choice(live->ruleset, before, seat);
	struct sp_declarations d;

	if (sp_record_bot_plays(live, seat))
		return audit_verify_wrong(
			v, "trailer Input", "that of a bot", SP_INPUT_DECLARED);
	if (about == SP_ABOUT_COUNT || !chooses(command, about))
		return audit_verify_wrong(v, "trailer Input",
			"that of a player: no preference makes this choice",
			SP_INPUT_DECLARED);
	if (!v->replays)
		return SP_OK;
	sp_record_agents_declarations(live, seat, &d);
	return has_preference(&d, about)
		       ? SP_OK
		       : audit_verify_wrong(v, "trailer Input",
				 "that of a player: the seat prefers nothing",
				 SP_INPUT_DECLARED);
}

int audit_verify_led(struct sp_verifier *v)
{
	sp_buf_clear(&v->value);
	(void)sp_record_page_trailer(v->before, "Input", &v->value);
	return sp_streq(sp_buf_str(&v->value), SP_INPUT_DECLARED)
		       ? SP_OK
		       : audit_verify_wrong(v, "trailer Input",
				 "another one: no preference led to this round",
				 SP_INPUT_DECLARED);
}
