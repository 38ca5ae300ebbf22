/*
 * Refusals in words: refusal.c of every game, refusal_card.c of those with
 * cards, refusal_target.c of what is aimed at, refusal_slot.c what the slots of
 * cards ask for, refusal_names.c what all of
 * them are about.
 */
#ifndef SP_REFUSAL_PRIVATE_H
#define SP_REFUSAL_PRIVATE_H

#include "refusal/refusal.h"
#include "render/render.h"

#define REFUSAL_SIZE 240

/* One refusal being worded. */
struct refusal_wording {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	const struct sp_refusal *why;
	char *text; /* REFUSAL_SIZE bytes */
};

void refusal_add(const struct refusal_wording *w, const char *fmt, ...)
	SP_PRINTF(2, 3);
/* An argument of the refusal; SP_NOTHING: it has none of that name. */
sp_value refusal_argument(
	const struct refusal_wording *w, enum sp_argument_name name);
/* Who was to do what is refused: the wizard, or the creature that acts. */
int refusal_actor(const struct refusal_wording *w);
/* Name what the refused command has or could have; "" for what has no name
 * worth telling. */
void refusal_name(const struct refusal_wording *w, sp_value v,
	char out[SP_RENDER_NAME_SIZE]);
/* Name an offer as an order writes it. */
void refusal_name_offer(const struct refusal_wording *w, sp_value v,
	char out[SP_RENDER_NAME_SIZE]);
/* Name the card that is being cast or used: "Fireball", "this". */
void refusal_card_name(
	const struct refusal_wording *w, char out[SP_RENDER_NAME_SIZE]);
/* Add what would be legal behind the reason: "; possible: Red, Blue and 3
 * more". `before` stands before the first. */
void refusal_add_offer(const struct refusal_wording *w, const char *before);
/* Say of what was answered why it will not do, and what would: "i4 is out of
 * sight; possible: ..." */
void refusal_say_target(const struct refusal_wording *w, const char *reason);
/* Say of a card why it will not do, and which would. */
void refusal_say_hand(const struct refusal_wording *w, const char *reason);
/* refusal_target.c: say what is wrong with the target. False: it is not about
 * one. */
bool refusal_target(const struct refusal_wording *w);
/* refusal_slot.c: true if a condition of the slot that was answered calls that
 * function, an enum sp_function. */
bool refusal_asks_for(const struct refusal_wording *w, int fn);
/* True if the play asks who stands in the player's square, and somebody else
 * does. */
bool refusal_is_joined(
	const struct refusal_wording *w, const struct sp_card_play *play);
/* True if the condition (an expression's index; -1) is that the player carries
 * a treasure, and nothing else. */
bool refusal_wants_treasure(const struct refusal_wording *w, int condition);
/* True if the slot takes no treasure for someone who carries one, and that is
 * so. */
bool refusal_carries_already(const struct refusal_wording *w);
/* The energy, if the number that was answered is above it, and only that is
 * wrong; else SP_NOTHING. */
sp_value refusal_energy_limit(const struct refusal_wording *w);
/* refusal_counter.c: add why the card is no answer to what is announced, where
 * its points or what it takes off tell. */
void refusal_say_no_answer(
	const struct refusal_wording *w, const struct sp_card *card);
/* Say of a card that is never played by itself in which orders it has a part.
 * False: it is not such a card. */
bool refusal_say_part(const struct refusal_wording *w);
/* What only games with cards refuse, with what would be legal. */
void refusal_card(const struct refusal_wording *w);

/* True if a card is cast and the slot takes spells in play. */
bool refusal_ends_spell(const struct refusal_wording *w);
/* Why the thing that was answered, by its name, is no target of the card: it
 * may lie on no border line, be a door where a wall is asked for, or be carried
 * where what lies on the board is. */
const char *refusal_no_line(const struct refusal_wording *w);
/* True if the slot takes walls or doors, and none stands on the line that was
 * answered. */
bool refusal_misses_wall(const struct refusal_wording *w);
/* Why the line that was answered, where nothing stands that the slot takes, is
 * none: "has no wall", or `other` where a door would do, too. */
const char *refusal_no_wall(const struct refusal_wording *w, const char *other);
/* True if the slot takes lines without a wall, as what makes something does. */
bool refusal_makes_line(const struct refusal_wording *w);
/* True if the slot takes no line with what stands on the one that was answered;
 * `words` say what that is. */
bool refusal_is_line_taken(
	const struct refusal_wording *w, char *words, size_t size);

/* refusal_attack.c: the type of the card in play by which whoever was answered
 * cannot be attacked; -1. */
int refusal_who_spares(const struct refusal_wording *w);
/* refusal_attack.c: say that who is stunned may not do both; that no further
 * attack, or none yet, is allowed; what forbids the doing, by its name if one
 * card does that to one of two statistics. */
void refusal_say_stunned(const struct refusal_wording *w);
void refusal_say_attack(const struct refusal_wording *w);
void refusal_say_forbidden(const struct refusal_wording *w, const char *what,
	enum sp_stat stat, enum sp_stat other);

/* refusal_line.c: say of the refused square that it is in line with the wizard,
 * and what bars a flight there. False: it is in no line, or nothing bars it. */
bool refusal_bars_line(
	const struct refusal_wording *w, char *words, size_t size);

#endif
