/* ruleset.json: names, statistics, layouts, options, schools. */
#include "card_private.h"

struct statistic {
	const char *key;
	size_t offset; /* of an int in struct sp_ruleset */
	int min, max;
};

static const struct statistic statistics[] = {
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

/* Only of rulesets with cards, and then all of them. */
static const struct statistic card_statistics[] = {
	{ "hand_start", offsetof(struct sp_ruleset, hand_start), 0, 20 },
	{ "hand_max", offsetof(struct sp_ruleset, hand_max), 1, 20 },
	{ "draw_max", offsetof(struct sp_ruleset, draw_max), 1, 20 },
};

/* Schools beside the first one, if the ruleset does not say. */
#define OTHERS_USUAL 3

/* The words of a rule, as the readers of fields take them. */
static struct sp_words rule_words(int rule)
{
	const struct sp_rule_row *row = sp_game_rule_row(rule);
	int n = 0;

	while (row->word[n] != NULL)
		n++;
	return (struct sp_words){ "a word of this rule", n, row->word };
}

#define STATISTICS      SP_ARRAY_LEN(statistics)
#define CARD_STATISTICS SP_ARRAY_LEN(card_statistics)

static void read_statistic(struct sp_loader *l, const struct sp_node *object,
	const struct statistic *s)
{
	int value =
		card_field_int(l, object, s->key, s->min, s->max, s->min - 1);

	memcpy((char *)l->r + s->offset, &value, sizeof(value));
}

static void read_statistics(struct sp_loader *l, const struct sp_node *root)
{
	const struct sp_node *object = card_field_need(l, root, "statistics");
	const char *ban = sp_game_rule_row(SP_RULE_ATTACK_BAN)->key;
	static const char old_ban[] = "attack_first_turn";
	const char *keys[STATISTICS + CARD_STATISTICS + 6] = { NULL };
	struct sp_ruleset *r = l->r;
	size_t n = 0;

	for (size_t i = 0; i < STATISTICS; i++)
		keys[n++] = statistics[i].key;
	for (size_t i = 0; i < CARD_STATISTICS && r->n_schools > 0; i++)
		keys[n++] = card_statistics[i].key;
	keys[n++] = old_ban;
	keys[n++] = "hit_points";
	if (r->n_schools > 0) {
		keys[n++] = "flash_added";
		keys[n++] = "rounds_up";
		keys[n] = "activation_cost";
	}
	if (object == NULL || !card_field_object(l, object, keys))
		return;
	for (size_t i = 0; i < STATISTICS; i++)
		read_statistic(l, object, &statistics[i]);
	for (size_t i = 0; i < CARD_STATISTICS && r->n_schools > 0; i++)
		read_statistic(l, object, &card_statistics[i]);
	if (card_node_get(card_node_get(root, "rules"), ban) == NULL &&
		card_field_need(l, object, old_ban) != NULL &&
		card_field_bool(l, object, old_ban, false))
		r->rule[SP_RULE_ATTACK_BAN] = SP_BAN_NONE;
	else if (card_node_get(card_node_get(root, "rules"), ban) != NULL &&
		 card_node_get(object, old_ban) != NULL)
		card_refuse(l, card_node_get(object, old_ban),
			"\"rules\" says it already, by \"%s\"", ban);
	r->hit_points = card_field_bool(l, object, "hit_points", false);
	if (r->hit_points && r->damage_per_crack != 1)
		card_refuse(l, card_node_get(object, "damage_per_crack"),
			"with \"hit_points\" every point counts: this must be "
			"1");
	r->flash_added = card_field_bool(l, object, "flash_added", false);
	r->rounds_up = card_field_bool(l, object, "rounds_up", false);
	r->activation_cost =
		card_field_int(l, object, "activation_cost", 0, 20, 0);
	if (r->life_start > r->life_max)
		card_refuse(
			l, object, "\"life_start\" is more than \"life_max\"");
	if (r->hand_start > r->hand_max)
		card_refuse(
			l, object, "\"hand_start\" is more than \"hand_max\"");
}

/* What becomes of outer walls, and of joints: words that may be left out. */
static void read_edges(struct sp_loader *l, const struct sp_node *root)
{
	/* as enum sp_rims and enum sp_joints */
	static const char *const rims[] = { "kept", "nowhere", "seam",
		"opposite" };
	static const char *const joints[] = { "cleared", "stay" };
	static const struct sp_words words_rims = {
		"what becomes of outer walls", SP_ARRAY_LEN(rims), rims
	};
	static const struct sp_words words_joints = { "what becomes of joints",
		SP_ARRAY_LEN(joints), joints };

	l->r->boards.rims = (uint8_t)card_field_word(
		l, root, "rims", &words_rims, SP_RIMS_KEPT);
	l->r->boards.joints = (uint8_t)card_field_word(
		l, root, "joints", &words_joints, SP_JOINTS_CLEARED);
}

/* A list of different words of names: colours, schools. Returns how many. */
static int read_names(struct sp_loader *l, const struct sp_node *list,
	char out[][SP_ID_SIZE], int max)
{
	int n = 0;

	for (const struct sp_node *at = list == NULL ? NULL : list->first;
		at != NULL && !card_loader_failed(l); at = at->next) {
		const char *word = card_node_text(at);

		if (word == NULL || !sp_game_is_colour(word)) {
			card_refuse(l, at,
				"expected a word of small letters, "
				"digits and hyphens that begins with a letter");
			return n;
		}
		for (int i = 0; i < n; i++)
			if (sp_streq(out[i], word))
				card_refuse(l, at, "\"%s\" stands there twice",
					word);
		if (n == max) {
			card_refuse(l, list, "more than %d stand there", max);
			return n;
		}
		sp_format(out[n++], SP_ID_SIZE, "%s", word);
	}
	return n;
}

static void read_colours(struct sp_loader *l, const struct sp_node *root)
{
	struct sp_ruleset *r = l->r;

	(void)card_field_need(l, root, "colours");
	r->n_colours = read_names(l, card_field_list(l, root, "colours"),
		r->colour, SP_SEATS_MAX);
	if (r->n_colours < r->seats_max)
		card_refuse(l, card_node_get(root, "colours"),
			"expected %d to %d colours", r->seats_max,
			SP_SEATS_MAX);
}

static void read_schools(struct sp_loader *l, const struct sp_node *root)
{
	char id[SP_SCHOOLS_MAX][SP_ID_SIZE];
	struct sp_ruleset *r = l->r;

	r->n_schools = read_names(
		l, card_field_list(l, root, "schools"), id, SP_SCHOOLS_MAX);
	for (int i = 0; i < r->n_schools; i++)
		memcpy(r->school[i].id, id[i], sizeof(id[i]));
}

/* {"no_attack_first_turn": "round", ...}: what is not as usual. */
static void read_rules(struct sp_loader *l, const struct sp_node *root)
{
	const struct sp_node *object = card_node_get(root, "rules");
	const char *keys[SP_RULE_COUNT + 1] = { NULL };

	for (int i = 0; i < SP_RULE_COUNT; i++)
		keys[i] = sp_game_rule_row(i)->key;
	if (object == NULL || !card_field_object(l, object, keys))
		return;
	for (int i = 0; i < SP_RULE_COUNT; i++) {
		const struct sp_words words = rule_words(i);

		l->r->rule[i] = (uint8_t)card_field_word(
			l, object, keys[i], &words, l->r->rule[i]);
	}
}

/* A list of schools, each once and none of `others`, as bits. */
static uint32_t read_list(struct sp_loader *l, const struct sp_node *deck,
	const char *key, uint32_t others)
{
	const struct sp_node *list = card_field_list(l, deck, key);
	uint32_t schools = 0;

	for (const struct sp_node *at = list == NULL ? NULL : list->first;
		at != NULL && !card_loader_failed(l); at = at->next) {
		const char *id = card_node_text(at);
		int school = id == NULL
				     ? -1
				     : sp_card_school_of(l->r, id, strlen(id));

		if (school < 0)
			card_refuse(l, at, "expected one of \"schools\"");
		else if ((schools | others) >> school & 1U)
			card_refuse(l, at, "\"%s\" stands there twice", id);
		else
			schools |= UINT32_C(1) << school;
	}
	return schools;
}

/* Which schools make a deck: {"always": ["white-cantrip"], "others": 3}. */
static void read_deck(struct sp_loader *l, const struct sp_node *root)
{
	static const char *const keys[] = { "always", "others", "second",
		NULL };
	const struct sp_node *deck = card_node_get(root, "deck");
	struct sp_ruleset *r = l->r;

	r->schools_always = 1;
	r->schools_beside = OTHERS_USUAL;
	if (deck == NULL || !card_field_object(l, deck, keys))
		return;
	if (r->n_schools == 0)
		card_refuse(l, deck, "there are no \"schools\"");
	r->schools_always = read_list(l, deck, "always", 0);
	r->schools_second = read_list(l, deck, "second", r->schools_always);
	r->schools_beside = card_node_get(deck, "others") == NULL
				    ? -1
				    : card_field_int(l, deck, "others", 0,
					      SP_SCHOOLS_MAX, 0);
	if (r->schools_always == 0 && r->schools_beside == 0)
		card_refuse(l, deck, "a deck of no schools has no cards");
}

static const char *const place_words[] = { "hand", "deck", "discard",
	"removed" };

void card_zone_words(const struct sp_ruleset *r,
	const char *list[SP_PLACES + SP_ZONES_MAX], struct sp_words *out)
{
	for (int i = 0; i < SP_PLACES; i++)
		list[i] = place_words[i];
	for (int i = 0; i < r->n_zones; i++)
		list[SP_PLACES + i] = r->zone[i].id;
	*out = (struct sp_words){ "a zone", SP_PLACES + r->n_zones, list };
}

static void read_zone(struct sp_loader *l, const struct sp_node *node)
{
	static const char *const keys[] = { "id", "name", "of", "seen", NULL };
	static const char *const of[] = { "game", "seat", "host" };
	static const char *const seen[] = { "all", "owner", "nobody" };
	static const struct sp_words ofs = { "whose it is", SP_ARRAY_LEN(of),
		of };
	static const struct sp_words seens = { "who sees its cards", 3, seen };
	const char *list[SP_PLACES + SP_ZONES_MAX];
	struct sp_ruleset *r = l->r;
	struct sp_zone_type *zone = &r->zone[r->n_zones];
	struct sp_words words;
	int whose;

	if (!card_field_object(l, node, keys))
		return;
	card_field_id(l, node, "id", zone->id);
	card_zone_words(r, list, &words);
	if (card_word_index(&words, zone->id) >= 0)
		card_refuse(
			l, node, "there is a zone \"%s\" already", zone->id);
	if (!sp_copy(zone->name, sizeof(zone->name),
		    card_field_text(l, node, "name", NULL)))
		card_refuse(l, card_node_get(node, "name"),
			"this is longer than %zu bytes",
			sizeof(zone->name) - 1);
	whose = card_field_word(l, node, "of", &ofs, 0);
	zone->of_seat = whose == 1;
	zone->of_host = whose == 2;
	zone->seen = (uint8_t)card_field_word(l, node, "seen", &seens, 0);
	if (zone->seen == SP_ZONE_SEEN_BY_OWNER && whose < 1)
		card_refuse(l, card_node_get(node, "seen"),
			"a zone that is no seat's has no owner");
	r->n_zones++;
}

/* {"id": "vault", "name": "Vault", "of": "seat", "seen": "owner"}, ... */
static void read_zones(struct sp_loader *l, const struct sp_node *root)
{
	const struct sp_node *list = card_field_list(l, root, "zones");

	l->r->discard_ordered =
		card_field_bool(l, root, "discard_ordered", false);
	if (list != NULL && list->n > SP_ZONES_MAX)
		card_refuse(l, list, "more than %d stand there", SP_ZONES_MAX);
	for (const struct sp_node *at = list == NULL ? NULL : list->first;
		at != NULL && !card_loader_failed(l); at = at->next)
		read_zone(l, at);
	if ((l->r->n_zones > 0 || l->r->discard_ordered) &&
		l->r->n_schools == 0)
		card_refuse(l, root,
			"zones are for cards, and there are no "
			"\"schools\"");
}

/* {"2": "2-crossed", ...}: the layout for each number of seats. */
static void read_layouts(struct sp_loader *l, const struct sp_node *root)
{
	const struct sp_node *object = card_field_need(l, root, "layouts");
	struct sp_ruleset *r = l->r;

	for (int n = 0; n <= SP_SEATS_MAX; n++)
		r->layout_for[n] = -1;
	if (object == NULL || !json_is_object(object->value)) {
		if (object != NULL)
			card_refuse(l, object, "expected an object, {...}");
		return;
	}
	for (const struct sp_node *at = object->first; at != NULL;
		at = at->next) {
		const char *id = card_node_text(at);
		const struct sp_layout *layout =
			id == NULL ? NULL
				   : sp_board_boardset_layout(&r->boards, id);
		long long n;

		if (sp_parse_int(at->key, r->seats_min, r->seats_max, &n) !=
			SP_OK) {
			card_refuse(l, at, "this is no number of seats");
			return;
		}
		if (layout == NULL || layout->n_bays != n) {
			card_refuse(l, at,
				"this must name a file of layouts/ with %lld "
				"sectors",
				n);
			return;
		}
		r->layout_for[n] = (int)(layout - r->boards.layout);
	}
	for (int n = r->seats_min; n <= r->seats_max; n++) {
		if (r->layout_for[n] < 0)
			card_refuse(l, object, "there is none for %d seats", n);
	}
}

/* ---- options ------------------------------------------------------------ */

static void read_option_words(
	struct sp_loader *l, struct sp_option *o, const struct sp_node *list)
{
	for (const struct sp_node *at = list->first; at != NULL;
		at = at->next) {
		const char *w = card_node_text(at);

		if (w == NULL || !sp_game_is_word(w, SP_OPTION_TEXT)) {
			card_refuse(l, at,
				"expected small letters, digits and "
				"hyphens, at most %d",
				SP_OPTION_TEXT - 1);
			return;
		}
		for (int k = 0; k < o->n_choices; k++)
			if (sp_streq(o->choice[k].word, w))
				card_refuse(
					l, at, "\"%s\" stands there twice", w);
		if (o->n_choices == SP_OPTION_CHOICES)
			break;
		sp_format(o->choice[o->n_choices++].word, SP_OPTION_TEXT, "%s",
			w);
	}
	if (list->n < 1 || list->n > SP_OPTION_CHOICES)
		card_refuse(
			l, list, "expected 1 to %d words", SP_OPTION_CHOICES);
}

static const struct sp_node *nth(const struct sp_node *list, int n)
{
	const struct sp_node *at = list == NULL ? NULL : list->first;

	while (at != NULL && n-- > 0)
		at = at->next;
	return at;
}

/* The rule that the option sets: its words are words of the rule, or `values`
 * says for each which it stands for. */
static void read_sets(
	struct sp_loader *l, struct sp_option *o, const struct sp_node *node)
{
	const struct sp_node *sets = card_node_get(node, "sets");
	const struct sp_node *values = card_field_list(l, node, "values");
	const char *key = card_node_text(sets);
	const struct sp_ruleset *r = l->r;
	struct sp_words words;

	if (values != NULL && (sets == NULL || values->n != o->n_choices))
		card_refuse(l, values,
			"there must be one for each of \"words\", and \"sets\"");
	if (sets == NULL)
		return;
	o->rule = key == NULL ? -1 : sp_game_rule_of(key);
	if (o->rule < 0) {
		card_refuse(l, sets, "there is no such rule");
		return;
	}
	for (int i = 0; i < r->n_options; i++) {
		if (r->option[i].rule == o->rule)
			card_refuse(l, sets, "option \"%s\" sets it already",
				r->option[i].name);
	}
	words = rule_words(o->rule);
	for (int i = 0; i < o->n_choices; i++) {
		const struct sp_node *at = nth(values, i);
		const char *word =
			at == NULL ? o->choice[i].word : card_node_text(at);

		o->choice[i].value =
			word == NULL ? -1 : card_word_index(&words, word);
		if (o->choice[i].value < 0)
			card_refuse_word(l,
				at != NULL ? at : card_node_get(node, "words"),
				word != NULL ? word : "", &words);
	}
}

/* What a game reads of the option: one text for each word, and one for schools
 * by their ids; of a number a single one. */
static void read_told(
	struct sp_loader *l, struct sp_option *o, const struct sp_node *node)
{
	const struct sp_node *list = card_field_list(l, node, "told");
	int n = o->is_number ? 1 : o->n_choices + o->has_schools;

	if (list == NULL)
		return;
	if (list->n != n) {
		card_refuse(l, list, "expected as many texts as values: %d", n);
		return;
	}
	for (int i = 0; i < n; i++) {
		const struct sp_node *at = nth(list, i);
		const char *text = card_node_text(at);

		if (text == NULL || !sp_copy(o->choice[i].told,
					    sizeof(o->choice[i].told), text))
			card_refuse(l, at,
				"expected a text of at most %zu bytes",
				sizeof(o->choice[i].told) - 1);
	}
}

/* An option that stands before it. */
static void read_not_with(
	struct sp_loader *l, struct sp_option *o, const struct sp_node *node)
{
	const char *name = card_field_text(l, node, "not_with", "");
	bool found = name[0] == '\0';

	for (int i = 0; i < l->r->n_options; i++)
		found = found || sp_streq(l->r->option[i].name, name);
	if (!found)
		card_refuse(l, card_node_get(node, "not_with"),
			"no option before this one has the name \"%.40s\"",
			name);
	else
		sp_format(o->not_with, sizeof(o->not_with), "%s", name);
}

static void read_option(struct sp_loader *l, const struct sp_node *node)
{
	static const char *const word_keys[] = { "name", "not_with", "schools",
		"sets", "text", "told", "values", "words", NULL };
	static const char *const number_keys[] = { "advised_for_two", "default",
		"max", "min", "name", "text", "told", NULL };
	struct sp_ruleset *r = l->r;
	struct sp_option *o = &r->option[r->n_options];
	const struct sp_node *words = card_field_list(l, node, "words");
	const char *name = card_field_text(l, node, "name", NULL);

	if (!card_field_object(
		    l, node, words != NULL ? word_keys : number_keys))
		return;
	if (!sp_game_is_word(name, SP_OPTION_TEXT))
		card_refuse(l, card_node_get(node, "name"),
			"this must be small letters, digits and hyphens, at "
			"most %d",
			SP_OPTION_TEXT - 1);
	for (int k = 0; k < r->n_options; k++)
		if (sp_streq(r->option[k].name, name))
			card_refuse(l, node,
				"another option has the name \"%s\"", name);
	if (!sp_copy(o->text, sizeof(o->text),
		    card_field_text(l, node, "text", NULL)))
		card_refuse(l, card_node_get(node, "text"),
			"this is longer than %zu bytes", sizeof(o->text) - 1);
	if (card_loader_failed(l))
		return;
	sp_format(o->name, sizeof(o->name), "%s", name);
	o->rule = -1;
	if (words != NULL) {
		read_option_words(l, o, words);
		read_sets(l, o, node);
		o->has_schools = card_field_bool(l, node, "schools", false);
		read_not_with(l, o, node);
	} else {
		o->is_number = true;
		o->min = card_field_int(l, node, "min", 0, INT32_MAX - 1, -1);
		o->max = card_field_int(
			l, node, "max", o->min, INT32_MAX - 1, o->min - 1);
		o->number = card_field_int(
			l, node, "default", o->min, o->max, o->min - 1);
		o->advised_two =
			card_node_get(node, "advised_for_two") == NULL
				? o->max
				: card_field_int(l, node, "advised_for_two",
					  o->min, o->max, o->max);
	}
	read_told(l, o, node);
	r->n_options++;
}

static void read_options(struct sp_loader *l, const struct sp_node *root)
{
	const struct sp_node *list;

	(void)card_field_need(l, root, "options");
	list = card_field_list(l, root, "options");
	if (list != NULL && list->n > SP_OPTIONS_MAX)
		card_refuse(
			l, list, "more than %d stand there", SP_OPTIONS_MAX);
	for (const struct sp_node *at = list == NULL ? NULL : list->first;
		at != NULL && !card_loader_failed(l); at = at->next)
		read_option(l, at);
}

static void refuse_stages(struct sp_loader *l, const struct sp_node *at)
{
	card_refuse(l, at,
		"expected each stage of damage once: evade, static, counters, "
		"asked, convert");
}

static void read_damage(struct sp_loader *l, const struct sp_node *root)
{
	const struct sp_node *list;
	struct sp_ruleset *r = l->r;
	unsigned seen = 0;
	size_t n = 0;

	for (int i = 0; i < SP_DAMAGESTAGE_COUNT; i++)
		r->damage_stage[i] = (uint8_t)i;
	if (card_node_get(root, "damage") == NULL)
		return;
	list = card_field_list(l, root, "damage");
	if (list == NULL)
		return;
	if (r->n_schools == 0) {
		card_refuse(l, list,
			"cards do what these stages are about, and there are "
			"no \"schools\"");
		return;
	}
	for (const struct sp_node *at = list->first; at != NULL;
		at = at->next) {
		const char *word = card_node_text(at);
		int stage = word == NULL
				    ? -1
				    : card_word_index(
					      &card_words_damage_stages, word);

		if (stage < 0 || (seen >> stage & 1U) != 0) {
			refuse_stages(l, at);
			return;
		}
		seen |= 1U << stage;
		r->damage_stage[n++] = (uint8_t)stage;
	}
	if (n != SP_DAMAGESTAGE_COUNT)
		refuse_stages(l, list);
}

void card_load_ruleset(struct sp_loader *l, const struct sp_node *root)
{
	static const char *const keys[] = { "answers", "classes", "colours",
		"damage", "deals", "deck", "discard_ordered", "edition", "id",
		"joints", "layouts", "options", "points", "precedence", "rims",
		"rules", "schools", "seats_max", "seats_min", "statistics",
		"title", "zones", NULL };
	struct sp_ruleset *r = l->r;

	if (!card_field_object(l, root, keys))
		return;
	card_field_id(l, root, "id", r->id);
	if (!sp_copy(r->title, sizeof(r->title),
		    card_field_text(l, root, "title", NULL)))
		card_refuse(l, card_node_get(root, "title"),
			"this is longer than %zu bytes", sizeof(r->title) - 1);
	if (card_node_get(root, "edition") != NULL)
		card_field_id(l, root, "edition", r->edition);
	r->seats_min =
		card_field_int(l, root, "seats_min", 2, SP_SEATS_MAX, -1);
	r->seats_max = card_field_int(
		l, root, "seats_max", r->seats_min, SP_SEATS_MAX, -1);
	read_schools(l, root);
	read_deck(l, root);
	card_read_classes(l, root);
	read_rules(l, root);
	read_zones(l, root);
	read_statistics(l, root);
	read_damage(l, root);
	read_colours(l, root);
	read_layouts(l, root);
	read_edges(l, root);
	read_options(l, root);
	card_load_points(l, root);
	if (r->n_schools == 0 && card_node_get(root, "precedence") != NULL)
		card_refuse(l, card_node_get(root, "precedence"),
			"it ranks cards, and there are no \"schools\"");
}
