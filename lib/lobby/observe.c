/* Who gets a game's board once a turn without playing it. */
#include "lobby/lobby_private.h"

#define DAY           86400
#define OFFERS_A_DAY  5  /* to one address */
#define OBSERVED_MOST 40 /* addresses, of one game */

/* The board, and the question whether more of them shall come. */
static int offer(struct sp_post_office *office, struct sp_live *live,
	const struct sp_observer *observer, int64_t *id, struct sp_error *e)
{
	char *about = sp_xasprintf("observe/%s", observer->address);
	bool may = false;
	int rc = sp_registry_note_take(office->registry, about,
		sp_clock_now(office->clock), DAY, OFFERS_A_DAY, &may, e);

	sp_free(about);
	return rc == SP_OK && may ? sp_post_observe(office, live,
					    SP_OBSERVE_OFFER, observer, id, e)
				  : rc;
}

/* *full: as many observe as may. */
static int begin(struct sp_post_office *office, struct sp_live *live,
	const struct sp_observer *observer, bool *full, struct sp_error *e)
{
	struct sp_observer_row *rows = NULL;
	size_t n = 0;
	int rc = sp_registry_observer_add(office->registry, live->gid,
		observer->address, observer->instant, OBSERVED_MOST, e);

	*full = true;
	if (rc == SP_OK)
		rc = sp_registry_observer_list(
			office->registry, live->gid, &rows, &n, e);
	for (size_t i = 0; rc == SP_OK && i < n; i++)
		if (sp_mail_addr_equal(rows[i].address, observer->address))
			*full = false;
	sp_free(rows);
	return rc;
}

int lobby_observe(struct sp_post_office *office, struct sp_live *live,
	const struct sp_lobby_asker *who, bool *done, struct sp_error *e)
{
	const struct sp_observer observer = { who->address, who->message_id,
		who->instant };
	struct sp_lobby lobby;
	bool has = false, full = false;
	int rc = sp_lobby_get(office->registry, live, &lobby, e);

	if (rc == SP_OK)
		rc = lobby_has_seat(
			office, live, &lobby, who->address, &has, e);
	if (rc != SP_OK)
		return rc;
	if (has)
		return lobby_tell_open(office,
			"You play in that game, and get its boards anyway", who,
			e);
	if (who->wish->kind == SP_LOBBY_OBSERVE)
		return offer(office, live, &observer, who->receipt, e);
	if (who->wish->kind == SP_LOBBY_OBSERVE_YES) {
		rc = begin(office, live, &observer, &full, e);
		if (rc == SP_OK && full)
			return lobby_tell_open(office,
				"As many people observe that game as may, so "
				"you do not",
				who, e);
		*done = rc == SP_OK;
		return rc == SP_OK
			       ? sp_post_observe(office, live, SP_OBSERVE_BEGUN,
					 &observer, who->receipt, e)
			       : rc;
	}
	rc = sp_registry_observer_remove(
		office->registry, live->gid, who->address, e);
	*done = rc == SP_OK;
	/* nobody learns from it who observes, but who asked */
	rc = sp_registry_optional(rc, e);
	return rc == SP_OK ? sp_post_observe(office, live, SP_OBSERVE_ENDED,
				     &observer, who->receipt, e)
			   : rc;
}
