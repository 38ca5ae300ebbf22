/* Names to choose from. */
#include "mistake/mistake.h"

bool sp_mistake_list_add(struct sp_order_listed *listed, const char *name)
{
	size_t len = strlen(name);

	/* a comma and a blank are a byte more than the NUL */
	if (listed->used + listed->n + len >= sizeof(listed->text))
		return false;
	memcpy(listed->text + listed->used, name, len + 1);
	listed->used = (uint8_t)(listed->used + len + 1);
	listed->n++;
	return true;
}
