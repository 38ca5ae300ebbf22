#include "kit.h"

#include "../rules/scene.h"
#include "unit.h"

static const char ruleset_json[] =
	"{\n"
	" \"id\": \"test8\",\n"
	" \"title\": \"A game for tests\",\n"
	" \"seats_min\": 2,\n"
	" \"seats_max\": 5,\n"
	" \"colours\": [\"red\", \"blue\", \"yellow\", \"green\", "
	"\"purple\"],\n"
	" \"layouts\": {\n"
	"  \"2\": \"2-crossed\",\n"
	"  \"3\": \"3-l\",\n"
	"  \"4\": \"4-crossed\",\n"
	"  \"5\": \"5-plus\"\n"
	" },\n"
	" \"statistics\": {\n"
	"  \"life_start\": 15,\n"
	"  \"life_max\": 20,\n"
	"  \"base_speed\": 3,\n"
	"  \"punch_damage\": 1,\n"
	"  \"damage_per_crack\": 3,\n"
	"  \"wall_cracks\": 5,\n"
	"  \"door_cracks\": 3,\n"
	"  \"attack_first_turn\": false,\n"
	"  \"hand_start\": 5,\n"
	"  \"hand_max\": 7,\n"
	"  \"draw_max\": 2\n"
	" },\n"
	" \"schools\": [\"red-school\", \"blue-school\"],\n"
	" \"options\": [\n"
	"  {\"name\": \"rounds\", \"text\": \"the last round\", \"min\": 1,\n"
	"   \"max\": 10000, \"default\": 100},\n"
	"  {\"name\": \"points\", \"text\": \"points that win\", \"min\": 2,\n"
	"   \"max\": 4, \"default\": 2},\n"
	"  {\"name\": \"sectors\", \"text\": \"the sides\",\n"
	"   \"words\": [\"a\", \"b\", \"original\"]},\n"
	"  {\"name\": \"deadline\", \"text\": \"hours for a turn\", \"min\": "
	"1,\n"
	"   \"max\": 8760, \"default\": 72}\n"
	" ]\n"
	"}\n";

static const char traits_json[] =
	"{\"traits\": [\n"
	" {\"id\": \"fire\", \"text\": \"Burns.\"},\n"
	" {\"id\": \"magic-stone\", \"text\": \"Breaks in fire.\",\n"
	"  \"while\": [{\"who\": \"me\", \"stat\": \"draw_max\", \"add\": "
	"1}],\n"
	"  \"on\": [{\"event\": \"damaged\",\n"
	"   \"if\": \"who == me and is(damage, fire_damage)\",\n"
	"   \"do\": [{\"op\": \"destroy\", \"what\": \"this\"}]}]}\n"
	"]}\n";

static const char red_json[] =
	"{\"school\": \"red-school\", \"name\": \"Red School\", \"cards\": [\n"
	" {\"id\": \"fireball\", \"name\": \"Fireball\", \"copies\": 2,\n"
	"  \"source\": \"official\", \"traits\": [\"fire\"],\n"
	"  \"text\": \"Burns its target.\",\n"
	"  \"plays\": [{\"as\": \"attack\", \"range\": \"los\",\n"
	"   \"slots\": [{\"name\": \"target\", \"asks\": \"target\",\n"
	"    \"of\": \"owc\", \"words\": \"at\"}],\n"
	"   \"do\": [{\"op\": \"damage\", \"to\": \"target\", \"amount\": 5,\n"
	"    \"kind\": \"magical\", \"element\": \"fire\"}]}]},\n"
	" {\"use\": \"speedstone\", \"copies\": 1},\n"
	" {\"id\": \"energy-4\", \"name\": \"Energy 4\", \"copies\": 3,\n"
	"  \"source\": \"official\", \"energy\": 4, \"text\": \"Four.\"}\n"
	"]}\n";

static const char blue_json[] =
	"{\"school\": \"blue-school\", \"name\": \"Blue School\", \"cards\": "
	"[\n"
	" {\"use\": \"fireball\", \"copies\": 1},\n"
	" {\"id\": \"speedstone\", \"name\": \"Speedstone\", \"copies\": 2,\n"
	"  \"source\": \"designed\", \"item\": true,\n"
	"  \"traits\": [\"magic-stone\"], \"energy\": 2,\n"
	"  \"text\": \"Makes you quick.\",\n"
	"  \"while\": [{\"who\": \"me\", \"stat\": \"base_speed\",\n"
	"   \"add\": 1}]},\n"
	" {\"id\": \"fire-darts\", \"name\": \"Fire Darts\", \"copies\": 1,\n"
	"  \"source\": \"official\", \"traits\": [\"fire\"],\n"
	"  \"text\": \"As many darts as the energy.\",\n"
	"  \"plays\": [{\"as\": \"attack\", \"range\": \"los\",\n"
	"   \"flags\": [\"singly\"],\n"
	"   \"slots\": [{\"name\": \"dart\", \"asks\": \"target\",\n"
	"    \"of\": \"owc\", \"words\": \"at\", \"repeat\": \"energy\"}],\n"
	"   \"do\": [{\"op\": \"each\", \"in\": \"parts()\", \"as\": "
	"\"struck\",\n"
	"    \"do\": [{\"op\": \"damage\", \"to\": \"struck\", \"amount\": 1,\n"
	"     \"kind\": \"magical\", \"element\": \"fire\"}]}]}]}\n"
	"]}\n";

static char *keep(struct kit *kit, char *text)
{
	CU_ASSERT_FATAL(kit->n_owned < KIT_FILES);
	kit->owned[kit->n_owned++] = text;
	return text;
}

void kit_init(struct kit *kit)
{
	size_t n;
	const struct sp_ruleset_file *files = scene_files(&n);

	memset(kit, 0, sizeof(*kit));
	for (size_t i = 0; i < n; i++)
		if (sp_starts(files[i].path, "sectors/") ||
			sp_starts(files[i].path, "layouts/"))
			kit->file[kit->n++] = files[i];
	kit_put(kit, "ruleset.json", ruleset_json);
	kit_put(kit, "traits.json", traits_json);
	kit_put(kit, "cards/red-school.json", red_json);
	kit_put(kit, "cards/blue-school.json", blue_json);
}

void kit_free(struct kit *kit)
{
	for (size_t i = 0; i < kit->n_owned; i++)
		sp_free(kit->owned[i]);
	memset(kit, 0, sizeof(*kit));
}

static size_t find(const struct kit *kit, const char *path)
{
	size_t i = 0;

	while (i < kit->n && !sp_streq(kit->file[i].path, path))
		i++;
	return i;
}

void kit_put(struct kit *kit, const char *path, const char *text)
{
	size_t i = find(kit, path);

	CU_ASSERT_FATAL(i < KIT_FILES);
	if (i == kit->n)
		kit->file[kit->n++].path = path;
	kit->file[i].text = keep(kit, sp_xstrdup(text));
	kit->file[i].len = strlen(text);
}

void kit_remove(struct kit *kit, const char *path)
{
	size_t i = find(kit, path);

	CU_ASSERT_FATAL(i < kit->n);
	kit->file[i] = kit->file[--kit->n];
}

const char *kit_text(const struct kit *kit, const char *path)
{
	size_t i = find(kit, path);

	CU_ASSERT_FATAL(i < kit->n);
	return kit->file[i].text;
}

void kit_edit(
	struct kit *kit, const char *path, const char *old, const char *new)
{
	const char *text = kit_text(kit, path);
	const char *at = strstr(text, old);
	char *edited;

	if (at == NULL)
		(void)fprintf(stderr, "%s: no \"%s\"\n", path, old);
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	edited = sp_xasprintf(
		"%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
	kit_put(kit, path, edited);
	sp_free(edited);
}

struct sp_ruleset *kit_load(const struct kit *kit)
{
	struct sp_ruleset *r = NULL;
	struct sp_error e = { 0 };
	int code = sp_card_ruleset_load(&r, kit->file, kit->n, &e);

	if (code != SP_OK)
		(void)fprintf(stderr, "%s\n", e.text);
	EQUAL_INT_FATAL(code, SP_OK);
	return r;
}

void kit_refused(const struct kit *kit, struct sp_error *e)
{
	struct sp_ruleset *r = NULL;

	memset(e, 0, sizeof(*e));
	EQUAL_INT(sp_card_ruleset_load(&r, kit->file, kit->n, e), SP_EINVAL);
	CU_ASSERT_PTR_NULL(r);
	sp_card_ruleset_free(r);
}

void kit_refuses(const struct kit *kit, const char *part)
{
	struct sp_error e;

	kit_refused(kit, &e);
	if (strstr(e.text, part) == NULL) {
		(void)fprintf(stderr, "\"%s\": got: %s\n", part, e.text);
		CU_FAIL("another error was expected");
	}
}

void kit_card(struct kit *kit, const char *members)
{
	char *card = sp_xasprintf(
		"\"cards\": [\n"
		" {\"id\": \"x\", \"name\": \"X\", \"copies\": 1,\n"
		"  \"source\": \"designed\", \"text\": \"A test.\",\n%s},\n",
		members);

	kit_init(kit);
	kit_edit(kit, "cards/red-school.json", "\"cards\": [\n", card);
	sp_free(card);
}

int kit_type(const struct sp_ruleset *r)
{
	int type = sp_card_ruleset_card_id(r, "x");

	CU_ASSERT_FATAL(type >= 0);
	return type;
}

void kit_refuse_all(const struct kit_bad *bad, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct kit kit;

		kit_card(&kit, bad[i].members);
		kit_refuses(&kit, bad[i].part);
		kit_free(&kit);
	}
}
