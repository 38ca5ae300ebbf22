/*
 * Rematches: a game that is over, once more, for the first of its people who
 * answers one of its mails with `rematch`. The new game has the ruleset, the
 * options, the seats and the people of the old one, and each keeps their
 * colour: which of them begins is for the dice again. Who wrote has joined,
 * bots are seated, and all others are invited as to any game.
 *
 * The people are those who had the seats at the end, by the address that the
 * registry has of them now; a seat that is nobody's is for whoever comes.
 *
 * That of a tutorial is against a bot that plays to win, with the usual
 * options, and bounded as tutorials are (tutorial.c).
 *
 * A game has one rematch. The registry keeps its id as "rematch/<old id>", in
 * the transaction that makes it, so that a second `rematch` is a yes to it. The
 * id follows from that of the old game alone.
 */
#include "lobby/lobby_private.h"

#include "post/people.h"

#define TAIL     9 /* of an id: a hyphen and eight characters */
#define OPPONENT "apprentice"

/* ---- what the receipt says -------------------------------------------------- */

static void tell(struct sp_sitting *sitting, const char *text)
{
	sp_table_receipt_tell(sitting, "done", "rematch", text);
}

static int refuse(struct sp_sitting *sitting, const char *text)
{
	sp_table_receipt_tell(sitting, "refused", "rematch", text);
	return SP_OK;
}

/* How the new game stands: appends. */
static void add_standing(const struct sp_live *again, struct sp_buf *out)
{
	char *missing = sp_table_sitting_missing(again);

	if (again->started)
		sp_buf_adds(out, "it has begun");
	else
		sp_buf_addf(out, "it waits for %s", missing);
	sp_free(missing);
}

/* ---- may it be? --------------------------------------------------------------- */

static int find(struct sp_registry *registry, const char *old,
	char gid[SP_GID_TEXT], struct sp_error *e)
{
	char *key = sp_xasprintf("rematch/%s", old);
	struct sp_buf text;

	gid[0] = '\0';
	sp_buf_init(&text, SP_GID_TEXT);
	int rc = sp_registry_meta_get(registry, key, &text, e);
	if (rc == SP_OK)
		sp_format(gid, SP_GID_TEXT, "%s", sp_buf_str(&text));
	sp_buf_free(&text);
	sp_free(key);
	return sp_registry_optional(rc, e);
}

static int keep(struct sp_registry *registry, const char *old, const char *gid,
	struct sp_error *e)
{
	char *key = sp_xasprintf("rematch/%s", old);
	int rc = sp_registry_meta_set(registry, key, gid, e);

	sp_free(key);
	return rc;
}

static int choose_gid(struct sp_registry *registry, const struct sp_live *old,
	char gid[SP_GID_TEXT], struct sp_error *e)
{
	char *from = sp_xasprintf("rematch of %s", old->gid);
	char *label = sp_xstrndup(old->gid, strlen(old->gid) - TAIL);
	int rc = sp_lobby_is_tutorial(old)
			 ? lobby_practice_gid(registry, from, gid, e)
			 : lobby_make_gid(registry, label, from, gid, e);

	sp_free(label);
	sp_free(from);
	return rc;
}

/* True if nobody may be asked for the seat. */
static bool is_empty(const struct sp_live *live, int seat)
{
	return !sp_record_bot_plays(live, seat) &&
	       live->people[seat].address[0] == '\0';
}

static json_t *make_act(const struct sp_live *live, const char *gid)
{
	const struct sp_setup *setup = &live->setup;
	json_t *seats = json_array(), *options = json_array();
	bool taught = sp_lobby_is_tutorial(live);
	json_t *act = json_pack("{s:s, s:s, s:s, s:o, s:o}", "act", "game new",
		"ruleset", setup->ruleset, "gid", gid, "seats", seats,
		"options", options);

	for (int s = 0; s < setup->n_seats; s++) {
		char *bot = sp_xasprintf(
			"bot:%s", taught ? OPPONENT : setup->bot[s]);

		if (is_empty(live, s))
			sp_json_set_int(act, "open", setup->n_seats);
		else
			json_array_append_new(seats,
				json_pack("{s:s, s:s}", "seat",
					setup->colour[s], "address",
					sp_record_bot_plays(live, s)
						? bot
						: live->people[s].address));
		sp_free(bot);
	}
	for (int i = 0; i < setup->n_options; i++) {
		if (taught && lobby_is_for_lessons(setup->option[i].name))
			continue;
		json_array_append_new(options,
			json_pack("{s:s, s:s}", "name", setup->option[i].name,
				"value", setup->option[i].value));
	}
	return act;
}

/* Games for one person alone are not without bound. */
static int may_practise(
	struct sp_sitting *sitting, bool *may, struct sp_error *e)
{
	char runs[SP_GID_TEXT];
	int rc = lobby_practice_take(sitting->office,
		sitting->live->people[sitting->seat].address, runs, may, e);

	if (rc != SP_OK || *may)
		return rc;
	char *text =
		runs[0] != '\0'
			? sp_xasprintf("game %s of yours is not over yet", runs)
			: sp_xstrdup("there is no room for one more game "
				     "against a bot now: ask again tomorrow");
	(void)refuse(sitting, text);
	sp_free(text);
	return SP_OK;
}

int sp_lobby_rematch_ask(struct sp_sitting *sitting,
	struct sp_lobby_rematch *out, struct sp_error *e)
{
	struct sp_registry *registry = sitting->office->registry;
	const struct sp_live *live = sitting->live;
	const struct sp_person *person = &live->people[sitting->seat];

	*out = (struct sp_lobby_rematch){ .act = NULL };
	if (person->standin[0] != '\0' &&
		sp_mail_addr_equal(sitting->from, person->standin))
		return refuse(sitting,
			"only the player of the seat may ask for that");
	int rc = find(registry, live->gid, out->gid, e);
	if (rc != SP_OK || out->gid[0] != '\0')
		return rc;
	bool may = true;
	if (sp_lobby_is_tutorial(live) || lobby_is_practice(live))
		rc = may_practise(sitting, &may, e);
	if (rc != SP_OK || !may)
		return rc;
	rc = choose_gid(registry, live, out->gid, e);
	if (rc == SP_OK)
		out->act = make_act(live, out->gid);
	return rc;
}

int sp_lobby_rematch_fail(
	struct sp_sitting *sitting, const char *gid, const struct sp_error *why)
{
	char *text = why->code != SP_OK
			     ? sp_xasprintf("the game cannot be made again: %s",
				       why->text)
			     : sp_xasprintf("the rematch is game %s, which "
					    "cannot be told just now; write "
					    "again later",
				       gid);

	(void)refuse(sitting, text);
	sp_free(text);
	return SP_OK;
}

/* ---- the new game ------------------------------------------------------------- */

/* Say yes to it for its seat, as a mail of its own would. */
static int say_yes(const struct sp_sitting *of, struct sp_live *again, int seat,
	struct sp_error *e)
{
	struct sp_sitting yes;

	sp_table_sitting_init(&yes, of->scratch, again, seat);
	yes.host = of->host;
	yes.office = of->office;
	yes.templates = of->templates;
	yes.rulesets = of->rulesets;
	yes.press = of->press;
	yes.context = of->context;
	yes.deadline = again->row->deadline;
	yes.zone = of->zone;
	yes.instant = of->instant;
	yes.from = of->from;
	yes.notice = "";
	yes.mail.message_id = of->mail.message_id;
	yes.mail.text = "yes";
	sp_table_sitting_parse(&yes);
	int rc = sp_table_sitting_mail(&yes, e);
	if (rc == SP_OK)
		rc = sp_lobby_answered(&yes, e);
	sp_table_sitting_clear(&yes);
	return rc;
}

/* It was made: whoever asked joins, then the others are invited, who may be
 * bots alone. */
static int begin(struct sp_sitting *sitting, struct sp_live *again, int seat,
	struct sp_error *e)
{
	struct sp_post_office *office = sitting->office;
	struct sp_post_invitation how = { .asker = again->setup.colour[seat],
		.old = sitting->live->gid };
	struct sp_lobby lobby;
	int rc = keep(office->registry, sitting->live->gid, again->gid, e);

	if (rc == SP_OK)
		rc = sp_lobby_get(office->registry, again, &lobby, e);
	lobby.rematch = true;
	if (rc == SP_OK)
		rc = sp_lobby_put(office->registry, again, &lobby, e);
	if (rc == SP_OK)
		rc = say_yes(sitting, again, seat, e);
	return rc == SP_OK && !again->started
		       ? lobby_invite(
				 office, again, ~0U, &how, sitting->instant, e)
		       : rc;
}

/* What is done for a seat of a game that waits for it. */
static int take_seat(struct sp_sitting *sitting, struct sp_live *again,
	int seat, bool anew, struct sp_error *e)
{
	char name[SP_RENDER_NAME_SIZE];
	bool before = sp_record_live_joined(again, seat);
	int rc = anew     ? begin(sitting, again, seat, e)
		 : before ? SP_OK
			  : say_yes(sitting, again, seat, e);
	struct sp_buf text;

	if (rc != SP_OK)
		return rc;
	sitting->applied += !before;
	sp_render_capital(again->setup.colour[seat], name);
	sp_buf_init(&text, 4096);
	if (anew && sp_lobby_is_tutorial(sitting->live))
		sp_buf_addf(&text,
			"game %s is made, a real one against a bot that plays "
			"to win, and you have joined it as %s; ",
			again->gid, name);
	else if (anew)
		sp_buf_addf(&text,
			"game %s is made, with the same people, options and "
			"colours, and you have joined it as %s; ",
			again->gid, name);
	else
		sp_buf_addf(&text,
			"the rematch is game %s, and you have%s joined it as "
			"%s; ",
			again->gid, before ? "" : " now", name);
	add_standing(again, &text);
	tell(sitting, sp_buf_str(&text));
	sp_buf_free(&text);
	return SP_OK;
}

int sp_lobby_rematch_join(struct sp_sitting *sitting, struct sp_live *again,
	bool anew, struct sp_error *e)
{
	const struct sp_live *old = sitting->live;
	int seat = sp_state_setup_seat(
		&again->setup, old->setup.colour[sitting->seat]);
	bool theirs =
		seat != SP_NOBODY &&
		again->people[seat].player == old->people[sitting->seat].player;

	if (theirs && !again->started && !again->ended)
		return take_seat(sitting, again, seat, anew, e);
	char *text = sp_xasprintf("the rematch is game %s, %s; a game has one",
		again->gid,
		again->ended     ? again->started ? "which is over"
						  : "which was called off"
		: again->started ? "which has begun"
				 : "where your seat is somebody else's now");
	(void)refuse(sitting, text);
	sp_free(text);
	return SP_OK;
}
