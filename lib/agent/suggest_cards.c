/* What one might write now, in games with cards; the answers of a question. */
#include "agent/agent.h"

#include "agent_private.h"
#include "law/limits.h"
#include "rules/forecast.h"

/* Calls of sp_law_slots for one suggestion. */
#define LOOKS_MAX 200
/* Answers to one question that are tried. */
#define BEST_MAX 64
/* "12  ", which stands before an answer of a list. */
#define NUMBER_COLUMNS 4

struct finder {
	const struct sp_ruleset *ruleset;
	const struct sp_game *view;
	int looks;
	bool enemy; /* an attack on somebody else is wanted */
	bool fuel;  /* with energy, if a card that is nothing else pays it */
	struct sp_command found;
	bool any;
};

/* The wizard himself, and what answers to him. */
static bool is_friend(
	const struct finder *f, const struct sp_command *c, sp_value value)
{
	return sp_kind_of(value) == SP_KIND_ACTOR &&
	       sp_game_seat_of(f->view, sp_index_of(value)) == c->seat;
}

/* True if an attack that takes the caster off the square is aimed at somebody
 * who stands there, too: it is allowed, and changes nothing. */
static bool is_in_vain(
	const struct finder *f, const struct sp_command *c, sp_value value)
{
	const struct sp_actor *w = f->view->actor;
	const struct sp_card *card;

	if (c->verb != SP_VERB_CAST || c->n_answers == 0 ||
		sp_kind_of(value) != SP_KIND_ACTOR ||
		w[sp_index_of(value)].square != w[c->seat].square)
		return false;
	card = &f->ruleset->card[agent_type_of(
		f->ruleset, f->view, c->answer[0])];
	for (int i = 0; i < card->n_plays; i++) {
		if (card->play[i].type == SP_PLAY_ATTACK &&
			(card->play[i].flags & SP_FLAG_VOLUNTARY) != 0)
			return true;
	}
	return false;
}

/* An answer that may follow, with its rank. */
struct answer {
	sp_value value;
	int rank;
};

/* Nothing where that is allowed, for no slot of a card; else the better
 * example, enemies before friends. SP_SENSE_POOR: it is left out. */
static int rank_of(const struct finder *f, const struct sp_command *c,
	const struct sp_domain *domain, sp_value value)
{
	bool friend = is_friend(f, c, value);
	bool any = domain->kind == SP_SLOT_ANY;

	if (f->fuel && domain->kind == SP_SLOT_ENERGY) {
		int type = agent_type_of(f->ruleset, f->view, value);

		return type < 0 ? 0
		       : f->ruleset->card[type].is_energy
			       ? -f->ruleset->card[type].energy
			       : SP_SENSE_POOR;
	}
	/* no second counter */
	if (domain->kind == SP_SLOT_COUNTER && c->n_answers > 0 &&
		value != SP_NOTHING)
		return SP_SENSE_POOR;
	if (f->enemy && any &&
		(friend || (sp_kind_of(value) != SP_KIND_ACTOR &&
				   sp_kind_of(value) != SP_KIND_NUMBER)))
		return SP_SENSE_POOR;
	if (is_in_vain(f, c, value))
		return SP_SENSE_POOR;
	if (any && value == SP_NOTHING)
		return SP_SENSE_POOR - 1;
	if (c->verb != SP_VERB_CAST && c->verb != SP_VERB_USE)
		return friend;
	return sp_sense_rank(f->ruleset, f->view, c, domain, value);
}

/* Sorted by rank; of one rank the last of the domain first: NONE ends it, so
 * that nothing modifies and nothing pays what need not. */
static int rank_all(const struct finder *f, const struct sp_command *c,
	const struct sp_domain *domain, struct answer out[BEST_MAX])
{
	int n = 0;

	for (int i = domain->n - 1; i >= 0; i--) {
		struct answer a = { domain->value[i],
			rank_of(f, c, domain, domain->value[i]) };
		int at = n;

		if (a.rank == SP_SENSE_POOR)
			continue;
		while (at > 0 && out[at - 1].rank > a.rank)
			at--;
		if (at == BEST_MAX)
			continue;
		if (n < BEST_MAX)
			n++;
		memmove(&out[at + 1], &out[at],
			(size_t)(n - 1 - at) * sizeof(out[0]));
		out[at] = a;
	}
	return n;
}

/* The first complete command from here. */
static void find(struct finder *f, const struct sp_command *c)
{
	struct sp_domain domain;
	struct answer best[BEST_MAX];
	int n;

	if (f->any || f->looks++ >= LOOKS_MAX)
		return;
	sp_law_slots(f->ruleset, f->view, c->seat, c, &domain);
	if (domain.complete) {
		f->found = *c;
		f->any = true;
		return;
	}
	if (c->n_answers == SP_ANSWERS_MAX)
		return;
	n = rank_all(f, c, &domain, best);
	for (int i = 0; i < n && !f->any; i++) {
		struct sp_command next = *c;

		next.answer[next.n_answers++] = best[i].value;
		find(f, &next);
	}
}

struct suggestions {
	const struct sp_ruleset *ruleset;
	const struct sp_game *view;
	int seat;
	struct sp_suggestion *out;
	int n, max;
};

static bool is_there(const struct suggestions *s, const char *text)
{
	for (int i = 0; i < s->n; i++) {
		if (sp_streq(s->out[i].text, text))
			return true;
	}
	return false;
}

static bool add_command(struct suggestions *s, const struct sp_command *c)
{
	struct sp_buf text;
	bool added;

	sp_buf_init(&text, sizeof(s->out->text) - 1);
	sp_agent_understood(s->ruleset, s->view, c, &text);
	added = s->n < s->max && !text.overflow &&
		!is_there(s, sp_buf_str(&text));
	if (added)
		sp_format(s->out[s->n++].text, sizeof(s->out->text), "%s",
			sp_buf_str(&text));
	sp_buf_free(&text);
	return added;
}

/* What pays is what one would miss least, and no counter. */
static void sort_payment(const struct suggestions *s, struct sp_domain *domain)
{
	int kept = 0;

	for (int i = 0; i < domain->n; i++) {
		sp_value value = domain->value[i];
		int worth = sp_sense_worth_to_pay(s->ruleset, s->view, value);
		int at = kept;

		if (worth < 0)
			continue;
		for (; at > 0 && sp_sense_worth_to_pay(s->ruleset, s->view,
					 domain->value[at - 1]) < worth;
			at--)
			domain->value[at] = domain->value[at - 1];
		domain->value[at] = value;
		kept++;
	}
	domain->n = kept;
}

/* One suggestion for each of the first answers of a verb, at most `most`. */
static void add_each(
	struct suggestions *s, enum sp_verb verb, bool enemy, int most)
{
	struct sp_command c;
	struct sp_domain domain;

	agent_command_init(&c, s->view, s->seat);
	c.verb = (int)verb;
	sp_law_slots(s->ruleset, s->view, s->seat, &c, &domain);
	if (domain.complete)
		(void)add_command(s, &c);
	if (verb == SP_VERB_BOOST)
		sort_payment(s, &domain);
	for (int i = 0; i < domain.n && most > 0 && s->n < s->max; i++) {
		struct finder f = {
			.ruleset = s->ruleset, .view = s->view, .enemy = enemy
		};

		c.n_answers = 1;
		c.answer[0] = domain.value[i];
		if (domain.value[i] == SP_NOTHING && verb != SP_VERB_ANSWER)
			continue;
		find(&f, &c);
		/* nobody is told to waste a counter */
		if (f.any && (verb != SP_VERB_ANSWER ||
				     sp_rules_answer_matters(
					     s->ruleset, s->view, &f.found)))
			most -= add_command(s, &f.found);
	}
}

int agent_suggest_spells(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_suggestion out[], int n,
	int max)
{
	struct suggestions s = { ruleset, view, seat, out, n, max };

	/* leave room for a punch, or a door */
	s.max = max > n + 1 ? max - 1 : n;
	add_each(&s, SP_VERB_ACTIVATE, false, 1);
	add_each(&s, SP_VERB_USE, true, 1);
	add_each(&s, SP_VERB_CAST, true, 1);
	add_each(&s, SP_VERB_CAST, false, 2);
	add_each(&s, SP_VERB_TAKE_ITEM, false, 1);
	if (sp_law_may_leave(ruleset, view, sp_game_acting(view)) ==
		SP_REASON_NONE)
		add_each(&s, SP_VERB_BOOST, false, 1);
	return s.n;
}

int agent_suggest_answers(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_suggestion out[],
	int max)
{
	struct suggestions s = { ruleset, view, seat, out, 0, max };

	switch ((enum sp_decision_kind)view->decision.kind) {
	case SP_DECISION_REACTION:
		if (max > 0 && (view->decision.seats >> seat & 1) != 0)
			sp_format(out[s.n++].text, sizeof(out->text), "pass");
		add_each(&s, SP_VERB_ANSWER, false, max);
		break;
	case SP_DECISION_CHOICE:
		add_each(&s, SP_VERB_CHOOSE, false, max);
		break;
	case SP_DECISION_DISCARD:
		add_each(&s, SP_VERB_GIVE_UP, false, max);
		if (s.n == 0 && max > 0 &&
			sp_words_asks_names(sp_vocable_asked(
				view, sp_game_answerer(view, seat))))
			s.n += agent_give_up_numbers(
				ruleset, view, seat, NULL, out[0].text);
		break;
	case SP_DECISION_TURN:
	case SP_DECISION_NONE:
		break;
	}
	return s.n;
}

/* True if the command is an attack, by fist, weapon or spell, on whoever does
 * not answer to its seat. */
static bool is_attack(const struct finder *f, const struct sp_command *c)
{
	bool attacks = c->verb == SP_VERB_PUNCH, enemy = false;

	if (!attacks && c->n_answers > 1) {
		const struct sp_card *card = &f->ruleset->card[agent_type_of(
			f->ruleset, f->view, c->answer[0])];
		int play = c->answer[1];

		attacks = play >= 0 && play < card->n_plays &&
			  (card->play[play].type == SP_PLAY_ATTACK ||
				  card->play[play].type == SP_PLAY_PHYSICAL);
	}
	for (int i = 0; i < c->n_answers; i++)
		enemy = enemy || (sp_kind_of(c->answer[i]) == SP_KIND_ACTOR &&
					 !is_friend(f, c, c->answer[i]));
	return attacks && enemy;
}

int sp_agent_suggest_attacks(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_command out[], int max)
{
	static const enum sp_verb verbs[] = { SP_VERB_CAST, SP_VERB_USE,
		SP_VERB_PUNCH };
	struct sp_command c;
	struct sp_domain domain;
	int n = 0;

	if (view->decision.kind != SP_DECISION_TURN || view->active != seat)
		return 0;
	for (size_t v = 0; v < SP_ARRAY_LEN(verbs); v++) {
		agent_command_init(&c, view, seat);
		c.verb = (int)verbs[v];
		sp_law_slots(ruleset, view, seat, &c, &domain);
		for (int i = 0; i < 2 * domain.n && n < max; i++) {
			struct finder f = { ruleset, view, .enemy = true,
				.fuel = i % 2 != 0 };

			c.n_answers = 1;
			c.answer[0] = domain.value[i / 2];
			find(&f, &c);
			if (f.any && is_attack(&f, &f.found))
				out[n++] = f.found;
		}
	}
	return n;
}

/* ---- questions --------------------------------------------------------------
 */

int sp_agent_options(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_suggestion out[],
	int max)
{
	struct sp_command c;
	struct sp_domain domain;

	if ((view->decision.kind != SP_DECISION_CHOICE &&
		    view->decision.kind != SP_DECISION_DISCARD) ||
		(view->decision.seats >> seat & 1) == 0)
		return 0;
	seat = sp_game_on_behalf(view, seat);
	agent_command_init(&c, view, seat);
	c.verb = SP_VERB_CHOOSE;
	if (view->decision.kind == SP_DECISION_CHOICE) {
		sp_law_slots(ruleset, view, seat, &c, &domain);
	} else {
		int need;

		domain.kind = SP_SLOT_GIVE_UP;
		domain.n = agent_give_up_list(
			ruleset, view, seat, domain.value, &need);
	}
	for (int i = 0; i < domain.n && i < max; i++) {
		struct sp_buf text;

		sp_buf_init(&text, sizeof(out->text) - NUMBER_COLUMNS - 1);
		sp_agent_name_answer(ruleset, view,
			domain.kind == SP_SLOT_ANY ? domain.card_slot : -1,
			domain.value[i], &text);
		sp_format(out[i].text, sizeof(out->text), "%s",
			sp_buf_str(&text));
		sp_buf_free(&text);
		out[i].equal = view->decision.kind == SP_DECISION_CHOICE
				       ? agent_count_equal(
						 ruleset, view, domain.value[i])
				       : 1;
	}
	return domain.n;
}

bool sp_agent_can_answer(
	const struct sp_ruleset *ruleset, const struct sp_game *view, int seat)
{
	struct sp_command c;
	struct sp_domain domain;

	if (view->decision.kind != SP_DECISION_REACTION)
		return false;
	agent_command_init(&c, view, seat);
	c.verb = SP_VERB_ANSWER;
	sp_law_slots(ruleset, view, seat, &c, &domain);
	return domain.n > 1 || (domain.n == 1 && domain.value[0] != SP_NOTHING);
}
