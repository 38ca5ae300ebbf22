#include "patient.h"

#include <unistd.h>

#include "fixtures.h"
#include "unit.h"

static struct patient *examined; /* whose daemon is asked */

static int ask(const char *data, int64_t *pid, struct sp_error *e)
{
	(void)data;
	*pid = 4711;
	return examined->ask_code == SP_OK
		       ? SP_OK
		       : sp_error_set(e, examined->ask_code, "it hangs");
}

static void progress(const char *what, size_t done, size_t total, void *payload)
{
	(void)what;
	CU_ASSERT(done <= total);
	((struct patient *)payload)->progress++;
}

static void set_up(struct patient *p)
{
	static char program[300], bot[300];
	char *file = sp_xasprintf("%s/%s", p->club.dir, SP_CONFIG_FILE);
	struct sp_config *config = &p->club.config;
	struct sp_error e = { 0 };

	sp_format(program, sizeof(program), "%s/spellpost-mime",
		test_build_dir());
	sp_format(bot, sizeof(bot), "%s/spellpost-bot", test_build_dir());
	EQUAL_INT_FATAL(sp_config_load(config, file, &e), SP_OK);
	config->volume = SP_VOLUME_ALL;
	sp_format(config->templates, sizeof(config->templates), "%s/templates",
		test_source_dir());
	sp_format(config->rulesets, sizeof(config->rulesets), "%s/games",
		test_source_dir());
	p->options = (struct sp_doctor_options){ .mime_program = program,
		.bot_program = bot,
		.no_mail = true,
		.timeout = 1,
		.ask = ask,
		.progress = progress };
	sp_free(file);
}

void patient_make(struct patient *p)
{
	patient_make_at(p, CLUB_NOON);
}

void patient_make_at(struct patient *p, int64_t now)
{
	memset(p, 0, sizeof(*p));
	club_make_at(&p->club, now);
	p->club.quiet = true;
	club_game(&p->club, "well-aaaaaaaa", 2, "", true);
	club_game(&p->club, "open-bbbbbbbb", 2, "", false);
	EQUAL_INT(club_play(&p->club, "well-aaaaaaaa", 2), 2);
	club_open(&p->club);
	club_cover(&p->club); /* so that what is hurt in a file is read */
	club_close(&p->club);
	patient_hurt(p, "sed -i 's/^address = .*/address = "
			"\"judge@club.example\"/' spellpost.conf");
	set_up(p);
}

void patient_copy(struct patient *copy, const struct patient *from)
{
	memset(copy, 0, sizeof(*copy));
	club_copy(&copy->club, &from->club);
	set_up(copy);
}

void patient_clear(struct patient *p)
{
	json_decref(p->answer);
	p->answer = NULL;
	club_clear(&p->club);
}

void patient_hurt(const struct patient *p, const char *command)
{
	char *line = sp_xasprintf("cd '%s' && %s", p->club.dir, command);

	/* NOLINTNEXTLINE: our own words */
	EQUAL_INT_FATAL(system(line), 0);
	sp_free(line);
}

void patient_examine(struct patient *p)
{
	struct sp_doctor_options options = p->options;

	json_decref(p->answer);
	examined = p;
	options.payload = p;
	options.clock = &(struct sp_clock){ p->club.clock.now, &p->club, NULL };
	p->answer = sp_doctor_examine(
		options.config_error == NULL ? &p->club.config : NULL,
		&options);
	EQUAL_INT(json_integer_value(json_object_get(p->answer, "errors")),
		patient_count(p, "error"));
	EQUAL_INT(json_integer_value(json_object_get(p->answer, "warnings")),
		patient_count(p, "warning"));
}

static const char *word(const json_t *finding, const char *key)
{
	return json_string_value(json_object_get(finding, key));
}

const json_t *patient_finding(
	const struct patient *p, const char *check, const char *level)
{
	const json_t *list = json_object_get(p->answer, "findings");

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *finding = json_array_get(list, i);

		if (sp_streq(word(finding, "check"), check) &&
			sp_streq(word(finding, "level"), level))
			return finding;
	}
	return NULL;
}

static void show(const struct patient *p)
{
	const json_t *list = json_object_get(p->answer, "findings");

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *finding = json_array_get(list, i);

		printf("\n    %-8s %-16s %s -> %s", word(finding, "level"),
			word(finding, "check"), word(finding, "text"),
			word(finding, "remedy"));
	}
	printf("\n");
}

bool patient_has(const struct patient *p, const char *check, const char *level,
	const char *text, const char *remedy)
{
	const json_t *finding = patient_finding(p, check, level);
	bool good =
		finding != NULL &&
		strstr(word(finding, "text"), text) != NULL &&
		strstr(word(finding, "remedy"), remedy) != NULL &&
		/* who is told of trouble is told what to do */
		(sp_streq(level, "ok") == (word(finding, "remedy")[0] == '\0'));

	if (!good) {
		printf("\n  not found: %s %s %s -> %s", level, check, text,
			remedy);
		show(p);
	}
	CU_ASSERT(good);
	return good;
}

unsigned patient_count(const struct patient *p, const char *level)
{
	const json_t *list = json_object_get(p->answer, "findings");
	unsigned n = 0;

	for (size_t i = 0; i < json_array_size(list); i++)
		n += sp_streq(word(json_array_get(list, i), "level"), level);
	return n;
}
