#include "volume.h"

#include <assert.h>

static const char *const words[] = { "",
#define X(name, word) word,
	SP_VOLUMES(X)
#undef X
};

const char *sp_volume_word(enum sp_volume volume)
{
	assert(volume < SP_VOLUME_COUNT);
	return words[volume];
}

enum sp_volume sp_volume_find(const char *word)
{
	int i = SP_VOLUME_COUNT - 1;

	while (i > SP_VOLUME_UNSAID && !sp_streq(words[i], word))
		i--;
	return (enum sp_volume)i;
}
