/*
 * `spellpost game repair`: what is wrong with a damaged game, the command that
 * lets it go on, and doing it.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "call.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text != NULL ? text : "";
}

/* "spellpost -c FILE game repair GAME" */
static void add_command(
	const struct sp_call *call, const char *gid, struct sp_buf *text)
{
	sp_buf_adds(text, "  spellpost ");
	if (call->config_path != NULL)
		sp_buf_addf(text, "-c %s ", call->config_path);
	sp_buf_addf(text, "game repair %s ", gid);
}

static void list_steps(const json_t *answer, struct sp_buf *text)
{
	const json_t *steps = json_object_get(answer, "steps");

	for (size_t i = 0; i < json_array_size(steps); i++)
		sp_buf_addf(text, "    %s\n",
			json_string_value(json_array_get(steps, i)));
}

/* What can be done if there is no clone anywhere. */
static void tell_back(
	const struct sp_call *call, const json_t *plan, struct sp_buf *text)
{
	bool behind = json_is_true(json_object_get(plan, "behind"));

	if (json_object_get(plan, "back") == NULL) {
		if (text_of(plan, "stuck")[0] != '\0')
			sp_buf_addf(text,
				"It cannot be taken back to an earlier step "
				"either: %s.\n",
				text_of(plan, "stuck"));
		return;
	}
	sp_buf_addf(text,
		"Without one, the game can go on from step %lld, the "
		"newest that is whole.\n",
		(long long)json_integer_value(json_object_get(plan, "back")));
	sp_buf_adds(text,
		behind ? "Later steps, which its players were mailed about, "
			 "are lost then:\n"
		       : "Later steps, which nobody was mailed about, are lost "
			 "then:\n");
	list_steps(plan, text);
	add_command(call, text_of(plan, "gid"), text);
	sp_buf_adds(text, behind ? "--back --behind\n" : "--back\n");
}

static void tell_plan(
	const struct sp_call *call, const json_t *plan, struct sp_buf *text)
{
	const char *gid = text_of(plan, "gid");

	sp_buf_addf(text, "Game %s is damaged: %s.\n", gid,
		text_of(plan, "damage"));
	if (json_is_true(json_object_get(plan, "here"))) {
		sp_buf_addf(text,
			"All that was decided is still there, up to step %lld. "
			"To let it go on from there:\n",
			(long long)json_integer_value(
				json_object_get(plan, "seq")));
		add_command(call, gid, text);
		sp_buf_adds(text, "--here\n");
		return;
	}
	sp_buf_addf(text, "It cannot be mended from what is there: %s.\n",
		text_of(plan, "missing"));
	if (text_of(plan, "needs")[0] != '\0') {
		sp_buf_addf(text,
			"A clone or a bundle of it can mend it, from a backup, "
			"a git host or a player,\nthat has commit %s:\n",
			text_of(plan, "needs"));
		add_command(call, gid, text);
		sp_buf_adds(text, "--from CLONE|BUNDLE\n");
	}
	tell_back(call, plan, text);
}

static void tell_done(const json_t *answer, struct sp_buf *text)
{
	sp_buf_addf(text, "Game %s is whole and goes on at step %lld.\n",
		text_of(answer, "gid"),
		(long long)json_integer_value(json_object_get(answer, "seq")));
	if (json_object_get(answer, "back") != NULL)
		sp_buf_addf(text,
			"It was taken back to step %lld. Its players are told, "
			"and have new reply addresses.\n",
			(long long)json_integer_value(
				json_object_get(answer, "back")));
	if (text_of(answer, "aside")[0] != '\0')
		sp_buf_addf(text, "The damaged repository is kept in %s\n",
			text_of(answer, "aside"));
}

/* A path that means the same to the daemon, which runs in another folder. */
static int set_from(const struct sp_call *call, json_t *request)
{
	const char *from = daemon_call_value(call, "from");
	char *whole;

	if (from == NULL)
		return SP_EXIT_OK;
	whole = realpath(from, NULL);
	if (whole == NULL)
		return daemon_call_wrong(
			call, "cannot open %s: %s", from, strerror(errno));
	sp_json_set_string(request, "from", whole);
	free(whole);
	return SP_EXIT_OK;
}

int daemon_repair(struct sp_call *call)
{
	json_t *request = json_object(), *answer = NULL;
	struct sp_error e = { 0 };
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	sp_json_set_string(request, "act", "game repair");
	sp_json_set_string(request, "game", call->argv[0]);
	if (daemon_call_has(call, "here"))
		sp_json_set_bool(request, "here", true);
	if (daemon_call_has(call, "back"))
		sp_json_set_bool(request, "back", true);
	if (daemon_call_has(call, "behind"))
		sp_json_set_bool(request, "behind", true);
	int status = set_from(call, request);
	if (status != SP_EXIT_OK)
		goto out;
	if (daemon_act(&call->config, request, NULL, 0, &answer, &e) != SP_OK) {
		status = daemon_complain("spellpost", &e);
		goto out;
	}
	bool plan = json_is_true(json_object_get(answer, "plan"));
	if (call->json)
		sp_json_write(&text, answer);
	else if (plan)
		tell_plan(call, answer, &text);
	else
		tell_done(answer, &text);
	fputs(sp_buf_str(&text), stdout);
	if (plan)
		status = SP_EXIT_FAILED;
out:
	sp_buf_free(&text);
	json_decref(request);
	json_decref(answer);
	return status;
}
