/* What is counted of simulated games. */
#include "arena_private.h"

/* ---- options and schools -------------------------------------------------
 */

static void count_value(struct simulate_option *option, const char *text)
{
	int i = 0;

	while (i < option->n && !sp_streq(option->value[i].text, text))
		i++;
	if (i == SIMULATE_VALUES_MAX)
		return;
	if (i == option->n) {
		option->n++;
		sp_format(option->value[i].text, sizeof(option->value[i].text),
			"%s", text);
	}
	option->value[i].games++;
}

static bool has_word(const struct sp_option *option, const char *word)
{
	for (int i = 0; i < option->n_choices; i++)
		if (sp_streq(option->choice[i].word, word))
			return true;
	return false;
}

static void count_option(struct simulator *s, int i)
{
	const struct sp_option *option = &s->hall.ruleset->option[i];
	const char *value = sp_state_setup_option(&s->setup, option->name);
	char number[16];

	sp_format(number, sizeof(number), "%d", option->number);
	if (value == NULL)
		value = option->is_number ? number : option->choice[0].word;
	else if (option->has_schools && !has_word(option, value))
		value = "named";
	count_value(&s->tally.option[i], value);
}

/* Decks may be made at the start, or once players have chosen. */
static void note_schools(struct simulator *s)
{
	const struct sp_events *events = &s->hall.scratch.events;

	for (int i = 0; i < events->n; i++)
		if (events->event[i].kind == SP_EVENT_DECK)
			s->schools |= events->event[i].deck.schools;
}

void arena_count_start(struct simulator *s)
{
	s->schools = 0;
	note_schools(s);
	for (int i = 0; i < s->hall.ruleset->n_options; i++)
		count_option(s, i);
	s->tally.seated[s->setup.n_seats]++;
}

/* ---- cards ---------------------------------------------------------------
 */

static bool modifies(const struct sp_card *card)
{
	for (int i = 0; i < card->n_plays; i++)
		if (card->play[i].when == SP_WHEN_MODIFIER)
			return true;
	return false;
}

/* A part of a spell: a card that changes it, or one that pays for it. */
static void count_part(const struct sp_card *card, const struct sp_event *event,
	struct simulate_card *use)
{
	bool pays = event->cast.energy > 0 || !modifies(card);

	if (pays && !card->is_energy)
		use->spent++;
	else
		use->played++;
}

static void count_cancelled(
	const struct sp_event *event, struct simulate_card *use)
{
	use->cancelled++;
	if (event->kind != SP_EVENT_CANCELLED || event->parts_left == 0)
		use->failed++;
}

static void count_event(struct simulator *s, const struct sp_event *event)
{
	const struct sp_ruleset *r = s->hall.ruleset;
	struct simulate_card *card = s->tally.card;
	struct simulate_card *use = &card[r->type[event->card]];

	switch ((enum sp_event_kind)event->kind) {
	case SP_EVENT_CAST:
	case SP_EVENT_ATTACKED:
	case SP_EVENT_ITEM_PLAYED:
		use->played++;
		break;
	case SP_EVENT_MODIFIED:
		count_part(sp_ruleset_card(r, event->card), event, use);
		break;
	case SP_EVENT_BOOSTED:
		if (sp_ruleset_card(r, event->card)->is_energy)
			use->played++;
		else
			use->spent++;
		break;
	case SP_EVENT_COUNTERED:
		use->played++;
		if (sp_kind_of(event->what) == SP_KIND_CARD)
			card[r->type[sp_index_of(event->what)]].countered++;
		break;
	case SP_EVENT_CANCELLED:
	case SP_EVENT_ABSORBED:
	case SP_EVENT_WITHDRAWN:
		count_cancelled(event, use);
		break;
	case SP_EVENT_FIZZLED:
	case SP_EVENT_IDLE:
	case SP_EVENT_NO_ROOM:
	case SP_EVENT_EVADED:
		use->failed++;
		break;
	default:
		break;
	}
}

void arena_count_events(struct simulator *s)
{
	const struct sp_events *events = &s->hall.scratch.events;

	note_schools(s);
	for (int i = 0; i < events->n; i++) {
		const struct sp_event *event = &events->event[i];

		if (event->card >= 0 && event->card < s->hall.ruleset->n_copies)
			count_event(s, event);
	}
}

unsigned long arena_effects(const struct simulate_card *card)
{
	return card->played > card->failed ? card->played - card->failed : 0;
}

/* True if other games of this setup may have other schools. */
static bool schools_differ(
	const struct sp_ruleset *r, const struct sp_setup *setup)
{
	const char *word = sp_card_ruleset_option_word(r, setup, "schools");
	const char *value = sp_state_setup_option(setup, "schools");

	if (word == NULL || sp_streq(word, "first"))
		return false;
	return value == NULL || sp_card_schools_of(r, value) == 0;
}

/* Note which cards this game could deal: those that are in it, and those of
 * schools that were only not drawn. */
static void count_cards(struct simulator *s, const struct sp_game *g)
{
	const struct sp_ruleset *r = s->hall.ruleset;
	unsigned may = 0;

	if (g->n_piles > 0 && schools_differ(r, &s->setup))
		may = sp_card_schools_beside(r);
	for (int i = 0; i < r->n_copies; i++)
		if (g->place[i].zone != SP_ZONE_OUT ||
			(may >> r->school_of[i] & 1U) != 0)
			s->tally.card[r->type[i]].may_come = true;
}

void arena_count_end(struct simulator *s, const struct sp_game *g,
	unsigned long commands, int game)
{
	struct simulate_tally *t = &s->tally;

	count_cards(s, g);
	arena_count_hands(s, g);
	t->commands += commands;
	t->length[game] = (uint32_t)commands;
	t->rounds[game] = g->round;
	t->ends[g->outcome]++;
	t->dealt |= s->schools != 0;
	for (int i = 0; i < s->hall.ruleset->n_schools; i++)
		t->schools[i] += s->schools >> i & 1U;
	if (g->winner == SP_NOBODY)
		return;
	t->wins[g->winner]++;
	t->first += g->winner == g->first;
}
