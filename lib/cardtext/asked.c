/* What a card asks for, in words. */
#include "cardtext/cardtext.h"

const char *sp_cardtext_asked_for(int asks)
{
	static const char *const words[] = {
		[SP_ASK_WIZARD] = "a wizard",
		[SP_ASK_ANYONE] = "a wizard",
		[SP_ASK_CREATURE] = "a wizard or creature",
		[SP_ASK_TARGET] = "a target",
		[SP_ASK_OBJECT] = "an object",
		[SP_ASK_SQUARE] = "a square",
		[SP_ASK_EMPTY] = "an empty square",
		[SP_ASK_BORDER] = "a border line",
		[SP_ASK_WALL] = "a wall",
		[SP_ASK_DOOR] = "a door",
		[SP_ASK_SECTOR] = "a sector",
		[SP_ASK_SPELL] = "a spell in play",
		[SP_ASK_STACK] = "what is announced",
		[SP_ASK_CARRIED] = "an item",
		[SP_ASK_LOOT] = "an item or treasure",
		[SP_ASK_LOOSE] = "a thing or treasure",
		[SP_ASK_TREASURE] = "a treasure",
		[SP_ASK_HAND] = "a card of that hand",
		[SP_ASK_MINE] = "what you give up",
		[SP_ASK_CARD] = "one of the cards",
		[SP_ASK_NUMBER] = "a number",
		[SP_ASK_DIRECTION] = "a direction",
		[SP_ASK_STEP] = "a step",
		[SP_ASK_TURN] = "a turn, in degrees",
		[SP_ASK_YES] = "yes or no",
		[SP_ASK_ENERGY] = "what pays",
	};

	return words[asks];
}
