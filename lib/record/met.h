/*
 * Which kinds of cards a seat has met, from the record of its game alone.
 */
#ifndef SP_RECORD_MET_H
#define SP_RECORD_MET_H

#include "record/live.h"

/* A turn begins with live->head: note by which hand. */
void sp_record_met_note(const struct sp_live *live);

/* met[t], for each type t of a card in the hand that the seat sees: it held one
 * when one of its turns began, and has given an order in that turn, or the turn
 * is over. So a card is new from when it comes into the hand until the first
 * order of its holder's next turn, and every mail in between says the same. A
 * turn that was undone counts: the mail about it went out. The same record
 * gives the same answer; live->met saves reading it again. */
int sp_record_met(const struct sp_live *live, int seat,
	bool met[SP_CARD_TYPES_MAX], struct sp_error *e) SP_MUST_CHECK;

#endif
