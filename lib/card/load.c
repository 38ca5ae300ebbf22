#include "card.h"

#include <assert.h>

/* ---- ruleset.json
 * ------------------------------------------------------------ */

static const struct statistic {
	const char *key;
	size_t offset; /* of an int in struct sp_ruleset */
	int min, max;
} statistics[] = {
	{ "life_start", offsetof(struct sp_ruleset, life_start), 1, 999 },
	{ "life_max", offsetof(struct sp_ruleset, life_max), 1, 999 },
	{ "base_speed", offsetof(struct sp_ruleset, base_speed), 1,
		SP_MOVES_MAX },
	{ "punch_damage", offsetof(struct sp_ruleset, punch_damage), 1, 99 },
	{ "damage_per_crack", offsetof(struct sp_ruleset, damage_per_crack), 1,
		99 },
	{ "wall_cracks", offsetof(struct sp_ruleset, wall_cracks), 1, 99 },
	{ "door_cracks", offsetof(struct sp_ruleset, door_cracks), 1, 99 },
};

static int read_statistics(
	struct sp_ruleset *r, const json_t *root, struct sp_error *e)
{
	const char *const what = "statistics";
	const char *keys[SP_ARRAY_LEN(statistics) + 2] = { 0 };
	const json_t *first_turn;
	json_t *object;

	for (size_t i = 0; i < SP_ARRAY_LEN(statistics); i++)
		keys[i] = statistics[i].key;
	keys[SP_ARRAY_LEN(statistics)] = "attack_first_turn";
	if (sp_json_get_object(&object, root, what, "ruleset", e) != SP_OK ||
		sp_json_only_keys(object, keys, what, e) != SP_OK)
		return SP_EINVAL;
	for (size_t i = 0; i < SP_ARRAY_LEN(statistics); i++) {
		const struct statistic *s = &statistics[i];
		int64_t value;
		int number;

		if (sp_json_get_int(&value, object, s->key, s->min, s->max,
			    what, e) != SP_OK)
			return SP_EINVAL;
		number = (int)value;
		memcpy((char *)r + s->offset, &number, sizeof(number));
	}
	if (r->life_start > r->life_max)
		return sp_error_set(e, SP_EINVAL,
			"statistics: \"life_start\" is more than \"life_max\"");
	first_turn = json_object_get(object, "attack_first_turn");
	if (!json_is_boolean(first_turn))
		return sp_error_set(e, SP_EINVAL,
			"statistics: \"attack_first_turn\" must be true or "
			"false");
	r->attack_first_turn = json_is_true(first_turn);
	return SP_OK;
}

static int read_colours(
	struct sp_ruleset *r, const json_t *root, struct sp_error *e)
{
	json_t *colours;
	size_t n;

	if (sp_json_get_array(&colours, root, "colours", "ruleset", e) != SP_OK)
		return SP_EINVAL;
	n = json_array_size(colours);
	if (n > SP_SEATS_MAX || (int)n < r->seats_max)
		return sp_error_set(e, SP_EINVAL,
			"\"colours\" must name %d to %d of them", r->seats_max,
			SP_SEATS_MAX);
	for (size_t i = 0; i < n; i++) {
		const char *c = json_string_value(json_array_get(colours, i));

		if (c == NULL || !sp_game_is_colour(c))
			return sp_error_set(e, SP_EINVAL,
				"\"colours\": number %zu is no colour: small "
				"letters, digits and hyphens",
				i + 1);
		for (int k = 0; k < r->n_colours; k++) {
			if (sp_streq(r->colour[k], c))
				return sp_error_set(e, SP_EINVAL,
					"\"colours\": \"%s\" stands there "
					"twice",
					c);
		}
		sp_format(r->colour[i], SP_ID_SIZE, "%s", c);
		r->n_colours++;
	}
	return SP_OK;
}

/* {"2": "2-crossed", ...}: the layout for each number of seats. */
static int read_layouts(
	struct sp_ruleset *r, const json_t *root, struct sp_error *e)
{
	json_t *object, *value;
	const char *key;

	for (int n = 0; n <= SP_SEATS_MAX; n++)
		r->layout_for[n] = -1;
	if (sp_json_get_object(&object, root, "layouts", "ruleset", e) != SP_OK)
		return SP_EINVAL;
	json_object_foreach (object, key, value) {
		const struct sp_layout *layout = NULL;
		long long n;

		if (sp_parse_int(key, r->seats_min, r->seats_max, &n) != SP_OK)
			return sp_error_set(e, SP_EINVAL,
				"layouts: \"%.40s\" is no number of seats",
				key);
		if (json_is_string(value))
			layout = sp_boardset_layout(
				&r->boards, json_string_value(value));
		if (layout == NULL || layout->n_slots != n)
			return sp_error_set(e, SP_EINVAL,
				"layouts: \"%s\" must name a file of layouts/ "
				"with %lld sectors",
				key, n);
		r->layout_for[n] = (int)(layout - r->boards.layout);
	}
	for (int n = r->seats_min; n <= r->seats_max; n++) {
		if (r->layout_for[n] < 0)
			return sp_error_set(e, SP_EINVAL,
				"\"layouts\" names none for %d seats", n);
	}
	return SP_OK;
}

static int read_words(struct sp_option *o, const json_t *object,
	const char *what, struct sp_error *e)
{
	static const char *const keys[] = { "name", "text", "words", NULL };
	json_t *words;
	size_t n;

	if (sp_json_only_keys(object, keys, what, e) != SP_OK ||
		sp_json_get_array(&words, object, "words", what, e) != SP_OK)
		return SP_EINVAL;
	n = json_array_size(words);
	if (n < 1 || n > SP_OPTION_CHOICES)
		return sp_error_set(e, SP_EINVAL,
			"%s: \"words\" must hold 1 to %d of them", what,
			SP_OPTION_CHOICES);
	for (size_t i = 0; i < n; i++) {
		const char *w = json_string_value(json_array_get(words, i));

		if (w == NULL || !sp_game_is_word(w, SP_OPTION_TEXT))
			return sp_error_set(e, SP_EINVAL,
				"%s: \"words\": number %zu is no word: small "
				"letters, digits and hyphens, at most %d",
				what, i + 1, SP_OPTION_TEXT - 1);
		for (int k = 0; k < o->n_choices; k++) {
			if (sp_streq(o->choice[k].word, w))
				return sp_error_set(e, SP_EINVAL,
					"%s: \"%s\" stands there twice", what,
					w);
		}
		sp_format(o->choice[i].word, SP_OPTION_TEXT, "%s", w);
		o->n_choices++;
	}
	return SP_OK;
}

static int read_number(struct sp_option *o, const json_t *object,
	const char *what, struct sp_error *e)
{
	static const char *const keys[] = { "default", "max", "min", "name",
		"text", NULL };
	int64_t min, max, number;

	if (sp_json_only_keys(object, keys, what, e) != SP_OK ||
		sp_json_get_int(&min, object, "min", 0, INT32_MAX, what, e) !=
			SP_OK ||
		sp_json_get_int(&max, object, "max", min, INT32_MAX, what, e) !=
			SP_OK ||
		sp_json_get_int(
			&number, object, "default", min, max, what, e) != SP_OK)
		return SP_EINVAL;
	o->is_number = true;
	o->min = (int)min;
	o->max = (int)max;
	o->number = (int)number;
	return SP_OK;
}

static int read_option(struct sp_ruleset *r, const json_t *object, size_t place,
	struct sp_error *e)
{
	struct sp_option *o = &r->option[place];
	const char *name, *text;
	char what[SP_OPTION_TEXT + 16];

	sp_format(what, sizeof(what), "option %zu", place + 1);
	if (sp_json_get_string(&name, object, "name", what, e) != SP_OK)
		return SP_EINVAL;
	if (!sp_game_is_word(name, SP_OPTION_TEXT))
		return sp_error_set(e, SP_EINVAL,
			"%s: \"name\" must be small letters, digits and "
			"hyphens, at most %d",
			what, SP_OPTION_TEXT - 1);
	for (size_t k = 0; k < place; k++) {
		if (sp_streq(r->option[k].name, name))
			return sp_error_set(e, SP_EINVAL,
				"two options have the name \"%s\"", name);
	}
	sp_format(o->name, sizeof(o->name), "%s", name);
	sp_format(what, sizeof(what), "option \"%s\"", name);
	if (sp_json_get_string(&text, object, "text", what, e) != SP_OK)
		return SP_EINVAL;
	if (!sp_copy(o->text, sizeof(o->text), text))
		return sp_error_set(e, SP_EINVAL,
			"%s: \"text\" is longer than %zu bytes", what,
			sizeof(o->text) - 1);
	r->n_options++;
	return json_object_get(object, "words") != NULL
		       ? read_words(o, object, what, e)
		       : read_number(o, object, what, e);
}

static int read_options(
	struct sp_ruleset *r, const json_t *root, struct sp_error *e)
{
	json_t *options;
	int code = sp_json_get_array(&options, root, "options", "ruleset", e);

	if (code == SP_OK && json_array_size(options) > SP_OPTIONS_MAX)
		return sp_error_set(e, SP_EINVAL,
			"\"options\" holds more than %d", SP_OPTIONS_MAX);
	for (size_t i = 0; code == SP_OK && i < json_array_size(options); i++)
		code = read_option(r, json_array_get(options, i), i, e);
	return code;
}

static int read_names(
	struct sp_ruleset *r, const json_t *root, struct sp_error *e)
{
	const char *id, *title;
	int64_t min, max;

	if (sp_json_get_string(&id, root, "id", "ruleset", e) != SP_OK ||
		sp_json_get_string(&title, root, "title", "ruleset", e) !=
			SP_OK ||
		sp_json_get_int(&min, root, "seats_min", 2, SP_SEATS_MAX,
			"ruleset", e) != SP_OK ||
		sp_json_get_int(&max, root, "seats_max", min, SP_SEATS_MAX,
			"ruleset", e) != SP_OK)
		return SP_EINVAL;
	if (!sp_game_is_word(id, sizeof(r->id)))
		return sp_error_set(e, SP_EINVAL,
			"ruleset: \"id\" must be small letters, digits and "
			"hyphens");
	if (!sp_copy(r->title, sizeof(r->title), title))
		return sp_error_set(e, SP_EINVAL,
			"ruleset: \"title\" is longer than %zu bytes",
			sizeof(r->title) - 1);
	sp_format(r->id, sizeof(r->id), "%s", id);
	r->seats_min = (int)min;
	r->seats_max = (int)max;
	return SP_OK;
}

/* Jansson forgets where a value stood. Our messages name keys in quotes, from
 * the outside in: the line of the last one that is found, in this order, is the
 * place; 0 where none is found. */
static unsigned find_line(
	const struct sp_ruleset_file *file, const char *message)
{
	const char *end = file->text + file->len;
	const char *at = file->text;
	const char *open, *close;
	unsigned line = 1;
	bool found = false;

	for (;;) {
		size_t len;
		const char *p;

		open = strchr(message, '"');
		close = open == NULL ? NULL : strchr(open + 1, '"');
		if (close == NULL)
			break;
		len = (size_t)(close - open) + 1;
		p = at;
		while ((size_t)(end - p) >= len && memcmp(p, open, len) != 0)
			p++;
		if ((size_t)(end - p) >= len) {
			at = p + len;
			found = true;
		}
		message = close + 1;
	}
	for (const char *p = file->text; p < at; p++)
		line += *p == '\n';
	return found ? line : 0;
}

static int load_ruleset(struct sp_ruleset *r,
	const struct sp_ruleset_file *file, struct sp_error *e)
{
	static const char *const keys[] = { "colours", "id", "layouts",
		"options", "seats_max", "seats_min", "statistics", "title",
		NULL };
	json_t *root;
	int code = sp_json_parse(&root, file->text, file->len, e);

	if (code != SP_OK)
		return code;
	code = sp_json_only_keys(root, keys, "ruleset", e);
	if (code == SP_OK)
		code = read_names(r, root, e);
	if (code == SP_OK)
		code = read_statistics(r, root, e);
	if (code == SP_OK)
		code = read_colours(r, root, e);
	if (code == SP_OK)
		code = read_layouts(r, root, e);
	if (code == SP_OK)
		code = read_options(r, root, e);
	json_decref(root);
	if (code != SP_OK && e->line == 0)
		e->line = find_line(file, e->text);
	return code;
}

/* ---- the folder
 * ---------------------------------------------------------------- */

static int load_sector(struct sp_ruleset *r, const struct sp_ruleset_file *file,
	struct sp_error *e)
{
	struct sp_boardset *set = &r->boards;
	struct sp_sector *sector = &set->sector[set->n_sectors];

	if (set->n_sectors == SP_SECTORS_MAX)
		return sp_error_set(e, SP_EINVAL,
			"there are more than %d sectors", SP_SECTORS_MAX);
	if (sp_sector_parse(sector, file->text, file->len, e) != SP_OK)
		return SP_EINVAL;
	if (sp_boardset_sector(set, sector->id) != NULL)
		return sp_error_set(e, SP_EINVAL,
			"another file has a sector \"%s\" already", sector->id);
	set->n_sectors++;
	return SP_OK;
}

static int load_layout(struct sp_ruleset *r, const struct sp_ruleset_file *file,
	struct sp_error *e)
{
	struct sp_boardset *set = &r->boards;
	struct sp_layout *layout = &set->layout[set->n_layouts];

	if (set->n_layouts == SP_LAYOUTS_MAX)
		return sp_error_set(e, SP_EINVAL,
			"there are more than %d layouts", SP_LAYOUTS_MAX);
	if (sp_layout_parse(layout, file->text, file->len, e) != SP_OK)
		return SP_EINVAL;
	if (sp_boardset_layout(set, layout->id) != NULL)
		return sp_error_set(e, SP_EINVAL,
			"another file has a layout \"%s\" already", layout->id);
	set->n_layouts++;
	return SP_OK;
}

typedef int file_loader(struct sp_ruleset *r,
	const struct sp_ruleset_file *file, struct sp_error *e);

/* ruleset.json comes last, because it names layouts. */
static const struct {
	const char *folder; /* with its slash; "": the ruleset folder itself */
	const char *ending;
	file_loader *load;
} kinds[] = {
	{ "sectors/", ".txt", load_sector },
	{ "layouts/", ".txt", load_layout },
	{ "", "ruleset.json", load_ruleset },
};

/* Index in `kinds`, or -1. */
static int kind_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash == NULL ? path : slash + 1;
	size_t folder_len = (size_t)(name - path);
	size_t name_len = strlen(name);

	for (size_t i = 0; i < SP_ARRAY_LEN(kinds); i++) {
		size_t ending_len = strlen(kinds[i].ending);

		if (folder_len != strlen(kinds[i].folder) ||
			!sp_starts(path, kinds[i].folder))
			continue;
		if (folder_len == 0
				? sp_streq(name, kinds[i].ending)
				: name_len > ending_len &&
					  sp_streq(name + name_len - ending_len,
						  kinds[i].ending))
			return (int)i;
	}
	return -1;
}

static int by_path(const void *a, const void *b)
{
	const struct sp_ruleset_file *const *fa = a;
	const struct sp_ruleset_file *const *fb = b;

	return strcmp((*fa)->path, (*fb)->path);
}

static int load_all(struct sp_ruleset *r, const struct sp_ruleset_file **files,
	size_t n, struct sp_error *e)
{
	bool whole = false;

	for (size_t i = 0; i < n; i++) {
		int kind = kind_of(files[i]->path);

		if (kind < 0)
			return sp_error_set(e, SP_EINVAL,
				"%s: no such file belongs to a ruleset; it "
				"holds ruleset.json, sectors/*.txt and "
				"layouts/*.txt",
				files[i]->path);
		whole |= kinds[kind].load == load_ruleset;
	}
	if (!whole)
		return sp_error_set(e, SP_EINVAL,
			"there is no ruleset.json in the ruleset folder");
	for (size_t k = 0; k < SP_ARRAY_LEN(kinds); k++) {
		for (size_t i = 0; i < n; i++) {
			if (kind_of(files[i]->path) != (int)k ||
				kinds[k].load(r, files[i], e) == SP_OK)
				continue;
			if (e->line != 0)
				(void)sp_error_prefix(e, "line %u", e->line);
			(void)sp_error_prefix(e, "%s", files[i]->path);
			return SP_EINVAL;
		}
	}
	return SP_OK;
}

int sp_ruleset_load(struct sp_ruleset **out,
	const struct sp_ruleset_file *files, size_t n_files, struct sp_error *e)
{
	struct sp_error local = { 0 };
	struct sp_ruleset *r = sp_xcalloc(1, sizeof(*r));
	const struct sp_ruleset_file **sorted =
		sp_xcalloc(n_files + 1, sizeof(*sorted));
	int code;

	*out = NULL;
	/* Folders are listed in any order; the indexes of sectors and layouts
	 * must not depend on that. */
	for (size_t i = 0; i < n_files; i++)
		sorted[i] = &files[i];
	qsort(sorted, n_files, sizeof(*sorted), by_path);
	r->lexicon.boards = &r->boards;
	code = load_all(r, sorted, n_files, e != NULL ? e : &local);
	sp_free(sorted);
	if (code == SP_OK)
		*out = r;
	else
		sp_ruleset_free(r);
	return code;
}

void sp_ruleset_free(struct sp_ruleset *ruleset)
{
	sp_free(ruleset);
}
