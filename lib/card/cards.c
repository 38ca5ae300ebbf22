/* cards/<school>.json and cards/ready.txt: which cards there are, how many of
 * each, and which are ready. */
#include "card_private.h"

/* ---- a school's file ---------------------------------------------------- */

/* Take the id of a card that is defined here, so that others may use it even
 * where the rest of it is wrong. NULL: not to be read any further. */
static struct sp_card *begin_card(
	struct sp_loader *l, const struct sp_node *node)
{
	struct sp_ruleset *r = l->r;
	char id[SP_ID_SIZE];

	if (!json_is_object(node->value)) {
		card_refuse(l, node, "expected a card, {...}");
		return NULL;
	}
	if (card_node_get(node, "use") != NULL)
		return NULL;
	card_field_id(l, node, "id", id);
	if (card_loader_failed(l))
		return NULL;
	if (sp_card_ruleset_card_id(r, id) >= 0) {
		card_refuse(l, node,
			"another card has this id already; for copies of it "
			"write {\"use\": \"%s\", \"copies\": 1}",
			id);
		return NULL;
	}
	if (r->n_cards == SP_CARD_TYPES_MAX) {
		card_refuse(l, node, "there are more than %d cards",
			SP_CARD_TYPES_MAX);
		return NULL;
	}
	sp_format(r->card[r->n_cards].id, SP_ID_SIZE, "%s", id);
	return &r->card[r->n_cards++];
}

static const struct sp_node *cards_of(const struct sp_node *root)
{
	const struct sp_node *list = card_node_get(root, "cards");

	return list == NULL || !json_is_array(list->value) ? NULL : list->first;
}

static void define_cards(struct sp_loader *l, struct sp_school *school,
	const struct sp_node *root)
{
	static const char *const keys[] = { "about", "cards", "edition", "name",
		"school", NULL };
	char id[SP_ID_SIZE] = "";

	if (card_field_object(l, root, keys)) {
		card_field_id(l, root, "school", id);
		if (!sp_copy(school->name, sizeof(school->name),
			    card_field_text(l, root, "name", NULL)))
			card_refuse(l, card_node_get(root, "name"),
				"a name has at most %zu bytes",
				sizeof(school->name) - 1);
		if (card_node_get(root, "edition") != NULL)
			card_field_id(l, root, "edition", school->edition);
		if (card_node_get(root, "about") != NULL &&
			!sp_copy(school->about, sizeof(school->about),
				card_field_text(l, root, "about", NULL)))
			card_refuse(l, card_node_get(root, "about"),
				"what is said of a school has at most %zu "
				"bytes",
				sizeof(school->about) - 1);
		if (!sp_streq(id, school->id))
			card_refuse(l, card_node_get(root, "school"),
				"the file of this school must be cards/%s.json",
				id);
		if (card_field_need(l, root, "cards") != NULL)
			(void)card_field_list(l, root, "cards");
	}
	if (card_loader_stop(l))
		return;
	for (const struct sp_node *n = cards_of(root); n != NULL; n = n->next) {
		struct sp_card *card = begin_card(l, n);

		if (card != NULL)
			card_compile_card(l, card, n);
		if (card_loader_stop(l))
			return;
	}
}

/* ---- physical cards ----------------------------------------------------- */

static void add_copies(struct sp_loader *l, int school, int type, int n,
	const struct sp_node *node)
{
	struct sp_ruleset *r = l->r;

	for (int i = 0; i < n; i++) {
		if (r->n_copies == SP_CARDS_MAX) {
			card_refuse(l, node,
				"the schools hold more than %d cards",
				SP_CARDS_MAX);
			return;
		}
		r->type[r->n_copies] = (uint16_t)type;
		r->school_of[r->n_copies++] = (uint8_t)school;
	}
}

/* {"use": "dispel", "copies": 1}, or a card that is defined here. */
static void number_entry(struct sp_loader *l, int school,
	bool seen[SP_CARD_TYPES_MAX], const struct sp_node *node)
{
	static const char *const keys[] = { "copies", "use", NULL };
	const struct sp_node *use = card_node_get(node, "use");
	struct sp_ruleset *r = l->r;
	const char *id;
	int type;

	if (use != NULL) {
		if (!card_field_object(l, node, keys))
			return;
		id = card_field_text(l, node, "use", NULL);
	} else {
		id = card_node_text(card_node_get(node, "id"));
	}
	type = id == NULL ? -1 : sp_card_ruleset_card_id(r, id);
	if (use != NULL && type < 0 && !card_loader_failed(l)) {
		const char *known[SP_CARD_TYPES_MAX];
		struct sp_words words = { "a card of any school", r->n_cards,
			known };

		for (int i = 0; i < r->n_cards; i++)
			known[i] = r->card[i].id;
		card_refuse_word(l, use, id, &words);
	}
	if (type < 0)
		return;
	if (seen[type])
		card_refuse(l, node,
			"this school has that card already; add to its "
			"\"copies\"");
	seen[type] = true;
	add_copies(l, school, type, card_field_int(l, node, "copies", 1, 99, 0),
		node);
}

static void number_cards(
	struct sp_loader *l, int school, const struct sp_node *root)
{
	struct sp_school *s = &l->r->school[school];
	bool seen[SP_CARD_TYPES_MAX] = { false };

	s->first = (uint16_t)l->r->n_copies;
	for (const struct sp_node *n = cards_of(root); n != NULL; n = n->next) {
		number_entry(l, school, seen, n);
		if (card_loader_stop(l))
			break;
	}
	s->n = (uint16_t)(l->r->n_copies - s->first);
}

/* ---- cards/ready.txt ---------------------------------------------------- */

static void ready_card(struct sp_loader *l, const char *id, unsigned line)
{
	struct sp_ruleset *r = l->r;
	int type = sp_card_ruleset_card_id(r, id);
	const char *known[SP_CARD_TYPES_MAX];
	const char *near;

	if (type < 0) {
		for (int i = 0; i < r->n_cards; i++)
			known[i] = r->card[i].id;
		near = card_nearest(id, known, r->n_cards);
		(void)sp_error_at(l->error, SP_EINVAL, line, 1,
			"%s:%u: there is no card \"%.40s\"%s%s%s", l->path,
			line, id, near != NULL ? "; did you mean \"" : "",
			near != NULL ? near : "", near != NULL ? "\"?" : "");
	} else if (r->card[type].ready) {
		(void)sp_error_at(l->error, SP_EINVAL, line, 1,
			"%s:%u: \"%s\" stands there already", l->path, line,
			id);
	} else {
		r->card[type].ready = true;
	}
}

static void load_ready(struct sp_loader *l, const struct sp_ruleset_file *file)
{
	struct sp_cursor c;
	const char *line;
	size_t len;

	l->path = file->path;
	sp_cursor_init(&c, file->text, file->len);
	for (unsigned n = 1; sp_cursor_line(&c, &line, &len); n++) {
		const char *hash = memchr(line, '#', len);
		char id[SP_ID_SIZE];

		if (hash != NULL)
			len = (size_t)(hash - line);
		line = sp_trim(line, &len);
		if (len == 0)
			continue;
		if (!sp_copyn(id, sizeof(id), line, len))
			(void)sp_error_at(l->error, SP_EINVAL, n, 1,
				"%s:%u: one id of a card stands on a line",
				l->path, n);
		else
			ready_card(l, id, n);
		if (card_loader_stop(l))
			return;
	}
}

/* ---- what the rest of the program asks for ------------------------------ */

static struct sp_word_list list_of(const struct sp_words *words)
{
	return (struct sp_word_list){ words->n, words->word };
}

static void fill_lexicon(struct sp_ruleset *r)
{
	char(*card)[SP_COPY_NAME_SIZE] =
		sp_xcalloc((size_t)r->n_copies + 1, sizeof(*card));
	char(*school)[SP_ID_SIZE] =
		sp_xcalloc((size_t)r->n_schools + 1, sizeof(*school));
	char(*zone)[SP_ID_SIZE] =
		sp_xcalloc((size_t)r->n_zones + 1, sizeof(*zone));
	int copy[SP_CARD_TYPES_MAX] = { 0 };

	for (int i = 0; i < r->n_copies; i++)
		sp_format(card[i], sizeof(card[i]), "%s#%d",
			r->card[r->type[i]].id, ++copy[r->type[i]]);
	for (int i = 0; i < r->n_schools; i++)
		memcpy(school[i], r->school[i].id, sizeof(school[i]));
	r->lexicon.card = (const char(*)[SP_COPY_NAME_SIZE])card;
	r->lexicon.n_cards = r->n_copies;
	r->lexicon.school = (const char(*)[SP_ID_SIZE])school;
	r->lexicon.n_schools = r->n_schools;
	for (int i = 0; i < r->n_zones; i++)
		memcpy(zone[i], r->zone[i].id, sizeof(zone[i]));
	r->lexicon.zone = (const char(*)[SP_ID_SIZE])zone;
	r->lexicon.n_zones = r->n_zones;
	r->lexicon.type = r->type;
	r->lexicon.play_type = list_of(&card_words_play_types);
	r->lexicon.point = list_of(&card_words_points);
	r->lexicon.damage_kind = list_of(&card_words_damage_kinds);
	r->lexicon.element = list_of(&card_words_elements);
	r->lexicon.damage_flag = list_of(&card_words_damage_flags);
}

/* ---- does it peek at what is hidden? ------------------------------------ */

static bool code_peeks(const struct sp_ruleset *r, int32_t at)
{
	if (at < 0)
		return false;
	for (const struct sp_code *c = &r->code[at]; c->op != SP_CODE_END; c++)
		if ((c->op == SP_CODE_CALL && c->value == SP_FN_CHEAPEST) ||
			(c->op == SP_CODE_WORD &&
				c->value == (SP_IS_WORD | SP_IS_REAL)))
			return true;
	return false;
}

static bool slot_peeks(
	const struct sp_ruleset *r, const struct sp_card_slot *slot)
{
	return slot->asks == SP_ASK_HAND || slot->asks == SP_ASK_MINE ||
	       slot->asks == SP_ASK_CARD || slot->asks == SP_ASK_ENERGY ||
	       code_peeks(r, slot->subject) || code_peeks(r, slot->within) ||
	       code_peeks(r, slot->when) || code_peeks(r, slot->condition) ||
	       code_peeks(r, slot->min) || code_peeks(r, slot->max);
}

static bool play_peeks(
	const struct sp_ruleset *r, const struct sp_card_play *play)
{
	if (code_peeks(r, play->condition) || code_peeks(r, play->within))
		return true;
	for (int i = 0; i < play->n_slots; i++)
		if (slot_peeks(r, &r->slot[play->slot[i]]))
			return true;
	return false;
}

/* ---- what is read off all cards ------------------------------------------ */

static void fill_masks(struct sp_ruleset *r)
{
	int fire = sp_card_ruleset_trait(r, "fire");

	r->fire = fire >= 0 ? UINT64_C(1) << fire : 0;
	for (int i = 0; i < r->n_cards; i++) {
		struct sp_card *card = &r->card[i];

		for (int k = 0; k < card->n_whiles; k++)
			r->stats[i] |= (uint64_t)1 << card->whiles[k].stat;
		r->stat_mask |= r->stats[i];
		for (int k = 0; k < card->n_whiles; k++)
			if (card->object.lone ||
				card->whiles[k].subject == SP_SUBJECT_AREA)
				r->thing_stats |= (uint64_t)1
						  << card->whiles[k].stat;
		for (int k = 0; k < card->n_ons; k++) {
			uint32_t event = (uint32_t)1 << card->ons[k].event;

			r->events[i] |= event;
			r->event_mask |= event;
			if (card->ons[k].zone >= 0)
				r->zone_events |= event;
		}
		r->looks |= card->illusion_die > 0;
		for (int k = 0; k < card->n_ons && card->object.lone; k++)
			r->thing_events |= (uint32_t)1 << card->ons[k].event;
		for (int k = 0; k < card->n_plays; k++) {
			struct sp_card_play *play = &card->play[k];

			play->peeks = play_peeks(r, play);
			if (play->when == SP_WHEN_REACTION)
				r->points[i] |= play->points;
		}
	}
	r->looks |= (r->event_mask >> SP_ON_INTO_SIGHT & 1U) != 0;
	for (int i = 0; i < r->n_copies; i++)
		if (r->points[r->type[i]] != 0)
			r->answering[r->n_answering++] = (uint16_t)i;
	for (int s = 0; s < r->n_schools; s++)
		r->school[s].ready = r->school[s].n > 0;
	for (int i = 0; i < r->n_copies; i++)
		r->school[r->school_of[i]].ready &= r->card[r->type[i]].ready;
}

/* ---- all of it ---------------------------------------------------------- */

static void load_trait_file(
	struct sp_loader *l, const struct sp_ruleset_file *file)
{
	struct sp_tree tree;

	if (card_loader_tree(l, &tree, file))
		card_load_traits(l, tree.node);
	card_tree_free(&tree);
}

static bool find_school_file(struct sp_loader *l,
	const struct sp_ruleset_file *const *files, size_t n, int school,
	const struct sp_ruleset_file **out)
{
	char path[SP_ID_SIZE + 16];

	sp_format(path, sizeof(path), "cards/%s.json", l->r->school[school].id);
	*out = card_find_file(files, n, path);
	if (*out == NULL)
		(void)sp_error_set(l->error, SP_EINVAL,
			"ruleset.json lists the school \"%s\", but there is no "
			"%s",
			l->r->school[school].id, path);
	return *out != NULL;
}

void card_load_cards(struct sp_loader *l,
	const struct sp_ruleset_file *const *files, size_t n)
{
	const struct sp_ruleset_file *file[SP_SCHOOLS_MAX] = { NULL };
	struct sp_tree tree[SP_SCHOOLS_MAX] = { { NULL, NULL, 0 } };
	const struct sp_ruleset_file *traits =
		card_find_file(files, n, "traits.json");
	const struct sp_ruleset_file *ready =
		card_find_file(files, n, "cards/ready.txt");
	struct sp_ruleset *r = l->r;
	bool stop = false;

	r->card = sp_xcalloc(SP_CARD_TYPES_MAX, sizeof(*r->card));
	r->stats = sp_xcalloc(SP_CARD_TYPES_MAX, sizeof(*r->stats));
	r->events = sp_xcalloc(SP_CARD_TYPES_MAX, sizeof(*r->events));
	r->points = sp_xcalloc(SP_CARD_TYPES_MAX, sizeof(*r->points));
	r->answering = sp_xcalloc(SP_CARDS_MAX, sizeof(*r->answering));
	r->type = sp_xcalloc(SP_CARDS_MAX, sizeof(*r->type));
	r->school_of = sp_xcalloc(SP_CARDS_MAX, sizeof(*r->school_of));
	if (traits != NULL)
		load_trait_file(l, traits);
	stop = card_loader_stop(l);
	for (int s = 0; s < r->n_schools && !stop; s++) {
		if (find_school_file(l, files, n, s, &file[s]) &&
			card_loader_tree(l, &tree[s], file[s]))
			define_cards(l, &r->school[s], tree[s].node);
		stop = card_loader_stop(l);
	}
	for (int s = 0; s < r->n_schools && !stop; s++) {
		if (tree[s].node != NULL) {
			l->path = file[s]->path;
			number_cards(l, s, tree[s].node);
		}
		stop = card_loader_stop(l);
	}
	if (ready != NULL && !stop)
		load_ready(l, ready);
	for (int s = 0; s < SP_SCHOOLS_MAX; s++)
		card_tree_free(&tree[s]);
	if (card_loader_stop(l))
		return;
	r->card =
		sp_xrealloc(r->card, (size_t)r->n_cards + 1, sizeof(*r->card));
	card_add_builtin(l);
	fill_lexicon(r);
	fill_masks(r);
}
