#include "state/setup.h"

#include "state_private.h"

#include <assert.h>

#define HEX_LEN 64

/* ---- options ------------------------------------------------------------- */

/* The place of an option, or where it would stand. */
static int option_place(
	const struct sp_setup *setup, const char *name, bool *found)
{
	int i = 0;

	while (i < setup->n_options && strcmp(setup->option[i].name, name) < 0)
		i++;
	*found = i < setup->n_options && sp_streq(setup->option[i].name, name);
	return i;
}

const char *sp_state_setup_option(
	const struct sp_setup *setup, const char *name)
{
	bool found;
	int i = option_place(setup, name, &found);

	return found ? setup->option[i].value : NULL;
}

void sp_state_setup_put_option(
	struct sp_setup *setup, const char *name, const char *value)
{
	struct sp_option_value *o = setup->option;
	bool found;
	int i = option_place(setup, name, &found);
	size_t after = (size_t)(setup->n_options - i);

	if (value == NULL) {
		if (!found)
			return;
		memmove(&o[i], &o[i + 1], (after - 1) * sizeof(*o));
		setup->n_options--;
		memset(&o[setup->n_options], 0, sizeof(*o));
		return;
	}
	if (!found) {
		assert(setup->n_options < SP_OPTIONS_MAX);
		memmove(&o[i + 1], &o[i], after * sizeof(*o));
		setup->n_options++;
	}
	/* What stood here before must not show behind a shorter text. */
	memset(&o[i], 0, sizeof(o[i]));
	sp_format(o[i].name, sizeof(o[i].name), "%s", name);
	sp_format(o[i].value, sizeof(o[i].value), "%s", value);
}

int sp_state_setup_seat(const struct sp_setup *setup, const char *colour)
{
	for (int s = 0; s < setup->n_seats; s++) {
		if (sp_strieq(setup->colour[s], colour))
			return s;
	}
	return SP_NOBODY;
}

bool sp_state_gid_valid(const char *gid)
{
	size_t len = strlen(gid);
	size_t label;

	if (len < 10 || len > SP_GID_MAX)
		return false;
	label = len - 9;
	/* It becomes a file name and an argument of commands. */
	if (gid[0] == '-' || gid[label] != '-')
		return false;
	for (size_t i = 0; i < len; i++) {
		int c = (unsigned char)gid[i];
		bool letter = c >= 'a' && c <= 'z';

		if (i == label)
			continue;
		if (i < label && !letter && !sp_is_digit(c) && c != '-')
			return false;
		if (i > label && !letter && (c < '2' || c > '7'))
			return false;
	}
	return true;
}

/* ---- game.json -------------------------------------------------------------
 */

static void append(json_t *array, const char *text)
{
	int rc = json_array_append_new(array, json_string(text));

	assert(rc == 0);
}

void sp_state_setup_encode(const struct sp_setup *setup, struct sp_buf *out)
{
	json_t *root = json_object();
	json_t *seats = json_array();
	json_t *luck = json_array();
	json_t *options = json_object();
	json_t *bots = json_object();

	for (int s = 0; s < setup->n_seats; s++) {
		append(seats, setup->colour[s]);
		append(luck, setup->luck[s]);
	}
	for (int i = 0; i < setup->n_options; i++)
		sp_json_set_string(
			options, setup->option[i].name, setup->option[i].value);
	/* only where there is one: games of old have no such key */
	for (int s = 0; s < setup->n_seats; s++)
		if (setup->bot[s][0] != '\0')
			sp_json_set_string(
				bots, setup->colour[s], setup->bot[s]);
	if (json_object_size(bots) > 0)
		sp_json_set(root, "bots", json_incref(bots));
	json_decref(bots);
	sp_json_set_string(root, "commitment", setup->commitment);
	sp_json_set_int(root, "engine", setup->engine);
	sp_json_set_string(root, "gid", setup->gid);
	sp_json_set_int(root, "key", setup->key);
	sp_json_set(root, "luck", luck);
	sp_json_set(root, "options", options);
	sp_json_set_string(root, "ruleset", setup->ruleset);
	sp_json_set_string(root, "ruleset_hash", setup->ruleset_hash);
	sp_json_set(root, "seats", seats);
	sp_json_write(out, root);
	json_decref(root);
}

static bool is_hex(const char *s)
{
	size_t n = 0;

	for (; s[n] != '\0'; n++) {
		if (!sp_is_digit((unsigned char)s[n]) &&
			(s[n] < 'a' || s[n] > 'f'))
			return false;
	}
	return n == HEX_LEN;
}

/* A text that must fit and, where `hex`, be a SHA-256. */
static int get_text(char *out, size_t size, const json_t *root, const char *key,
	bool hex, struct sp_error *e)
{
	const char *s;
	int code = sp_json_get_string(&s, root, key, "game.json", e);

	if (code != SP_OK)
		return code;
	if (hex && !is_hex(s))
		return sp_error_set(e, SP_EINVAL,
			"game.json: \"%s\" must be 64 hexadecimal digits", key);
	if (*s == '\0' || !sp_copy(out, size, s))
		return sp_error_set(e, SP_EINVAL,
			"game.json: \"%s\" is empty or too long", key);
	return SP_OK;
}

static int get_seats(
	struct sp_setup *out, const json_t *root, struct sp_error *e)
{
	json_t *seats, *luck;
	size_t n;

	if (sp_json_get_array(&seats, root, "seats", "game.json", e) != SP_OK ||
		sp_json_get_array(&luck, root, "luck", "game.json", e) != SP_OK)
		return SP_EINVAL;
	n = json_array_size(seats);
	if (n < 1 || n > SP_SEATS_MAX || json_array_size(luck) != n)
		return sp_error_set(e, SP_EINVAL,
			"game.json: \"seats\" must name 1 to %d colours and "
			"\"luck\" have as many entries",
			SP_SEATS_MAX);
	for (size_t i = 0; i < n; i++) {
		const char *c = json_string_value(json_array_get(seats, i));
		const char *l = json_string_value(json_array_get(luck, i));

		if (c == NULL || !sp_game_is_colour(c) ||
			sp_state_setup_seat(out, c) != SP_NOBODY ||
			!sp_copy(out->colour[i], sizeof(out->colour[i]), c))
			return sp_error_set(e, SP_EINVAL,
				"game.json: seat %zu is not a new colour",
				i + 1);
		if (l == NULL || (*l != '\0' && !is_hex(l)) ||
			!sp_copy(out->luck[i], sizeof(out->luck[i]), l))
			return sp_error_set(e, SP_EINVAL,
				"game.json: the luck of %s must be empty or 64 "
				"hexadecimal digits",
				c);
		out->n_seats++;
	}
	return SP_OK;
}

static int get_options(
	struct sp_setup *out, const json_t *root, struct sp_error *e)
{
	json_t *options, *value;
	const char *name;

	if (sp_json_get_object(&options, root, "options", "game.json", e) !=
		SP_OK)
		return SP_EINVAL;
	if (json_object_size(options) > SP_OPTIONS_MAX)
		return sp_error_set(
			e, SP_EINVAL, "game.json: too many options");
	json_object_foreach (options, name, value) {
		const char *s = json_string_value(value);

		if (s == NULL || strlen(s) >= SP_OPTION_VALUE ||
			*name == '\0' || strlen(name) >= SP_OPTION_TEXT)
			return sp_error_set(e, SP_EINVAL,
				"game.json: option \"%.40s\" must be a short "
				"name with a short text",
				name);
		sp_state_setup_put_option(out, name, s);
	}
	return SP_OK;
}

static int get_bots(
	struct sp_setup *out, const json_t *root, struct sp_error *e)
{
	json_t *bots = json_object_get(root, "bots"), *kind;
	const char *colour;

	if (bots == NULL)
		return SP_OK;
	if (json_object_size(bots) == 0)
		return sp_error_set(e, SP_EINVAL,
			"game.json: \"bots\" must name seats, or not be there");
	json_object_foreach (bots, colour, kind) {
		const char *name = json_string_value(kind);
		int s = sp_state_setup_seat(out, colour);

		if (s == SP_NOBODY || !sp_streq(out->colour[s], colour) ||
			name == NULL ||
			!sp_game_is_word(name, sizeof(out->bot[s])) ||
			out->luck[s][0] != '\0')
			return sp_error_set(e, SP_EINVAL,
				"game.json: \"bots\": %.40s is no seat without "
				"luck that a bot plays",
				colour);
		sp_format(out->bot[s], sizeof(out->bot[s]), "%s", name);
	}
	return SP_OK;
}

static int get_all(struct sp_setup *out, const json_t *root, struct sp_error *e)
{
	static const char *const keys[] = { "bots", "commitment", "engine",
		"gid", "key", "luck", "options", "ruleset", "ruleset_hash",
		"seats", NULL };
	int64_t engine, key;
	int code = sp_json_only_keys(root, keys, "game.json", e);

	if (code == SP_OK)
		code = get_text(
			out->gid, sizeof(out->gid), root, "gid", false, e);
	if (code == SP_OK && !sp_state_gid_valid(out->gid))
		code = sp_error_set(e, SP_EINVAL,
			"game.json: \"%s\" is no game id", out->gid);
	if (code == SP_OK)
		code = get_text(out->ruleset, sizeof(out->ruleset), root,
			"ruleset", false, e);
	if (code == SP_OK)
		code = get_text(out->ruleset_hash, sizeof(out->ruleset_hash),
			root, "ruleset_hash", true, e);
	if (code == SP_OK)
		code = get_text(out->commitment, sizeof(out->commitment), root,
			"commitment", true, e);
	if (code == SP_OK)
		code = sp_json_get_int(
			&engine, root, "engine", 1, INT16_MAX, "game.json", e);
	if (code == SP_OK)
		code = sp_json_get_int(
			&key, root, "key", 0, INT32_MAX, "game.json", e);
	if (code == SP_OK)
		code = get_seats(out, root, e);
	if (code == SP_OK)
		code = get_options(out, root, e);
	if (code == SP_OK)
		code = get_bots(out, root, e);
	if (code != SP_OK)
		return code;
	out->engine = (int)engine;
	out->key = (int)key;
	return SP_OK;
}

int sp_state_setup_decode(
	struct sp_setup *out, const char *text, size_t len, struct sp_error *e)
{
	struct sp_error local = { 0 };
	json_t *root;
	int code;

	memset(out, 0, sizeof(*out));
	e = e != NULL ? e : &local;
	code = sp_json_parse(&root, text, len, e);
	if (code != SP_OK) {
		(void)sp_error_prefix(e, "game.json");
	} else {
		code = get_all(out, root, e);
		json_decref(root);
	}
	if (code != SP_OK)
		e->code = SP_ECORRUPT;
	return code == SP_OK ? SP_OK : SP_ECORRUPT;
}

/* ---- engine levels --------------------------------------------------------
 */

/* The last spellpost that plays a level, of each that was dropped. There is no
 * level 0. */
static const char *const last_for[SP_ENGINE_LEVEL] = {
	[1] = "0.1-dev of 23 November 2026",
};

static int64_t engine_of(const char *text, size_t len)
{
	int64_t level = 0;
	json_t *root;

	if (sp_json_parse(&root, text, len, NULL) == SP_OK) {
		level = json_integer_value(json_object_get(root, "engine"));
		json_decref(root);
	}
	return level;
}

int sp_state_setup_check_engine(
	const char *text, size_t len, struct sp_error *e)
{
	int64_t level = engine_of(text, len);
	int code;

	if (level <= 0 || level == SP_ENGINE_LEVEL)
		return SP_OK;
	if (level > SP_ENGINE_LEVEL)
		return sp_error_set(e, SP_EUNKNOWN,
			"it needs a later spellpost: it was played by engine "
			"level %lld, and this one plays level %d",
			(long long)level, SP_ENGINE_LEVEL);
	code = sp_error_set(e, SP_EUNKNOWN,
		"it needs spellpost up to %s: it was played by engine level "
		"%lld, which was dropped, and this one plays level %d",
		last_for[level], (long long)level, SP_ENGINE_LEVEL);
	return sp_error_remedy(
		e, code, "use that version; the game itself is not damaged");
}
