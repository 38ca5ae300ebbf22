/*
 * The steps of an own walk, in the locals of its frame: eight in each of the
 * first, how many there are in the next; which of them lead through links is in
 * the last ones, a bit for each.
 */
#include "stack/frame.h"

#define STEPS_IN_LOCAL 8
#define LOCAL_COUNT    8
#define LOCAL_LINKS    11 /* SP_NOTHING if none of its steps does */
#define BITS_IN_LOCAL  16

_Static_assert(SP_MOVES_MAX + 1 <= LOCAL_COUNT * STEPS_IN_LOCAL,
	"every walk of a command finds room");
_Static_assert(SP_MOVES_MAX + 1 <= (SP_LOCALS - LOCAL_LINKS) * BITS_IN_LOCAL,
	"every link of a walk finds room");

static void mark_link(struct sp_frame *f, int step)
{
	sp_value *word = &f->local[LOCAL_LINKS + step / BITS_IN_LOCAL];

	if (*word == SP_NOTHING)
		*word = 0;
	*word |= 1 << step % BITS_IN_LOCAL;
}

static bool is_through_link(const struct sp_frame *f, int step)
{
	sp_value word = f->local[LOCAL_LINKS + step / BITS_IN_LOCAL];

	return word != SP_NOTHING && (word >> step % BITS_IN_LOCAL & 1) != 0;
}

void sp_stack_steps_put(struct sp_frame *f, const sp_value steps[], int n)
{
	f->local[LOCAL_COUNT] = n;
	for (int i = 0; i < n; i++) {
		sp_value *word = &f->local[i / STEPS_IN_LOCAL];

		if (i % STEPS_IN_LOCAL == 0)
			*word = 0;
		if (steps[i] == SP_THROUGH)
			mark_link(f, i);
		else
			*word |= steps[i] << 2 * (i % STEPS_IN_LOCAL);
	}
}

int sp_stack_steps_next(const struct sp_frame *f)
{
	int i = f->local[LOCAL_COUNT] - f->walk.left;

	if (is_through_link(f, i))
		return SP_THROUGH;
	return f->local[i / STEPS_IN_LOCAL] >> 2 * (i % STEPS_IN_LOCAL) & 3;
}
