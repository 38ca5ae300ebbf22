/*
 * What a card says of itself, made from its data: its text, its plays and the
 * orders that make them; and a hand of them.
 */
#ifndef SP_CARDTEXT_H
#define SP_CARDTEXT_H

#include "base/base.h"
#include "base/json.h"
#include "card/card.h"
#include "game/game.h"

/* A type of card for whoever asks for it by name: its text; of each play type,
 * range, duration, what else its data say, the form of its order and what may
 * be filled in there; what it lays on the board, energy, traits with their
 * meaning, copies in each school, official or designed, ready or a draft. Lines
 * end with newlines and are wrapped. */
void sp_cardtext_page(
	const struct sp_ruleset *ruleset, int type, struct sp_buf *out);
/* The name of a card as one types it: "zot" of "Zot!". */
void sp_cardtext_add_typed(const struct sp_card *card, struct sp_buf *out);
/* Takes one form of an order; borrowed for the call. */
typedef void sp_cardtext_take_form(void *with, const char *form);
/* The orders that make a play, one or two: "cast zot stun at WHOM". Words in
 * capitals stand for what the player fills in, brackets hold what may be left
 * out. A play that nobody orders (`universe`) has none. */
void sp_cardtext_play_forms(const struct sp_ruleset *r,
	const struct sp_card *card, const struct sp_card_play *p,
	sp_cardtext_take_form *take, void *with);
/* The orders in which a card that is nothing but energy pays. */
void sp_cardtext_energy_forms(
	const struct sp_card *card, sp_cardtext_take_form *take, void *with);
/* What a card is worth as energy: "4", "d4+2". */
void sp_cardtext_add_worth(const struct sp_card *card, struct sp_buf *out);
#define SP_CARDTEXT_FORM 240
/* What may be written for those words: "WHOM: a wizard; TURNS: ...". Nothing if
 * the play asks for nothing. */
void sp_cardtext_play_meanings(const struct sp_ruleset *r,
	const struct sp_card_play *p, struct sp_buf *out);
/* What a play is and what it costs, without a full stop: "attack spell; in
 * sight; done at once; fuelled"; if `brief`, that it is done at once goes
 * without saying. */
void sp_cardtext_play_facts(const struct sp_ruleset *r,
	const struct sp_card_play *p, bool brief, struct sp_buf *out);
/* What its data say of a card besides its plays: the things and creatures that
 * it brings to the board ("on the board: bars sight; 1 crack destroys it"),
 * whether it is an illusion, and whether what it does later is no attack. The
 * buffer is empty before, and after it if there is nothing. */
void sp_cardtext_facts(const struct sp_ruleset *r, const struct sp_card *card,
	struct sp_buf *out);
/* The traits of a card with what they mean: "curse (an attack whose ...), ...".
 * Those in `told`, bits by ruleset.trait, are named alone; the others join it.
 */
void sp_cardtext_add_traits(const struct sp_ruleset *r,
	const struct sp_card *card, uint64_t *told, struct sp_buf *out);
/* The text of a card as it stands beside its name in a hand: whole, in small
 * letters, without the final full stop. */
void sp_cardtext_brief(const struct sp_card *card, struct sp_buf *out);

/* Append what a thing of the card does to whoever comes to where it lies, in
 * few words: "whoever enters takes 3 damage", "nobody enters"; nothing if it
 * does nothing. */
void sp_cardtext_add_hazard(const struct sp_ruleset *r,
	const struct sp_card *card, struct sp_buf *out);
/* What a slot asks for (enum sp_asks): "a square", "yes or no". */
const char *sp_cardtext_asked_for(int asks);
/* Add the rule of a card to `lines`; `who`: whom its "you" means, NULL where
 * that is clear. */
void sp_cardtext_quote(
	const struct sp_card *card, const char *who, json_t *lines);

/* The hand of a seat as a list, equal cards as one (templates/README.md,
 * "hand"). A type that is not in `met` stands there with its whole rule, any
 * other with its text; NULL: each with its whole rule. The caller owns it. */
json_t *sp_cardtext_hand(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int seat, const bool met[SP_CARD_TYPES_MAX]);

/* What a seat carries or maintains that is used by an order, as a list, equal
 * cards as one (templates/README.md, "in_play"). The caller owns it. */
json_t *sp_cardtext_in_play(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat);

#endif
