/* Each thing that the binder says of an order, with the words that a player
 * reads. */
#include "../rules/table.h"
#include "bound_positions.h"
#include "refusal/refusal.h"
#include "setup/setup.h"

/* ---- what is said --------------------------------------------------------- */

struct row {
	enum sp_agent_reason reason;
	void (*position)(struct scene *s);
	const char *order, *words;
};

static const struct row rows[] = {
	{ SP_AGENT_REASON_SHORTEST_WAY, bound_board, "move to e3",
		"the shortest way: e e" },
	{ SP_AGENT_REASON_PART_OF_WAY, bound_board, "move towards f1",
		"as far as f3: e e e; 2 more steps to go" },
	{ SP_AGENT_REASON_PART_OF_WAY, bound_board, "move towards g3",
		"as far as f3: e e e; 1 more step to go" },
	{ SP_AGENT_REASON_NOTED_COUNTER, bound_declaring,
		"when attacked: counter with full shield",
		"noted: when attacked: counter with Full Shield; if nothing of that can be played then, your later lines that fit are tried, and else you pass without being asked" },
	{ SP_AGENT_REASON_NOTED_COUNTER, bound_powder,
		"when spell: counter with null powder",
		"noted: when spell: counter with Null Powder; if nothing of that can be played then, your later lines that fit are tried, and else you pass without being asked" },
	{ SP_AGENT_REASON_NOTED_MISSING, bound_declaring,
		"when attacked: counter with shield",
		"noted: when attacked: counter with Shield, though you have no Shield now; if nothing of that can be played then, your later lines that fit are tried, and else you pass without being asked" },
	{ SP_AGENT_REASON_NOTED_MISSING, bound_declaring,
		"when attacked: counter with full shield, then shield",
		"noted: when attacked: counter with Full Shield, then Shield, though you have no Shield now; if nothing of that can be played then, your later lines that fit are tried, and else you pass without being asked" },
	{ SP_AGENT_REASON_NOTED_UNFIT, bound_declaring,
		"when attacked: counter with negate neutral",
		"noted: when attacked: counter with Negate Neutral, though Negate Neutral does not answer that itself, at most another spell that is a part of it: then you pass without being asked" },
	{ SP_AGENT_REASON_NOTED_MISSING, bound_declaring,
		"when spell: counter with negate neutral",
		"noted: when spell: counter with Negate Neutral, though you have no Negate Neutral now; if nothing of that can be played then, your later lines that fit are tried, and else you pass without being asked" },
	{ SP_AGENT_REASON_NOTED_BEHIND, bound_declared_pass,
		"when attacked: counter with full shield",
		"noted: when attacked: counter with Full Shield; but your earlier line, when asked, decides first where both fit: `forget when asked` takes that back" },
	{ SP_AGENT_REASON_NOTED_BEHIND, bound_declared_ask,
		"when attacked by red: pass",
		"noted: when attacked by red: pass; but your earlier line, when attacked, decides first where both fit: `forget when attacked` takes that back" },
	{ SP_AGENT_REASON_NOTED_BEHIND, bound_declared_spells,
		"when attacked by spell: counter with full shield",
		"noted: when attacked by spell: counter with Full Shield; but your earlier line, when spell, decides first where both fit: `forget when spell` takes that back" },
	{ SP_AGENT_REASON_NOTED_PASS, bound_declared_spells,
		"when attacked by punch: pass",
		"noted: when attacked by punch: pass" },
	{ SP_AGENT_REASON_NOTED_ATTACKS, bound_declaring, "when spell: pass",
		"noted: when spell: pass; that passes on spells that attack you, too: put a line for those before it" },
	{ SP_AGENT_REASON_NOTED_PASS, bound_declaring,
		"when attacked by red: pass",
		"noted: when attacked by red: pass" },
	{ SP_AGENT_REASON_NOTED_PASS, bound_declaring, "when asked: ask",
		"noted: when asked: ask" },
	{ SP_AGENT_REASON_NOTED_ASK, bound_declared_counter, "when asked: ask",
		"noted: when asked: ask; but if a counter of an earlier line that fits could not be played, this means pass" },
	{ SP_AGENT_REASON_FORGOTTEN, bound_declaring, "forget when damaged",
		"forgotten: when damaged: pass" },
	{ SP_AGENT_REASON_FORGOTTEN_ALL, bound_declaring, "forget all",
		"forgotten, all of them" },
	{ SP_AGENT_REASON_WAYS_OUT, bound_corner, "move e",
		"there is a wall east of a1; you can go s" },
	{ SP_AGENT_REASON_WAYS_OUT, bound_strong, "move n n",
		"there is a wall north of c2; you can go e, s" },
	/* what the rules say is all there is to say */
	{ SP_AGENT_REASON_NONE, bound_walled_in, "move e",
		"there is a wall east of c3" },
	{ SP_AGENT_REASON_NONE, bound_twins, "move towards c3",
		"something fills the square a2" },
	{ SP_AGENT_REASON_NONE, bound_attacked_once, "punch blue",
		"you have made the one attack of your turn" },
	{ SP_AGENT_REASON_NONE, bound_attacked_twice, "punch blue",
		"you have made both attacks of your turn" },
	{ SP_AGENT_REASON_NONE, bound_attacked_twice,
		"cast zot hurt at blue with 4",
		"you have made both attacks of your turn" },
	/* a line beside the wizard is called south, too */
	{ SP_AGENT_REASON_NONE, bound_pushed_there, "choose north",
		"north is no answer to what Waterbolt asks; possible: east, south" },
	{ SP_AGENT_REASON_NO_SQUARE, bound_board, "move to z9",
		"this board has no square z9" },
	{ SP_AGENT_REASON_NO_SQUARE, bound_cards, "cast fireball at z9",
		"this board has no square z9" },
	{ SP_AGENT_REASON_WHICH_GOAL, bound_cards, "move towards the treasure",
		"say to which of them, by its square; on the board lie blue's "
		"treasure g2, blue's treasure i4, green's treasure b7, "
		"green's treasure d9" },
	{ SP_AGENT_REASON_NO_GOAL, bound_carried_off, "move to the treasure",
		"no such treasure lies where you could fetch it" },
	{ SP_AGENT_REASON_STANDS_THERE, bound_board, "move to home",
		"you stand there already" },
	{ SP_AGENT_REASON_NO_WAY, bound_walled, "move towards h3",
		"no way leads there: walls, or doors that are shut to you" },
	{ SP_AGENT_REASON_NO_SAFE_WAY, bound_burning, "move to c3",
		"every way there leads through something that would act on you, like Wall of Fire c3/d3 on the shortest, and `to` and `towards` only take safe ones; steps go anywhere" },
	{ SP_AGENT_REASON_SHORTEST_ROUND, bound_slime, "move to i4",
		"the shortest way round what would act on you: s w w w n e e" },
	{ SP_AGENT_REASON_NONE, bound_slime_shut, "move w", "" },
	{ SP_AGENT_REASON_TREASURE_SHED, bound_slime_shut, "move to i4",
		"every way there leads through a door that is shut for you, where the treasure that you carry would stay behind, and `to` and `towards` only take safe ones; steps go anywhere" },
	{ SP_AGENT_REASON_TOO_FAR, bound_board, "move to f1",
		"f1 is 5 moves away and you have 3 left; \"move towards f1\" would go as far as f3" },
	{ SP_AGENT_REASON_NO_EDGE, bound_board, "open z9 north",
		"this board has no edge z9 north" },
	{ SP_AGENT_REASON_NO_EDGE, bound_cards, "cast fireball at z9 north",
		"this board has no edge z9 north" },
	{ SP_AGENT_REASON_NONE_TO_PUNCH, bound_strong, "punch door",
		"nothing beside you can be punched down" },
	{ SP_AGENT_REASON_NONE_TO_OPEN, bound_corner, "open",
		"no door beside you that you could open now" },
	{ SP_AGENT_REASON_NONE_TO_HOLD, bound_corner, "hold",
		"no door beside you that you could hold now" },
	{ SP_AGENT_REASON_NO_TREASURE, bound_board, "pick up",
		"no such treasure lies in your square; on the board lie red's treasure a1, red's treasure e5, blue's treasure g2, blue's treasure i4" },
	{ SP_AGENT_REASON_ITEMS_CARRIED, bound_carried, "drop",
		"you carry no treasure, but items: Dagger, Large Rock" },
	{ SP_AGENT_REASON_ITEMS_INSTEAD, bound_lying, "pick up",
		"no treasure lies in your square, but items: Dagger c3" },
	{ SP_AGENT_REASON_WHICH_ANSWER, bound_carried, "drop object",
		"say which: drop Dagger, or drop Large Rock" },
	{ SP_AGENT_REASON_NONE, bound_lying, "pick up item", "" },
	{ SP_AGENT_REASON_NO_ITEM_CARRIED, bound_cards, "drop object",
		"you carry no item that you could drop" },
	{ SP_AGENT_REASON_NO_ITEM_HERE, bound_no_cards, "pick up something",
		"no item that you could pick up lies in your square" },
	{ SP_AGENT_REASON_NOT_CARRIED, bound_carries, "drop treasure 2",
		"you do not carry that treasure" },
	{ SP_AGENT_REASON_WHICH_ANSWER, bound_treasures, "pick up",
		"say which: pick up blue's treasure 1, or pick up "
		"blue's treasure 2" },
	{ SP_AGENT_REASON_WHICH_ANSWER, bound_strong, "punch wall",
		"say which: punch wall c1/c2, or punch wall b2/c2" },
	{ SP_AGENT_REASON_WHICH_COMMAND, bound_cards, "cast zot at blue",
		"say which: cast Zot! hurt at blue, or cast Zot! stun at blue" },
	{ SP_AGENT_REASON_NO_PASS, bound_board, "pass",
		"there is nothing to pass on; a turn is ended by \"end\"" },
	{ SP_AGENT_REASON_NOT_ASKED, bound_cards, "2",
		"a number answers a numbered question, and none was asked" },
	{ SP_AGENT_REASON_ONE_ANSWER, bound_pushed, "1, 2",
		"the question takes one answer, and these are 2" },
	{ SP_AGENT_REASON_ANSWERS, bound_choice, "9",
		"the question has answers 1 to 4" },
	{ SP_AGENT_REASON_OTHER_LINE, bound_choice, "2 zot",
		"number 2 of the list is Shield: write the number alone" },
	{ SP_AGENT_REASON_OTHER_LINE, bound_pushed, "1 south",
		"number 1 of the list is north: write the number alone" },
	{ SP_AGENT_REASON_NUMBERS, bound_discard, "1, 2, 11",
		"the list has numbers 1 to 10" },
	{ SP_AGENT_REASON_NAMED_TWICE, bound_discard, "1, 1, 2",
		"number 1 is named twice, and Drop Object is there only once" },
	{ SP_AGENT_REASON_TOO_FEW_TO_CHOOSE, bound_choice, "choose zot x2",
		"only 1 Zot! can be chosen" },
	{ SP_AGENT_REASON_TOO_FEW_LIKE, bound_discard, "zot x3",
		"only 2 Zot! can be given up" },
	{ SP_AGENT_REASON_NOTHING_LIKE, bound_discard, "dagger",
		"you have no Dagger that you could give up" },
	{ SP_AGENT_REASON_NOT_LISTED, bound_discard, "discard blue",
		"nothing of the list is called that" },
	{ SP_AGENT_REASON_WHICH_NUMBER, bound_discard_spells, "discard red",
		"say which, by its number: Create Wall, or Fog" },
	{ SP_AGENT_REASON_MORE_NEEDED, bound_discard, "fireball, rock",
		"1 more needed: give up 3 at once; you named Large Rock, Fireball" },
	{ SP_AGENT_REASON_TOO_MANY, bound_discard, "1, 2, 3, 4",
		"that is 4, and you give up 3 only" },
	{ SP_AGENT_REASON_NOT_IN_HAND, bound_cards, "cast create wall at c4 north", "you have no Create Wall in your hand; it holds Full Shield, Zot!, Large Rock, Fire Darts, Energy 4, Energy 5, Fireball" },
	{ SP_AGENT_REASON_NOT_IN_HAND, bound_attacked_twice,
		"cast adrenaline at me",
		"you have no Adrenaline in your hand; it holds Full Shield, Zot!, Large Rock, Fire Darts, Energy 4, Energy 5, Fireball" },
	{ SP_AGENT_REASON_NOT_IN_HAND, bound_attacked_invisible,
		"counter with invisible",
		"you have no Invisible in your hand; it holds Flood" },
	{ SP_AGENT_REASON_NOTED_MISSING, bound_attacked_invisible,
		"when attacked: counter with invisible",
		"noted: when attacked: counter with Invisible, though you have no Invisible now; if nothing of that can be played then, your later lines that fit are tried, and else you pass without being asked" },
	{ SP_AGENT_REASON_NOT_IN_HAND, bound_no_cards, "cast fireball",
		"you have no Fireball in your hand" },
	{ SP_AGENT_REASON_NOT_IN_HAND, bound_twins, "cast fireball",
		"you have no Fireball in your hand; it holds Zot!" },
	{ SP_AGENT_REASON_NOT_HAD, bound_few_cards, "use dagger at blue",
		"you carry no Dagger and have none in your hand; it holds Drop Object, Dispel, Rotate Sector, Swap, Booby Trap, Master Key" },
	{ SP_AGENT_REASON_CANNOT_PAY, bound_cards,
		"cast zot at blue with energy 6",
		"you have no Energy 6 in your hand; your hand has Large Rock (3), Energy 4 (4), Energy 5 (5)" },
	{ SP_AGENT_REASON_NONE_WORTH, bound_cards, "boost 9",
		"no single card of your hand is worth 9; your hand has Large Rock (3), Energy 4 (4), Energy 5 (5)" },
	{ SP_AGENT_REASON_NONE_WORTH, bound_no_cards, "boost 9",
		"no single card of your hand is worth 9; your hand has nothing that pays" },
	{ SP_AGENT_REASON_ONLY_ENERGY, bound_cards, "cast energy 5",
		"Energy 5 is nothing but energy: name it behind \"with\"" },
	{ SP_AGENT_REASON_NOT_LYING, bound_no_cards, "pick up dagger",
		"no Dagger lies on the board" },
	{ SP_AGENT_REASON_NOT_AN_ITEM, bound_cards, "drop rock",
		"you carry no Large Rock" },
	{ SP_AGENT_REASON_NO_SPELL, bound_cards, "end spell fog",
		"no spell Fog of yours is in play" },
	{ SP_AGENT_REASON_NO_SPELL_CALLED, bound_cards, "end spell wall",
		"no spell of yours in play is called that" },
	{ SP_AGENT_REASON_NO_CREATURE, bound_cards, "activate fog",
		"no Fog is on the board as a creature" },
	{ SP_AGENT_REASON_NONE_TO_DISCARD, bound_cards, "discard dagger",
		"you have no Dagger to discard" },
	{ SP_AGENT_REASON_IS_CARRIED, bound_carried, "discard dagger",
		"you carry Dagger: it can only be dropped" },
	{ SP_AGENT_REASON_IS_CARRIED, bound_carried, "end spell dagger",
		"you carry Dagger: it can only be dropped" },
	{ SP_AGENT_REASON_IS_CAST, bound_attacked_twice, "discard adrenaline",
		"your Adrenaline is in play: it can only be ended" },
	{ SP_AGENT_REASON_IS_PERMANENT, bound_permanent, "discard adrenaline",
		"your Adrenaline is in play and permanent: you can neither discard nor end it" },
	{ SP_AGENT_REASON_IN_VAIN, bound_attacked, "counter with flood",
		"what you answer goes on as if you had passed" },
	{ SP_AGENT_REASON_BESIDE, bound_attacked_in_cloak, "counter with flood",
		"what you answer goes on as if you had passed, whatever else Flood does" },
	{ SP_AGENT_REASON_NOT_FOR_THIS, bound_cards,
		"cast fireball at blue rock",
		"your Large Rock cannot be used for this" },
	{ SP_AGENT_REASON_NO_CARD_THERE, bound_cards,
		"cast fireball at blue dagger",
		"no Dagger is there that could be meant" },
	{ SP_AGENT_REASON_NOTHING_THERE, bound_cards, "discard blue",
		"nothing is there that could be meant" },
	{ SP_AGENT_REASON_TURNS, bound_few_cards,
		"cast rotate sector blue by 45",
		"a sector turns by 90, 180 or 270 degrees" },
	{ SP_AGENT_REASON_TOO_FEW_LIKE, bound_cards, "discard zot x2",
		"only 1 Zot! can be given up" },
	{ SP_AGENT_REASON_SAY_MORE, bound_few_cards,
		"cast booby trap at c2, b3, d3, 7 real 1",
		"say more: \"at\" and what" },
	{ SP_AGENT_REASON_NONE_IN_SIGHT, bound_few_cards, "cast dispel",
		"Dispel has no target in sight now" },
	{ SP_AGENT_REASON_NONE_IN_SIGHT, bound_few_cards, "cast swap",
		"Swap has no target in sight now" },
	{ SP_AGENT_REASON_NONE_IN_SIGHT, bound_twins, "cast zot stun",
		"Zot! has no target in sight now" },
	{ SP_AGENT_REASON_NONE_BESIDE, bound_far, "cast pick lock",
		"Pick Lock has no target in your square or beside it now" },
	{ SP_AGENT_REASON_NOTHING_FOR, bound_bare_blade,
		"use wizardblade at blue",
		"there is nothing for \"with\" now" },
	{ SP_AGENT_REASON_NOBODY_FOR, bound_far, "cast globe of pain",
		"there is nothing for \"at\" now; nobody is where you could aim at him" },
	{ SP_AGENT_REASON_CAST_TO_THROW, bound_dagger, "throw dagger",
		"Dagger is still in your hand: cast it first, then say at whom or what you throw it" },
	{ SP_AGENT_REASON_NOBODY_FOR, bound_far, "cast globe",
		"there is nothing for \"at\" now; nobody is where you could aim at him" },
	{ SP_AGENT_REASON_NO_PART, bound_few_cards, "cast master: key",
		"this cannot be a part of Master Key" },
	{ SP_AGENT_REASON_NOT_IN_DEALS, bound_dealing,
		"deal with blue: c4 for nothing",
		"that cannot change hands: name cards, items or the treasure that is carried" },
	{ SP_AGENT_REASON_CARRIED_ALREADY, bound_stones, "cast speedstone",
		"you carry Speedstone already" },
	{ SP_AGENT_REASON_ITEMS_CARRIED, bound_stones, "drop treasure",
		"you carry no treasure, but items: Powerstone, Speedstone" },
	{ SP_AGENT_REASON_WHICH_ANSWER, bound_stones, "drop item",
		"say which: drop Powerstone, or drop Speedstone" },
	{ SP_AGENT_REASON_STILL_IN_HAND, bound_cards, "throw rock at blue",
		"Large Rock is still in your hand: cast it first, then it can be used" },
	{ SP_AGENT_REASON_STILL_IN_HAND, bound_dagger,
		"use dagger stab at blue",
		"Dagger is still in your hand: cast it first, then it can be used" },
	{ SP_AGENT_REASON_STILL_IN_HAND, bound_dagger,
		"cast dagger stab at blue",
		"Dagger is still in your hand: cast it first, then it can be used" },
	{ SP_AGENT_REASON_NO_ENERGY, bound_cards,
		"cast fireball at blue with 5", "Fireball takes no energy" },
	{ SP_AGENT_REASON_NO_MORE_ENERGY, bound_cards,
		"boost with energy 5 + energy 4",
		"this order takes no more energy than that" },
	{ SP_AGENT_REASON_NO_MORE_ENERGY, bound_cards,
		"cast zot hurt at blue with 5 + 4",
		"Zot! takes no more energy than that" },
	{ SP_AGENT_REASON_NO_PAYMENT, bound_cards,
		"cast zot hurt at blue with nothing",
		"expected a card that pays for Zot! behind `with`: name one, or leave `with` out" },
	{ SP_AGENT_REASON_SPEND_WHICH, bound_blade, "use wizardblade at blue",
		"say which card of your hand is spent on it, \"with\" and one of Add, Waterbolt" },
	{ SP_AGENT_REASON_PAYS_NOTHING, bound_cards,
		"boost with energy 5 + fireball",
		"Fireball is worth no energy" },
	{ SP_AGENT_REASON_NO_MORE, bound_cards, "cast fireball at blue, green",
		"that is more than Fireball has to give out" },
	{ SP_AGENT_REASON_NO_USE, bound_cards, "cast fireball at blue push 3",
		"Fireball asks for nothing of the kind; write `cast fireball at WHOM`" },
	{ SP_AGENT_REASON_TOO_LONG, bound_declaring,
		"when attacked by fireball, fire darts, brain burn, powerthrust, psychic storm, thought steal, zot: counter with full shield",
		"that is too long: a declaration has at most 120 letters" },
	{ SP_AGENT_REASON_ALL_DECLARED, bound_declared_all,
		"when attacked: pass",
		"you have 20 declarations, and that is the most" },
	{ SP_AGENT_REASON_NO_ROOM, bound_declared_long, "when attacked: pass",
		"your other declarations leave no room for it: all together have at most 900 letters" },
	{ SP_AGENT_REASON_NEAR_DECLARED, bound_declaring,
		"forget when attacked",
		"you have declared nothing of the kind; the nearest is: when damaged: pass" },
	{ SP_AGENT_REASON_NOTED_PASS, bound_declared_ask, "when attacked: pass",
		"noted: when attacked: pass; it takes the place of: when attacked: ask" },
	{ SP_AGENT_REASON_NOTED_NEVER, bound_declaring,
		"when attacked: counter with fool's gold",
		"noted: when attacked: counter with Fool's Gold, though Fool's Gold never answers that: then you pass without being asked" },
	{ SP_AGENT_REASON_NOT_DECLARED, bound_undeclared,
		"forget when attacked",
		"you have declared nothing of the kind; `declarations` lists what you have" },
	{ SP_AGENT_REASON_TAKES_NO_BY, bound_declaring,
		"when damaged by red: pass",
		"`damaged` takes no `by`, as nobody announces it: write `when damaged: ...`" },
	{ SP_AGENT_REASON_NOT_IN_GAME, bound_no_burn,
		"when attacked by brain burn: pass",
		"Brain Burn is not in this game" },
	{ SP_AGENT_REASON_NEVER_CARD, bound_declaring,
		"when attacked by full shield: pass",
		"Full Shield is never an attack, so this would never be done" },
	{ SP_AGENT_REASON_NEVER_CARD, bound_declaring,
		"when spell by full shield: pass",
		"Full Shield is never a spell, so this would never be done" },
	{ SP_AGENT_REASON_NEVER_CARD, bound_declaring,
		"when countered by fireball: pass",
		"Fireball is never a counter, so this would never be done" },
	{ SP_AGENT_REASON_NEVER_CARD, bound_declaring,
		"when asked by energy 5: pass",
		"Energy 5 is never announced, so this would never be done" },
	{ SP_AGENT_REASON_NEVER_PUNCH, bound_declaring,
		"when spell by punch: pass",
		"a punch is never a spell, so this would never be done; write `when attacked by ...`" },
	{ SP_AGENT_REASON_NEVER_WEAPON, bound_declaring,
		"when countered by weapon: pass",
		"a weapon is never a counter, so this would never be done; write `when attacked by ...`" },
	{ SP_AGENT_REASON_NO_COUNTER, bound_declaring,
		"when attacked: counter with fireball",
		"Fireball counters nothing" },
	{ SP_AGENT_REASON_NO_SCHOOL, bound_draft, "choose fireball",
		"that is no school of cards: choose one of conjuring, alchemy, elemental, mentalism, mutation, thaumaturgy, by its name or its number" },
	{ SP_AGENT_REASON_ONE_ANSWER, bound_draft, "choose alch, mutat",
		"the question takes one answer, and these are 2" },
	{ SP_AGENT_REASON_ONE_ANSWER, bound_draft, "choose alchemy, mutation",
		"the question takes one answer, and these are 2" },
	{ SP_AGENT_REASON_NONE, bound_draft, "choose white cantrip",
		"White Cantrip is in a deck already; possible: conjuring, alchemy, elemental and 3 more" },
	{ SP_AGENT_REASON_NONE, bound_pieces,
		"cast fireball at green around the corner c2",
		"Green is out of sight from the corner c2: name a square that both of you see" },
	{ SP_AGENT_REASON_SAY_MORE, bound_pieces,
		"cast fireball around the corner at green",
		"say more: \"around\" and what" },
	{ SP_AGENT_REASON_PART_BEFORE, bound_adding, "cast create wall at add",
		"Add is a part of another spell: name it, and what belongs to it, before that spell and a colon" },
	/* a word for one of two plays is no target */
	{ SP_AGENT_REASON_NONE, bound_pieces, "cast zot stun at green",
		"Green is out of sight; possible: Blue" },
	{ SP_AGENT_REASON_NONE, bound_pieces,
		"use handful of tacks strew at h5",
		"h5 is not in your square or beside it; possible: c4, c2" },
	/* of a corner, not of other targets */
	{ SP_AGENT_REASON_NONE, bound_pieces,
		"cast around the corner c2: fireball at green",
		"Green is out of sight from the corner c2: name a square that both of you see" },
	{ SP_AGENT_REASON_NONE, bound_pieces,
		"cast around the corner b2: fireball at green",
		"b2 is out of sight" },
	{ SP_AGENT_REASON_NO_LINE, bound_pieces,
		"cast around the corner c2: windrider to d3",
		"Windrider has no line that could bend around a corner" },
	{ SP_AGENT_REASON_NONE, bound_pieces, "cast windrider to d4",
		"d4 is not in one line with you; possible: d3, c4, e3 and 3 more" },
	{ SP_AGENT_REASON_NONE, bound_pieces, "cast windrider to b3",
		"b3 is in line with you, but the door b3/c3 bars the way; possible: c2, d3, c4 and 3 more" },
	{ SP_AGENT_REASON_NONE, bound_attacked_unarmed,
		"counter with null powder",
		"Null Powder is still in your hand: it answers only once you carry it" },
	{ SP_AGENT_REASON_NONE, bound_gravity, "pick up treasure",
		"Gravity does not let you pick that up: it must end first" },
	{ SP_AGENT_REASON_SOME_ANSWERS, bound_choice, "1, 2, 3",
		"the question takes 2 answers, and these are 3" },
	{ SP_AGENT_REASON_TOO_FAR_ROUND, bound_strewn, "move to a1",
		"a1 is 7 moves away, round what would act on you, and you have 6 left; \"move towards a1\" would go as far as a2, and steps go anywhere" },
	{ SP_AGENT_REASON_SHORTEST_ROUND, bound_strewn, "move to a2",
		"the shortest way round what would act on you: s w s w n w" },
	{ SP_AGENT_REASON_PART_ROUND, bound_strewn, "move towards a1",
		"as far as a2, round what would act on you: s w s w n w; 1 more step to go" },
	{ SP_AGENT_REASON_LEADS_AWAY, bound_strewn_slow, "move towards a1",
		"a1 is 7 moves away, round what would act on you, and as far as you get, d2, that leads away from it; steps go anywhere" },
	{ SP_AGENT_REASON_LEADS_AWAY, bound_strewn_slow, "move to a1",
		"a1 is 7 moves away, round what would act on you, and as far as you get, d2, that leads away from it; steps go anywhere" },
	{ SP_AGENT_REASON_TREASURE_STAYS, bound_spoils, "pick up all",
		"that leaves blue's treasure d3: `pick up treasure` takes it up, too" },
	{ SP_AGENT_REASON_WHICH_SIDE, bound_mason, "cast create wall at d4",
		"d4 is a square, and this goes on a line between two: write \"d4 north\", or both squares, like \"c4/c5\"" },
	{ SP_AGENT_REASON_NO_ENERGY_OF, bound_mason, "discard 3",
		"no energy card of 3 is in your hand; it holds Create Wall, Energy 4: name what you discard" },
	{ SP_AGENT_REASON_NONE, bound_mason, "cast create wall at c1/c2",
		"c1/c2 has a wall already; possible: d1/e1, d1/d2, c2/d2 and 16 more" },
	{ SP_AGENT_REASON_WAY_TOO_LONG, bound_pushed, "choose n, e, stop",
		"these are 2 steps, and 1 can be chosen" },
};

/* a table of its own: clang-format loses its way in longer ones */
static const struct row more_rows[] = {
	{ SP_AGENT_REASON_NEVER_KIND, bound_declaring,
		"when attacked, not by neutral: pass",
		"a neutral spell is never an attack, so this would never be done" },
	{ SP_AGENT_REASON_NOTED_PREFER, bound_declaring,
		"when asked to discard: prefer dagger, the cheapest",
		"noted: when asked to discard: prefer Dagger, cheapest; where nothing of that can be done you are asked" },
	{ SP_AGENT_REASON_NOTED_PASS, bound_declared_counter,
		"when pushed by red: ask", "noted: when pushed by red: ask" },
	{ SP_AGENT_REASON_NEVER_FORESEEN, bound_declaring,
		"when pushed, not deadly: prefer w",
		"once you are to choose, `deadly` says nothing: write by, carrying, life, energy, element or distance" },
	{ SP_AGENT_REASON_NO_TRAIT, bound_declaring,
		"when attacked, element cheese: pass",
		"no card is of cheese here; write `element` and one of acid, creation, curse, fire, global, lightning, magic-stone, mundane, thrown-weapon, transformation, trinket, water, weapon" },
	{ SP_AGENT_REASON_TURN_BEGUN, bound_declaring,
		"when attacked: pass until my turn 1",
		"until a turn that is still to come: write `until my turn`, which is your turn 3" },
	{ SP_AGENT_REASON_NO_LEAST, bound_attacked_bare,
		"counter with shield with least",
		"nothing that you can pay for Shield is certain to be enough; write `with` and what you want to pay" },
	{ SP_AGENT_REASON_NOTED_BEHIND_OF, bound_declared_by_red,
		"when attacked by red: counter with full shield",
		"noted: when attacked by red: counter with Full Shield; but your earlier line, when spell by red, decides first where both fit: `forget when spell by red` takes that back" },
	{ SP_AGENT_REASON_NOTED_UNPAID, bound_declaring,
		"when attacked: counter with full shield with energy 7",
		"noted: when attacked: counter with Full Shield with 7, though no other card of your hand is worth 7 now; if nothing of that can be played then, your later lines that fit are tried, and else you pass without being asked" },
	{ SP_AGENT_REASON_NOTED_UNPAID, bound_declaring,
		"when attacked: counter with full shield with energy 6",
		"noted: when attacked: counter with Full Shield with Energy 6, though no other card of your hand is worth 6 now; if nothing of that can be played then, your later lines that fit are tried, and else you pass without being asked" },
	{ SP_AGENT_REASON_NOTED_COUNTER, bound_earth,
		"when attacked: counter with wall of earth c4 east",
		"noted: when attacked: counter with Wall of Earth c4 east; if nothing of that can be played then, your later lines that fit are tried, and else you pass without being asked" },
	{ SP_AGENT_REASON_NOTED_PLACE, bound_earth,
		"when attacked: counter with full shield, then wall of earth",
		"noted: when attacked: counter with Full Shield, then Wall of Earth; where more than one place fits, Wall of Earth is left out, as the line names none (\"at\"); if nothing else can be played then, your later lines that fit are tried, and else you pass without being asked" },
	{ SP_AGENT_REASON_ADDS_TWO, bound_adding, "boost with add energy 4",
		"Add adds two cards of your hand up: write \"with Add A + B\" with both of them" },
	{ SP_AGENT_REASON_ADDS_IN_TURN, bound_attacked_adding,
		"counter with shield with add energy 4 + energy 5",
		"Add adds nothing up outside your own turn" },
	{ SP_AGENT_REASON_NO_WEAPON, bound_adding, "use energy 4 at blue",
		"Energy 4 is nothing but energy and strikes nobody: an item that takes it is named first, like \"use ITEM at WHOM with Energy 4\"" },
	{ SP_AGENT_REASON_NEVER_USED, bound_stones, "use speedstone",
		"Speedstone is neither used nor thrown: it works by itself while you carry it" },
	{ SP_AGENT_REASON_LIES_THERE, bound_lying, "throw dagger at blue",
		"you do not carry Dagger: it lies on the board (Dagger c3), and is picked up in its square" },
	{ SP_AGENT_REASON_DEFAULTS_DROPPED, bound_declaring, "forget defaults",
		"the public defaults are dropped: you are asked whenever you might answer; `defaults on` brings them back" },
	{ SP_AGENT_REASON_DEFAULTS_GONE, bound_defaults_off, "drop defaults",
		"the public defaults are dropped already; `defaults on` brings them back" },
	{ SP_AGENT_REASON_DEFAULTS_BACK, bound_defaults_off, "defaults on",
		"the public defaults stand again, behind your own lines" },
	{ SP_AGENT_REASON_DEFAULTS_STAND, bound_declaring, "defaults on",
		"the public defaults stand already; `forget defaults` drops them" },
	{ SP_AGENT_REASON_NO_ROOM, bound_declared_long, "defaults off",
		"your other declarations leave no room for it: all together have at most 900 letters" },
	{ SP_AGENT_REASON_NO_DECLARATION, bound_declaring, "undeclare 2",
		"you have no declaration 2: the last one is 1; `declarations` lists them" },
	{ SP_AGENT_REASON_NOT_DECLARED, bound_undeclared, "forget 1",
		"you have declared nothing of the kind; `declarations` lists what you have" },
	{ SP_AGENT_REASON_FORGOTTEN, bound_declaring, "undeclare 1",
		"forgotten: when damaged: pass" },
	{ SP_AGENT_REASON_WAY_LATER, bound_water,
		"cast waterbolt at blue push 1 e",
		"leave the way out: you are asked for it once this is cast" },
};

static const char *const names[] = { "NONE",
#define X(name) #name,
	SP_AGENT_REASONS(X)
#undef X
};

/* Give the order of red's. */
static void give(const struct scene *s, const char *text, struct sp_bound *out)
{
	static struct sp_order_vocable vocable[SP_VOCABLE_MAX];
	static struct sp_game view;
	struct sp_order_words words = { .word = vocable };
	char gone[SP_DECLARATION_SIZE];
	const struct sp_order *order;
	struct sp_orders orders;

	sp_game_view(&s->g, 0, &view);
	words.n = sp_vocable_words(s->ruleset, &view, 0, vocable);
	words.asked = (uint8_t)sp_vocable_asked(&view, 0);
	sp_order_parse(&orders, text, strlen(text), &words);
	EQUAL_INT_FATAL(orders.n, 1);
	if (orders.line[0].line_class != SP_LINE_ORDER)
		printf("\nno order: %s\n", text);
	EQUAL_INT_FATAL(orders.line[0].line_class, SP_LINE_ORDER);
	order = &orders.line[0].order;
	if (order->kind == SP_ORDER_WHEN)
		(void)sp_declare_add(
			&bound_declared, s->ruleset, &view, 0, order, out);
	else if (order->kind == SP_ORDER_FORGET ||
		 order->kind == SP_ORDER_DEFAULTS)
		(void)sp_declare_forget(
			&bound_declared, s->ruleset, &view, order, out, gone);
	else
		(void)sp_declare_bind(s->ruleset, &view, 0, order, out);
	sp_order_clear(&orders);
	(void)agent_test_words(s->ruleset, &view, out);
}

static void check_row(const struct row *row, bool seen[])
{
	struct sp_bound bound;
	struct scene s;

	row->position(&s);
	give(&s, row->order, &bound);
	EQUAL_STRING(names[bound.note.reason], names[row->reason]);
	EQUAL_STRING(agent_test_last(), row->words);
	seen[bound.note.reason] = true;
}

TEST("refusal/bound", "whatever the binder says has its sentence")
{
	bool seen[SP_AGENT_REASON_COUNT] = { false };

	for (size_t i = 0; i < SP_ARRAY_LEN(rows); i++)
		check_row(&rows[i], seen);
	for (size_t i = 0; i < SP_ARRAY_LEN(more_rows); i++)
		check_row(&more_rows[i], seen);
	/* the last resort, which no order is known to come to */
	seen[SP_AGENT_REASON_NOT_NOW] = true;
	/* of a mail, which has more than one order */
	seen[SP_AGENT_REASON_FORGOTTEN_BEFORE] = true;
	for (int reason = 1; reason < SP_AGENT_REASON_COUNT; reason++) {
		if (!seen[reason])
			printf("\nno row for SP_AGENT_REASON_%s\n",
				names[reason]);
		CU_ASSERT_TRUE(seen[reason]);
	}
}

/* What is meant instead keeps the target of a line that bends. */
TEST("refusal/bound", "another corner, the same target")
{
	struct sp_bound bound;
	struct scene s;

	bound_pieces(&s);
	give(&s, "cast around the corner a10: fireball at blue", &bound);
	EQUAL_STRING(agent_test_last(),
		"a10 is out of sight; possible: c3, d3, g3 and 2 more");
	EQUAL_STRING(bound.suggestion, "");
	/* no corner would do */
	give(&s, "cast around the corner c2: fireball at green", &bound);
	EQUAL_STRING(bound.suggestion, "");
	/* nor another target */
	give(&s, "cast zot stun at green", &bound);
	EQUAL_STRING(bound.suggestion, "");
}

TEST("refusal/bound", "what a card needs is said")
{
	struct sp_bound bound;
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "c5");
	scene_put(&s, 1, "c5");
	table_hand(&s, 0, "big-man-form#1 create-wall#1");
	give(&s, "cast big man form", &bound);
	EQUAL_STRING(agent_test_last(),
		"Big Man Form needs your square for itself, and somebody else "
		"is in it");
	give(&s, "cast create wall at c5 south", &bound);
	CU_ASSERT_TRUE(sp_starts(agent_test_last(),
		"c5 south leads off the map, and nothing can be made there"));
}

/* A list too long for a line of a receipt ends where the room does. */
TEST("refusal/bound", "a long list is cut")
{
	struct sp_bound bound;
	struct scene s;
	int n = 0;

	bound_no_cards(&s);
	for (int c = 0; c < s.ruleset->n_copies && n < 60; c++) {
		if (s.g.place[c].zone == SP_ZONE_DECK &&
			s.ruleset->type[c] != sp_card_ruleset_card_id(
						      s.ruleset, "fireball")) {
			sp_game_put_card(&s.g, c, SP_ZONE_HAND, 0);
			n++;
		}
	}
	EQUAL_INT(n, 60);
	give(&s, "cast fireball", &bound);
	EQUAL_INT(strlen(agent_test_last()), 319);
	CU_ASSERT_TRUE(sp_starts(agent_test_last(),
		"you have no Fireball in your hand; it holds "));
}

TEST("refusal/bound", "one move is no moves")
{
	struct sp_bound bound;
	struct scene s;

	bound_board(&s);
	s.g.moves = 1;
	give(&s, "move to e3", &bound);
	EQUAL_STRING(agent_test_last(),
		"e3 is 2 moves away and you have 1 left; \"move towards "
		"e3\" would go as far as d3");
}
