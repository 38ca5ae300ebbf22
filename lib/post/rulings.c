/* What the players are told of the operator's rulings. */
#include "post/told.h"

#define UNDONE_MOST 40 /* steps that the mail about an undo lists */

static void list_undone(const struct sp_undone *undone, struct sp_buf *text)
{
	size_t n = json_array_size(undone->steps);
	size_t skip = n > UNDONE_MOST ? n - UNDONE_MOST : 0;

	if (n == 0 && undone->sealed == 0)
		return;
	sp_buf_adds(text, "\nUndone\n");
	if (skip > 0)
		sp_buf_addf(text, "  (%zu steps before these)\n", skip);
	for (size_t i = skip; i < n; i++)
		sp_buf_addf(text, "  %s\n",
			json_string_value(json_array_get(undone->steps, i)));
	if (undone->sealed > 0)
		sp_buf_addf(text,
			"  %s%u sealed order%s: what was answered in %s is "
			"dropped\n",
			n > 0 ? "and " : "", undone->sealed,
			undone->sealed > 1 ? "s" : "",
			undone->sealed > 1 ? "them" : "it");
}

int sp_post_undone(struct sp_post_office *office, struct sp_live *live,
	const struct sp_undone *undone, int64_t instant, struct sp_error *e)
{
	struct sp_buf text;
	int rc = SP_OK;

	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++) {
		sp_buf_init(&text, SIZE_MAX);
		sp_buf_addf(&text,
			"It is in the position after step %llu again, in turn "
			"%u.\nThe operator of %s did it.\n",
			(unsigned long long)undone->seq, undone->turn,
			office->config->club);
		list_undone(undone, &text);
		sp_buf_adds(&text,
			"\nWhoever is asked something gets a new mail. What "
			"answers an older\nmail is not done. Dice that were "
			"thrown are not thrown again.\n");
		if (sp_game_has_deck(&live->game))
			sp_buf_adds(&text,
				"\nCards that came since then are back where "
				"they were. To see yours\n  | hand\n");
		if ((undone->answered & 1u << s) != 0)
			sp_buf_adds(&text,
				"\nYou had answered in secret already: that "
				"answer is dropped.\n");
		if ((undone->declared & 1u << s) != 0)
			sp_buf_adds(&text,
				"\nWhat you declared with \"when\" was "
				"something else then, so it is\ndropped. Write "
				"it again if you want it.\n");
		rc = sp_post_notice(office, live, s, "undo",
			"The operator took the game back", sp_buf_str(&text),
			instant, NULL, e);
		sp_buf_free(&text);
	}
	return rc;
}

int sp_post_no_game(struct sp_post_office *office, struct sp_live *live,
	unsigned seats, const char *why, int64_t instant, struct sp_error *e)
{
	char *text = sp_xasprintf(
		"%s\nThere is nothing that you have to do.\n\nNobody can play "
		"it any more: the secret of its dice is public.\n",
		why);
	int rc = SP_OK;

	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++)
		if ((seats >> s & 1U) != 0)
			rc = sp_post_notice(office, live, s, "cancelled",
				"The game will not take place", text, instant,
				NULL, e);
	sp_free(text);
	return rc;
}

int sp_post_look(struct sp_post_office *office, struct sp_live *live, int seat,
	int64_t instant, struct sp_error *e)
{
	char name[SP_RENDER_NAME_SIZE];
	int rc = SP_OK;

	if (seat != SP_NOBODY)
		sp_render_capital(live->setup.colour[seat], name);
	char *title =
		seat == SP_NOBODY
			? sp_xstrdup(
				  "The operator looked at all that is hidden")
			: sp_xasprintf(
				  "The operator looked at %s's hand", name);
	char *seen =
		seat == SP_NOBODY
			? sp_xstrdup("every hand and the decks, with all that "
				     "was declared and answered in secret, and "
				     "what lies face down")
			: sp_xasprintf(
				  "%s's hand, with what %s declared and "
				  "answered in secret, and what %s has lying "
				  "face down; nothing of the others",
				  name, name, name);
	/* a line for each paragraph: the mail breaks them */
	char *text = sp_xasprintf(
		"The operator of %s was shown %s. The game goes on as it "
		"stands.\n\n"
		"This is in the record as step %llu: `spellpost game look` "
		"shows nothing of a running game without such a step.\n",
		office->config->club, seen, (unsigned long long)live->seq);
	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++)
		rc = sp_post_notice(
			office, live, s, "look", title, text, instant, NULL, e);
	sp_free(title);
	sp_free(seen);
	sp_free(text);
	return rc;
}
