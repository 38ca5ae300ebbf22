/*
 * The static data of a ruleset: look-ups, and sectors as they lie turned.
 */
#include "board_private.h"

const struct sp_sector *sp_board_boardset_sector(
	const struct sp_boardset *set, const char *id)
{
	for (unsigned i = 0; i < set->n_sectors; i++)
		if (sp_streq(set->sector[i].id, id))
			return &set->sector[i];
	return NULL;
}

const struct sp_layout *sp_board_boardset_layout(
	const struct sp_boardset *set, const char *id)
{
	for (unsigned i = 0; i < set->n_layouts; i++)
		if (sp_streq(set->layout[i].id, id))
			return &set->layout[i];
	return NULL;
}

/* Is `name` one of the blank-separated words? */
static bool among(const char *words, const char *name)
{
	struct sp_line line = { .text = words, .len = strlen(words) };
	struct sp_word word;

	while (board_line_word(&line, &word))
		if (board_word_is(&word, name))
			return true;
	return false;
}

const struct sp_sector *sp_board_boardset_home(
	const struct sp_boardset *set, const char *setname, const char *colour)
{
	for (unsigned i = 0; i < set->n_sectors; i++)
		if (sp_streq(set->sector[i].colour, colour) &&
			among(set->sector[i].set, setname))
			return &set->sector[i];
	return NULL;
}

static uint8_t turned_square(uint8_t square)
{
	unsigned r = square / SP_SIDE;
	unsigned c = square % SP_SIDE;

	return (uint8_t)(c * SP_SIDE + SP_SIDE - 1 - r);
}

static void quarter_turn(struct sp_sector *s)
{
	struct sp_sector in = *s;

	for (unsigned line = 0; line <= SP_SIDE; line++)
		for (unsigned i = 0; i < SP_SIDE; i++) {
			s->down[i][SP_SIDE - line] = in.across[line][i];
			s->across[line][SP_SIDE - 1 - i] = in.down[i][line];
		}
	s->home = turned_square(in.home);
	for (unsigned i = 0; i < SP_ARRAY_LEN(s->treasure); i++)
		s->treasure[i] = turned_square(in.treasure[i]);
}

void board_sector_turned(
	struct sp_sector *out, const struct sp_sector *in, unsigned turn)
{
	*out = *in;
	for (unsigned i = 0; i < turn % SP_DIRS; i++)
		quarter_turn(out);
}
