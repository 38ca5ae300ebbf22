/* Numbers of the list that a mail had: lib/reply/numbers.c reads them. */
#include "table/context.h"

#include "reply/reply.h"
#include "table/consent.h"
#include "table/sitting.h"

struct listing {
	struct sp_scratch *scratch;
	const struct sp_live *live;
	int seat;
	struct sp_suggestion list[SP_TABLE_SUGGESTIONS];
	int n; /* of the list; -1: nothing asked for it yet */
};

/* The list of the mail that called the seat, also to one that has answered
 * since: as long as others are waited for it may think better of it. */
static int make_list(struct listing *listing)
{
	const struct sp_live *live = listing->live;
	int seat = listing->seat;
	struct sp_game *view = &listing->scratch->view;

	if ((live->game.decision.seats & 1u << seat) == 0)
		return sp_table_consent_options(live, seat, listing->list);
	sp_game_view(&live->game, seat, view);
	return sp_agent_suggest(
		live->ruleset, view, seat, listing->list, SP_TABLE_SUGGESTIONS);
}

/* The text behind a number of the list; NULL: it has no such number. The list
 * is made for the first number alone, as it costs more than all the reading
 * and most mails have none. */
static const char *listed(void *of, int number)
{
	struct listing *listing = of;

	if (listing->n < 0)
		listing->n = make_list(listing);
	return number > 0 && number <= listing->n
		       ? listing->list[number - 1].text
		       : NULL;
}

char *sp_table_unnumber(struct sp_scratch *scratch, const struct sp_live *live,
	int seat, const char *text)
{
	struct listing listing = {
		.scratch = scratch, .live = live, .seat = seat, .n = -1
	};
	const struct sp_reply_list list = { &listing, listed,
		live->game.decision.kind == SP_DECISION_REACTION };

	return sp_reply_unnumber(text, &list);
}
