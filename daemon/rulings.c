/*
 * `spellpost game undo`, `game cancel` and `game look`: what the operator may
 * do in a game, and what he is asked before.
 */
#include "call.h"

#include <unistd.h>

#define HAND_COLUMNS 72

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text != NULL ? text : "";
}

static long long int_of(const json_t *object, const char *key)
{
	return (long long)json_integer_value(json_object_get(object, key));
}

/* ---- asking ------------------------------------------------------------- */

/* One line from the terminal: is it "yes"? */
static bool says_yes(void)
{
	char line[16] = "";

	return fgets(line, sizeof(line), stdin) != NULL &&
	       (sp_strieq(line, "yes\n") || sp_strieq(line, "y\n"));
}

/* SP_EXIT_OK: go on. What cannot be taken back is done neither by a slip nor by
 * a script that did not say so. */
static int confirm(const struct sp_call *call, const char *what)
{
	if (daemon_call_has(call, "yes"))
		return SP_EXIT_OK;
	if (!isatty(STDIN_FILENO))
		return daemon_call_wrong(call,
			"%s %s asks before it does that, and here is nobody "
			"to ask: write --yes",
			call->command->first, call->command->second);
	fprintf(stderr, "%s\nDo it? Write yes: ", what);
	if (says_yes())
		return SP_EXIT_OK;
	fputs("Nothing was done.\n", stderr);
	return SP_EXIT_FAILED;
}

/* ---- acting ------------------------------------------------------------- */

/* Takes the request. */
static int act(const struct sp_call *call, json_t *request,
	void (*tell)(const json_t *answer, struct sp_buf *text))
{
	struct sp_error e = { 0 };
	json_t *answer = NULL;
	struct sp_buf text;
	int rc = daemon_act(&call->config, request, NULL, 0, &answer, &e);

	json_decref(request);
	if (rc != SP_OK)
		return daemon_complain("spellpost", &e);
	sp_buf_init(&text, SIZE_MAX);
	if (call->json)
		sp_json_write(&text, answer);
	else
		tell(answer, &text);
	fputs(sp_buf_str(&text), stdout);
	sp_buf_free(&text);
	json_decref(answer);
	return SP_EXIT_OK;
}

static json_t *request_of(const char *name, const char *game)
{
	json_t *request = json_object();

	sp_json_set_string(request, "act", name);
	sp_json_set_string(request, "game", game);
	return request;
}

/* ---- undo --------------------------------------------------------------- */

static void list_undone(
	const json_t *answer, const char *title, struct sp_buf *text)
{
	const json_t *undone = json_object_get(answer, "undone");
	long long sealed = int_of(answer, "sealed");

	if (json_array_size(undone) > 0 || sealed > 0)
		sp_buf_addf(text, "%s\n", title);
	for (size_t i = 0; i < json_array_size(undone); i++)
		sp_buf_addf(text, "  %s\n",
			json_string_value(json_array_get(undone, i)));
	if (sealed > 0)
		sp_buf_addf(text,
			"  %s%lld sealed order%s: what was answered or "
			"declared in %s is dropped\n",
			json_array_size(undone) > 0 ? "and " : "", sealed,
			sealed > 1 ? "s" : "", sealed > 1 ? "them" : "it");
}

static void tell_undo(const json_t *answer, struct sp_buf *text)
{
	sp_buf_addf(text, "Game %s is back in the position of step %lld.\n",
		text_of(answer, "gid"), int_of(answer, "to"));
	list_undone(answer, "Undone:", text);
	sp_buf_adds(text, "Its players are told.\n");
}

static void tell_plan(const json_t *answer, struct sp_buf *text)
{
	sp_buf_addf(text,
		"Nothing was done yet. Game %s is at step %lld, and would be "
		"back in the position of step %lld.\n",
		text_of(answer, "gid"), int_of(answer, "at"),
		int_of(answer, "to"));
	list_undone(answer, "Undone would be:", text);
}

/* Without --at nothing is done: what would be is shown, with the line that does
 * it. */
static int show_undo(struct sp_call *call, const json_t *answer)
{
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	if (call->json) {
		sp_json_write(&text, answer);
	} else {
		tell_plan(answer, &text);
		sp_buf_adds(&text, "To do it:\n  spellpost ");
		if (call->config_path != NULL)
			sp_buf_addf(&text, "-c %s ", call->config_path);
		sp_buf_addf(&text, "game undo %s%s%s --at %lld\n",
			call->argv[0], call->argc > 1 ? " " : "",
			call->argc > 1 ? call->argv[1] : "",
			int_of(answer, "at"));
	}
	fputs(sp_buf_str(&text), stdout);
	sp_buf_free(&text);
	return SP_EXIT_FAILED;
}

int daemon_undo(struct sp_call *call)
{
	json_t *request = request_of("game undo", call->argv[0]);
	const char *at = daemon_call_value(call, "at");
	struct sp_error e = { 0 };
	json_t *answer = NULL;
	long long seq = 0;
	int status, rc;

	if (call->argc > 1)
		sp_json_set_string(request, "to", call->argv[1]);
	if (at != NULL && sp_parse_int(at, 0, INT64_MAX, &seq) != SP_OK) {
		status = daemon_call_wrong(
			call, "\"%s\" is not the number of a step", at);
		goto out;
	}
	if (at != NULL) {
		sp_json_set_int(request, "at", seq);
		return act(call, request, tell_undo);
	}
	rc = daemon_act(&call->config, request, NULL, 0, &answer, &e);
	status = rc == SP_OK ? show_undo(call, answer)
			     : daemon_complain("spellpost", &e);
out:
	json_decref(request);
	json_decref(answer);
	return status;
}

/* ---- cancel ------------------------------------------------------------- */

static void tell_cancel(const json_t *answer, struct sp_buf *text)
{
	sp_buf_addf(text,
		"Game %s is cancelled. Its secret is in its repository now, "
		"and its players are told.\n",
		text_of(answer, "gid"));
}

int daemon_cancel(struct sp_call *call)
{
	int status = confirm(call,
		"The game ends without a winner, and its secret is published: "
		"it cannot go on after that.");

	if (status != SP_EXIT_OK)
		return status;
	return act(call, request_of("game cancel", call->argv[0]), tell_cancel);
}

/* ---- look --------------------------------------------------------------- */

/* "  Red     Fireball, Shield, ...", broken into lines. */
static void add_list(struct sp_buf *text, const char *title, const json_t *list)
{
	size_t column = 10, n = json_array_size(list);

	sp_buf_addf(text, "  %-8s", title);
	for (size_t i = 0; i < n; i++) {
		const char *word = json_string_value(json_array_get(list, i));
		size_t len = strlen(word) + (i + 1 < n);
		if (i > 0 && column + 1 + len > HAND_COLUMNS) {
			sp_buf_adds(text, "\n          ");
			column = 10;
		} else if (i > 0) {
			sp_buf_addc(text, ' ');
			column++;
		}
		sp_buf_addf(text, "%s%s", word, i + 1 < n ? "," : "");
		column += len;
	}
	sp_buf_addf(text, "%s\n", n == 0 ? "none" : "");
}

/* "  red     when attacked: pass", each in a line of its own. */
static void add_lines(
	struct sp_buf *text, const char *title, const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		sp_buf_addf(text, "  %-8s%s\n", i == 0 ? title : "",
			json_string_value(json_array_get(list, i)));
}

static void add_by_seat(struct sp_buf *text, const char *title,
	const json_t *by_seat,
	void (*add)(struct sp_buf *, const char *, const json_t *))
{
	/* jansson's iterators want what they do not change without const */
	json_t *object = json_copy((json_t *)(uintptr_t)by_seat);
	bool any = false;
	const char *seat;
	json_t *list;

	json_object_foreach (object, seat, list) {
		if (add == add_lines && json_array_size(list) == 0)
			continue;
		if (!any)
			sp_buf_addf(text, "\n%s\n", title);
		any = true;
		add(text, seat, list);
	}
	json_decref(object);
}

void daemon_tell_hidden(const json_t *hidden, struct sp_buf *text)
{
	const json_t *things = json_object_get(hidden, "face_down");
	const json_t *decks = json_object_get(hidden, "decks");

	add_by_seat(text, "Hands", json_object_get(hidden, "hands"), add_list);
	add_by_seat(text, "Known of others", json_object_get(hidden, "known"),
		add_list);
	add_by_seat(text, "Declared", json_object_get(hidden, "declared"),
		add_lines);
	add_by_seat(text, "Sealed answers", json_object_get(hidden, "answers"),
		add_list);
	if (json_array_size(things) > 0)
		sp_buf_adds(text, "\nFace down\n");
	for (size_t i = 0; i < json_array_size(things); i++) {
		const json_t *thing = json_array_get(things, i);
		sp_buf_addf(text, "  %-8s%s at %s: %s\n",
			text_of(thing, "seat"), text_of(thing, "card"),
			text_of(thing, "where"),
			json_is_true(json_object_get(thing, "real"))
				? "the real one"
				: "blank");
	}
	if (json_array_size(decks) > 0)
		sp_buf_adds(text, "\nLeft to draw, the next card first\n");
	for (size_t i = 0; i < json_array_size(decks); i++) {
		char title[24] = "deck";
		if (json_array_size(decks) > 1)
			sp_format(title, sizeof(title), "deck %zu", i + 1);
		add_list(text, title, json_array_get(decks, i));
	}
}

static void tell_look(const json_t *answer, struct sp_buf *text)
{
	sp_buf_addf(text,
		"Game %s, after step %lld, which says that you looked. Its "
		"players are told.\n",
		text_of(answer, "gid"),
		(long long)json_integer_value(json_object_get(answer, "seq")));
	daemon_tell_hidden(json_object_get(answer, "hidden"), text);
}

/* True if the secret of the game is public already. What cannot be told now
 * the act itself will say. */
static bool is_over(const struct sp_call *call)
{
	struct sp_viewer *club = NULL;
	json_t *json = NULL;
	struct sp_buf text;
	bool over = false;

	sp_buf_init(&text, SIZE_MAX);
	if (sp_doctor_viewer_open(&club, &call->config, NULL) == SP_OK &&
		sp_doctor_viewer_show(
			club, call->argv[0], &json, &text, NULL) == SP_OK) {
		const char *status =
			json_string_value(json_object_get(json, "status"));
		over = sp_streq(status, "over") ||
		       sp_streq(status, "cancelled");
	}
	sp_doctor_viewer_close(club);
	json_decref(json);
	sp_buf_free(&text);
	return over;
}

int daemon_look(struct sp_call *call)
{
	const char *seat = daemon_call_value(call, "seat");

	if (is_over(call)) /* nobody needs to be told */
		return daemon_last_page(call, seat);
	int status = confirm(call,
		"The record of the game will say that you looked, and every "
		"player gets a mail.");

	if (status != SP_EXIT_OK)
		return status;
	json_t *request = request_of("game look", call->argv[0]);
	if (seat != NULL)
		sp_json_set_string(request, "seat", seat);
	return act(call, request, tell_look);
}
