/* The schools of which a deck may be made. */
#include "card.h"

bool sp_card_school_is_dealt(const struct sp_ruleset *r, int school)
{
	const struct sp_school *s = &r->school[school];

	for (int card = s->first; s->ready && card < s->first + s->n; card++) {
		int before = 0;

		while (before < s->first && r->type[before] != r->type[card])
			before++;
		if (before == s->first)
			return true;
	}
	return false;
}

static unsigned dealt(const struct sp_ruleset *r, unsigned of)
{
	unsigned schools = 0;

	for (int i = 0; i < r->n_schools; i++)
		if ((of >> i & 1U) != 0 && sp_card_school_is_dealt(r, i))
			schools |= 1U << i;
	return schools;
}

unsigned sp_card_schools_beside(const struct sp_ruleset *r)
{
	return dealt(r, ~(r->schools_always | r->schools_second));
}

unsigned sp_card_schools_always(const struct sp_ruleset *r)
{
	return dealt(r, r->schools_always);
}

unsigned sp_card_schools_second(const struct sp_ruleset *r)
{
	unsigned schools = 0;

	for (int i = 0; i < r->n_schools; i++)
		if ((r->schools_second >> i & 1U) != 0 && r->school[i].ready)
			schools |= 1U << i;
	return schools;
}

int sp_card_school_of(const struct sp_ruleset *r, const char *id, size_t len)
{
	for (int i = 0; i < r->n_schools; i++)
		if (strlen(r->school[i].id) == len &&
			strncmp(r->school[i].id, id, len) == 0)
			return i;
	return -1;
}

unsigned sp_card_schools_of(const struct sp_ruleset *r, const char *list)
{
	unsigned schools = 0;
	int n = 0;

	for (const char *at = list;; at++) {
		size_t len = strcspn(at, ",");
		int school = sp_card_school_of(r, at, len);

		if (school < 0 || (schools >> school & 1U) != 0 ||
			(sp_card_schools_beside(r) >> school & 1U) == 0)
			return 0;
		schools |= 1U << school;
		n++;
		at += len;
		if (*at == '\0')
			return n == r->schools_beside ? schools : 0;
	}
}

unsigned sp_card_schools_left(
	const struct sp_ruleset *r, const struct sp_game *g)
{
	unsigned left = sp_card_schools_beside(r);

	for (int i = 0; i < SP_PILES_MAX; i++)
		left &= ~g->schools[i];
	return left;
}

int sp_card_school_copies(const struct sp_ruleset *r, int school, int type)
{
	const struct sp_school *s = &r->school[school];
	int n = 0;

	for (int i = s->first; i < s->first + s->n; i++)
		n += r->type[i] == type;
	return n;
}
