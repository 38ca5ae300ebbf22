/* `spellpost init`, `game new`, `deliver`, `clock accept` and `check`. */
#include "call.h"

#include <errno.h>
#include <unistd.h>

#define CONFIG_NAME "spellpost.conf"

int daemon_init(struct sp_call *call)
{
	struct sp_error e = { 0 };

	if (sp_host_init(call->argv[0], &e) != SP_OK)
		return daemon_complain("spellpost", &e);
	/* what is printed can be typed as it is */
	char *dir = sp_xasprintf(
		"%s%s", call->argv[0][0] == '-' ? "./" : "", call->argv[0]);
	char *file = sp_xasprintf("%s/" CONFIG_NAME, dir);
	char *key = sp_xasprintf("%s/master.key", dir);
	json_t *json = json_object();
	struct sp_buf text;

	sp_json_set_string(json, "club", dir);
	sp_json_set_string(json, "configuration", file);
	sp_json_set_string(json, "master_key", key);
	sp_buf_init(&text, SIZE_MAX);
	sp_buf_addf(&text,
		"A club is ready in %s.\n"
		"  spellpost -c %s game new "
		"--seat red=ADDRESS --seat blue=ADDRESS\n"
		"  spellpostd -c %s\n"
		"Mail goes through the folders %s/mail/in and out. To play "
		"with others,\n"
		"set `address`, `inbox` and `sender` in %s.\n"
		"Keep %s safe, apart from the backups.\n",
		dir, file, file, dir, file, key);
	sp_free(key);
	sp_free(file);
	sp_free(dir);
	return daemon_call_print(call, SP_OK, json, &text, &e);
}

static int add_pair(
	json_t *list, const char *arg, const char *left, const char *right)
{
	const char *eq = strchr(arg, '=');

	if (eq == NULL || eq == arg || eq[1] == '\0')
		return -1;
	json_t *pair = json_object();
	char *name = sp_xstrndup(arg, (size_t)(eq - arg));
	sp_json_set_string(pair, left, name);
	sp_json_set_string(pair, right, eq + 1);
	json_array_append_new(list, pair);
	sp_free(name);
	return 0;
}

/* Fill in the request of "game new". */
static int read_new(struct sp_call *call, json_t *request)
{
	json_t *seats = json_array(), *options = json_array();
	const char *all = daemon_call_value(call, "seats");
	long long n = 0;
	bool open = false;

	sp_json_set_string(request, "act", "game new");
	sp_json_set_string(request, "ruleset", "wizwar8");
	sp_json_set(request, "seats", seats);
	sp_json_set(request, "options", options);
	for (size_t i = 0; i < call->n_given; i++) {
		const char *name = call->given[i].option->name;
		const char *value = call->given[i].value;

		if (sp_streq(name, "ruleset"))
			sp_json_set_string(request, "ruleset", value);
		else if (sp_streq(name, "id"))
			sp_json_set_string(request, "label", value);
		else if (sp_streq(name, "full-id"))
			sp_json_set_string(request, "gid", value);
		else if (sp_streq(name, "start"))
			sp_json_set_bool(request, "start", true);
		else if (sp_streq(name, "open"))
			open = true;
		else if (sp_streq(name, "seat") &&
			 add_pair(seats, value, "seat", "address") != 0)
			return daemon_call_wrong(
				call, "--seat %s: write COLOUR=ADDRESS", value);
		else if (sp_streq(name, "option") &&
			 add_pair(options, value, "name", "value") != 0)
			return daemon_call_wrong(
				call, "--option %s: write NAME=VALUE", value);
	}
	if (open != (all != NULL) ||
		(open && sp_parse_int(all, 1, 99, &n) != SP_OK))
		return daemon_call_wrong(call,
			"a game for whoever comes needs --open and --seats N");
	if (open && n <= (long long)json_array_size(seats))
		return daemon_call_wrong(call,
			"--seats %lld: that leaves no seat for whoever comes",
			n);
	if (!open && json_array_size(seats) == 0)
		return daemon_call_wrong(call, "--seat is missing");
	if (open)
		sp_json_set_int(request, "open", n);
	return SP_EXIT_OK;
}

static void describe_new(const json_t *answer, struct sp_buf *text)
{
	const char *gid = json_string_value(json_object_get(answer, "gid"));
	bool started = json_is_true(json_object_get(answer, "started"));

	sp_buf_addf(text, "Game %s %s.\nRepository: %s\nCommitment: %s\n", gid,
		started ? "has started: no player chose luck"
			: "waits for its players to join",
		json_string_value(json_object_get(answer, "repository")),
		json_string_value(json_object_get(answer, "commitment")));
}

/* It may be meant: two wizards of one person. */
static void warn_of_twins(const json_t *seats)
{
	for (size_t i = 1; i < json_array_size(seats); i++)
		for (size_t k = 0; k < i; k++) {
			const json_t *a = json_array_get(seats, k);
			const json_t *b = json_array_get(seats, i);
			const char *address = json_string_value(
				json_object_get(b, "address"));

			if (sp_starts_i(address, "bot:") ||
				!sp_strieq(address,
					json_string_value(
						json_object_get(a, "address"))))
				continue;
			fprintf(stderr,
				"spellpost: warning: %s and %s are both "
				"%s's: if that is not meant, `spellpost game "
				"cancel` calls the game off\n",
				json_string_value(json_object_get(a, "seat")),
				json_string_value(json_object_get(b, "seat")),
				address);
		}
}

int daemon_new(struct sp_call *call)
{
	json_t *request = json_object(), *answer = NULL;
	const char *warning;
	struct sp_error e = { 0 };
	struct sp_buf text;
	int status = read_new(call, request);

	if (status != SP_EXIT_OK)
		goto out;
	if (json_object_get(request, "gid") != NULL)
		fputs("spellpost: --full-id is for tests: equal ids under one "
		      "key give equal dice\n",
			stderr);
	sp_buf_init(&text, 65536);
	int rc = daemon_act(&call->config, request, NULL, 0, &answer, &e);
	if (rc == SP_OK) {
		warning = json_string_value(json_object_get(answer, "warning"));
		if (warning != NULL)
			fprintf(stderr, "spellpost: warning: %s\n", warning);
		describe_new(answer, &text);
		warn_of_twins(json_object_get(request, "seats"));
	}
	status = daemon_call_print(call, rc, answer, &text, &e);
out:
	json_decref(request);
	return status;
}

static void tell_invited(const json_t *answer, struct sp_buf *text)
{
	sp_buf_addf(text, "%s is invited to seat %s of game %s.\n",
		json_string_value(json_object_get(answer, "address")),
		json_string_value(json_object_get(answer, "seat")),
		json_string_value(json_object_get(answer, "gid")));
}

int daemon_invite(struct sp_call *call)
{
	const char *given = daemon_call_value(call, "seat");
	json_t *request = json_object(), *pair = json_array();
	json_t *answer = NULL;
	struct sp_error e = { 0 };
	struct sp_buf text;
	int status;

	sp_json_set_string(request, "act", "game invite");
	sp_json_set_string(request, "game", call->argv[0]);
	if (add_pair(pair, given, "seat", "address") != 0) {
		status = daemon_call_wrong(
			call, "--seat %s: write COLOUR=ADDRESS", given);
		goto out;
	}
	json_object_update(request, json_array_get(pair, 0));
	if (daemon_act(&call->config, request, NULL, 0, &answer, &e) != SP_OK) {
		status = daemon_complain("spellpost", &e);
		goto out;
	}
	sp_buf_init(&text, 4096);
	tell_invited(answer, &text);
	status = daemon_call_print(call, SP_EXIT_OK, answer, &text, &e);
	answer = NULL;
out:
	json_decref(request);
	json_decref(pair);
	json_decref(answer);
	return status;
}

int daemon_deliver(struct sp_call *call)
{
	struct sp_buf mail, text;
	struct sp_error e = { 0 };
	json_t *request = NULL, *answer = NULL;
	int status = SP_EXIT_USAGE;

	if (daemon_mail_read(&mail) == SP_OK) {
		sp_buf_init(&text, 4096);
		request = daemon_mail_request(&mail);
		int rc = daemon_act(&call->config, request, mail.data, mail.len,
			&answer, &e);
		if (rc == SP_OK)
			daemon_mail_tell(&text, answer);
		status = daemon_call_print(call, rc, answer, &text, &e);
	}
	json_decref(request);
	sp_buf_free(&mail);
	return status;
}

int daemon_clock_accept(struct sp_call *call)
{
	struct sp_error e = { 0 };
	json_t *answer = NULL, *request = json_object();
	struct sp_buf text;

	sp_buf_init(&text, 4096);
	sp_json_set_string(request, "act", "clock accept");
	int rc = daemon_act(&call->config, request, NULL, 0, &answer, &e);
	if (rc == SP_OK)
		sp_buf_addf(&text,
			json_is_true(json_object_get(answer, "doubted"))
				? "The clock is believed: it is %s. The games "
				  "go on.\n"
			: json_is_true(json_object_get(answer, "back"))
				? "The clock is believed: it is %s, and it was "
				  "ahead before. Deadlines\nthat were set then "
				  "are set anew by the next pass.\n"
				: "The clock was not in doubt: it is %s.\n",
			json_string_value(json_object_get(answer, "now")));
	json_decref(request);
	return daemon_call_print(call, rc, answer, &text, &e);
}

int daemon_check(struct sp_call *call)
{
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;

	sp_buf_init(&text, 1024 * 1024);
	int rc = sp_doctor_viewer_check(&call->config, &json, &text, &e);
	return daemon_call_print(call, rc, json, &text, &e);
}
