/*
 * The words of card files, in tables: what a program may do, ask, and know.
 * The loader checks cards against them, the rules carry them out, and
 * games/README.md is their manual (a test compares the two). A card that truly
 * needs something new adds a line here.
 *
 * The order of a table is no contract: nothing in a game's record holds these
 * numbers. A position names an operation by card, program and its place in the
 * document (see struct sp_frame). Only SP_CARD_EVENTS grows at its end alone:
 * the frame whose triggers run has the number of its event.
 */
#ifndef SP_VOCABULARY_H
#define SP_VOCABULARY_H

/* Kinds of values: SP_KINDS in game.h. */

/* ---- what a play is -------------------------------------------------------
 * X(symbol, word) */
#define SP_PLAY_TYPES(X)                                                       \
	X(ATTACK, "attack")     /* an attack spell, the attack of the turn */  \
	X(NEUTRAL, "neutral")   /* a neutral spell */                          \
	X(COUNTER, "counter")   /* a counter spell, at a reaction point */     \
	X(PHYSICAL, "physical") /* an attack without a spell: weapon, throw */ \
	X(USE, "use")           /* a carried item or maintained spell used */  \
	X(ITEM, "item")         /* an item card played: it is carried */

#define SP_SOURCES(X)                                                          \
	X(HAND, "hand")                                                        \
	X(CARRIED, "carried")       /* an item that one carries */             \
	X(MAINTAINED, "maintained") /* a spell of one's own in play */         \
	X(BOARD, "board")           /* the object as it lies there */

/* When a play may be made. */
#define SP_WHENS(X)                                                            \
	X(ACTION, "action")     /* in the own move phase */                    \
	X(MODIFIER, "modifier") /* as a part of another spell of one's own */  \
	X(REACTION, "reaction") /* at its `points` */                          \
	X(UNIVERSE, "universe") /* by nobody: the operation `strike` */

/* Reaction points: a seat may answer what is announced, or what happens. Which
 * of them a game has, and where nobody is asked who does not watch it, is the
 * ruleset's (`points`). The table grows at its end alone: a standing watch has
 * the number of its point. */
#define SP_POINTS(X)                                                           \
	X(ATTACK, "attack")     /* an attack spell is announced */             \
	X(PHYSICAL, "physical") /* a punch, weapon, throw is announced */      \
	X(NEUTRAL, "neutral")   /* a neutral spell, or a modifier */           \
	X(COUNTER, "counter")   /* a counter spell */                          \
	X(DAMAGE, "damage")     /* damage that no announcement offered */      \
	X(TREASURE, "treasure") /* a treasure is picked up */                  \
	X(STEP, "step")         /* who took a step, to the square what */      \
	X(TURN, "turn")         /* his turn begins, no time has passed yet */  \
	X(MOVE, "move")         /* his move phase begins */                    \
	X(DRAW, "draw")         /* his move phase is over */                   \
	X(END, "end")           /* his turn ends */                            \
	X(DRAWN, "drawn")       /* he drew `amount` cards */                   \
	X(DIE, "die")           /* a die of his of so many faces (what) shows  \
				   `amount` */
/* How a point is there. */
#define SP_POINT_MODES(X)                                                      \
	X(OFF, "off")         /* nobody is asked */                            \
	X(ASKED, "asked")     /* whoever may answer is asked */                \
	X(WATCHED, "watched") /* of those, who watches it */
/* Who plays first among answers of one class. */
#define SP_WITHINS(X)                                                          \
	X(TURN, "turn") /* in turn order from the active seat's left */        \
	X(REVERSED,                                                            \
		"reversed") /* the other way round: the last comes first */    \
	X(RANDOM, "random") /* a die says, before each answer */
/* What may change hands in a deal. */
#define SP_DEALT(X)                                                            \
	X(CARDS, "cards")                                                      \
	X(ITEMS, "items")                                                      \
	X(TREASURES, "treasures")

/* What answers do; in which order they are played is the ruleset's
 * (`answers`). */
#define SP_CLASSES(X)                                                          \
	X(CANCEL, "cancel")                                                    \
	X(BLOCK, "block")                                                      \
	X(EVADE, "evade")                                                      \
	X(REDUCE, "reduce") /* and all the rest */

#define SP_RANGES(X)                                                           \
	X(CASTER, "caster")     /* oneself, one's own square */                \
	X(ADJACENT, "adjacent") /* same square or beside, in sight */          \
	X(SIGHT, "los")                                                        \
	X(ANYWHERE, "anywhere")                                                \
	X(SECTOR, "sector") /* the same sector */                              \
	X(STEPS, "steps")   /* `within` squares, all ignored */                \
	X(WALK, "walk")     /* `within` squares as a wizard would walk,        \
			       objects that do not stop him ignored */

#define SP_DURATIONS(X)                                                        \
	X(INSTANT, "instant")                                                  \
	X(TEMPORARY, "temporary") /* energy tokens */                          \
	X(PERMANENT, "permanent")

/* What a modifier does to the spell that it is a part of. */
#define SP_MODIFIES(X)                                                         \
	X(NOTHING, "nothing")                                                  \
	X(ENERGY, "energy") /* two sources are added up */                     \
	X(CORNER, "corner") /* two lines of sight that meet in a square */     \
	X(ORIGIN, "origin") /* cast from a square, or from where somebody or   \
			       something is */

#define SP_PLAY_FLAGS(X)                                                       \
	X(NO_CANCEL, "no_cancel")   /* nothing cancels or absorbs it */        \
	X(NO_COUNTER, "no_counter") /* no reaction round at all (Mundane) */   \
	X(NO_EVADE, "no_evade")                                                \
	X(GLOBAL, "global")       /* everybody sees it */                      \
	X(SINGLY, "singly")       /* parts are countered one by one */         \
	X(VOLUNTARY, "leaves")    /* the caster leaves his square by it */     \
	X(NO_SIGHT, "no_sight")   /* its line is no line of sight */           \
	X(CREATURE, "creature")   /* a creature may cast it while it acts */   \
	X(FROM_THIS, "from_this") /* it goes out from where `this` lies */     \
	X(AS_OBJECT, "as_object") /* it treats whom it names as an object */   \
	X(SAVES_PLAYER,                                                        \
		"saves_player") /* what it cancels spares its player alone */  \
	X(ILLUSION, "illusion") /* it does nothing to whoever doubts it */     \
	X(AT_WHO, "at_who")     /* of a reaction: `who` is its target */       \
	X(AT_IT, "at_it")       /* of a counter: what it answers is */

/* In whose turns the tokens of a temporary spell go. */
#define SP_CLOCKS(X)                                                           \
	X(CASTER, "caster") /* in each of its caster's, as time passes */      \
	X(TURN, "turn")     /* at the beginning of those of the seat in whose  \
			       turn it was cast, extra ones left out */

#define SP_COSTS(X)                                                            \
	X(DISCARD, "discard") /* the carried item goes to the discard pile */  \
	X(PHASE, "phase")     /* the whole move phase, unspent so far */       \
	X(MOVE, "move")       /* a movement point */                           \
	X(ATTACK, "attack")   /* counts as the attack (a `use` only) */

/* ---- slots: what a play asks --------------------------------------------
 * X(symbol, word, kinds of its answers) */
#define SP_ASKS(X)                                                             \
	X(WIZARD, "wizard") /* another wizard */                               \
	X(ANYONE, "anyone") /* a wizard, oneself included */                   \
	X(CREATURE,                                                            \
		"creature") /* a wizard or creature; nobody lists one yet */   \
	X(TARGET, "target") /* `of`: o object, w wizard, c creature,           \
			       s oneself too, e an empty square */             \
	X(OBJECT, "object") /* wall, door, thing on the board */               \
	X(SQUARE, "square")                                                    \
	X(EMPTY, "empty")   /* an empty square, no home base */                \
	X(BORDER, "border") /* any border line inside the board */             \
	X(WALL, "wall")     /* a border line with a wall */                    \
	X(DOOR, "door")                                                        \
	X(SECTOR, "sector")                                                    \
	X(SPELL, "spell")     /* a maintained spell in play, or one of its     \
				 objects where it ends `singly` */             \
	X(STACK, "stack")     /* what is being announced, or a modifier */     \
	X(CARRIED, "carried") /* an item that `subject` has */                 \
	X(LOOT, "loot")       /* the same, or the treasure that he carries */  \
	X(LOOSE, "loose")     /* a thing or treasure that lies there */        \
	X(TREASURE, "treasure")   /* one that lies on the board */             \
	X(HAND, "hand")           /* a card in his hand */                     \
	X(MINE, "mine")           /* what he may give up */                    \
	X(CARD, "card")           /* one of the set `among` */                 \
	X(NUMBER, "number")       /* `min` to `max` */                         \
	X(DIRECTION, "direction") /* a number, 0 north to 3 west */            \
	X(STEP, "step")           /* a direction where he can go, or stop */   \
	X(TURN, "turn")           /* clockwise quarter turns, 1 to 3 */        \
	X(YES, "yes")             /* 1 yes, 0 no */                            \
	X(ENERGY, "energy")       /* what pays: see struct sp_command */

/* ---- statistics (`while`) -----------------------------------------------
 * X(symbol, word). Where one is a condition, 0 is no and 1 is yes. */
#define SP_STATS(X)                                                            \
	X(BASE_SPEED, "base_speed")                                            \
	X(HAND_MAX, "hand_max")                                                \
	X(DRAW_MAX, "draw_max")                                                \
	X(ATTACKS, "attacks")             /* attacks in a turn */              \
	X(PUNCH, "punch")                 /* damage of a fist */               \
	X(PUNCH_DIE, "punch_die")         /* faces of a die added to it */     \
	X(PUNCH_SET_DIE, "punch_set_die") /* a die in place of it */           \
	X(PUNCH_FIRE, "punch_fire")       /* magical fire damage besides */    \
	X(PUNCH_SIGHT, "punch_sight")     /* punches whatever is in sight */   \
	X(PUNCH_ALL, "punch_all")         /* hits all in reach */              \
	X(PHYSICAL_OUT, "physical_out")   /* physical damage that one deals */ \
	X(DAMAGE_IN, "damage_in")         /* damage taken from one source */   \
	X(ENERGY_PER_CARD, "energy_per_card")                                  \
	X(CRACKS_PER_DAMAGE, "cracks_per_damage") /* 1: every point a crack */ \
	X(EVADE_UPTO, "evade_upto")               /* d4 at most this evades */ \
	X(EVADE_FROM, "evade_from")     /* d4 at least this evades */          \
	X(SIGHT_LIMIT, "sight_limit")   /* squares; 0: none */                 \
	X(SEE_THROUGH, "see_through")   /* walls or doors, for spells */       \
	X(ITEMS_COUNT, "items_count")   /* items count as hand cards */        \
	X(SPELLS_COUNT, "spells_count") /* so do maintained spells */          \
	X(PICKUP_ENDS, "pickup_ends")   /* a treasure ends the phase */        \
	X(PICKUP_COST, "pickup_cost")   /* points for a treasure */            \
	X(PICKUP_ALL, "pickup_all")   /* one point for all that lies there */  \
	X(OPENS_DOORS, "opens_doors") /* any door, as if it were his */        \
	X(PASSES_DOORS, "passes_doors")     /* through closed doors */         \
	X(PASSES_OBJECTS, "passes_objects") /* unharmed over objects */        \
	X(MAY_ATTACK, "may_attack")                                            \
	X(MAY_BE_ATTACKED, "may_be_attacked")                                  \
	X(MAY_CAST, "may_cast") /* neutral and attack spells */                \
	X(MAY_PICK_UP, "may_pick_up")                                          \
	X(MAY_CAST_FIRE, "may_cast_fire") /* spells and items of fire */       \
	X(STUN_ATTACKS, "stun_attacks")   /* attacks of a stunned who stays */ \
	X(STUN_MOVES, "stun_moves")       /* attacks of a stunned who moves */ \
	X(FILLS, "fills")                 /* fills its square, opaque */       \
	X(STUCK, "stuck")                 /* cannot be picked up or moved */   \
	X(SEALED, "sealed")               /* a door that nobody opens */       \
	X(FEATHER, "feather")             /* damage blows him back instead */  \
	X(OOZES, "oozes") /* loses his treasure at a closed door */            \
	X(LIFE_MAX, "life_max")

/* ---- things (`object`) ----------------------------------------------------
 *
 * What a class takes part in unless ruleset.json (`classes`) says otherwise:
 * X(symbol, word, bits of enum sp_class_part).
 */
#define SP_CLASS_PARTS(X)                                                      \
	X(OBJECT, "object") /* taken by what takes objects */                  \
	X(TARGET, "target") /* struck by attacks at objects */                 \
	X(SQUARE, "square") /* the square where it lies is not empty */
#define SP_THING_CLASSES(X)                                                    \
	X(OBJECT, "object", SP_PART_OBJECT | SP_PART_TARGET | SP_PART_SQUARE)  \
	X(TOKEN, "token", SP_PART_OBJECT | SP_PART_TARGET | SP_PART_SQUARE)    \
	X(TOTEM, "totem", SP_PART_TARGET | SP_PART_SQUARE)                     \
	X(MARKER, "marker", 0)                                                 \
	X(HEX, "hex", 0)
/* Who is in the area of a thing. */
#define SP_AREAS(X)                                                            \
	X(SQUARE, "square") /* who stands in its square */                     \
	X(EDGE, "edge")     /* who stands at its border line */                \
	X(WALK, "walk")     /* who is `within` squares as one walks */         \
	X(SECTOR, "sector") /* who stands in its sector */                     \
	X(BOARD, "board")   /* everybody */

/* What `compels` somebody. */
#define SP_COMPELLINGS(X)                                                      \
	X(FLEE, "flee")     /* each step leads him farther away */             \
	X(GO, "go")         /* each step leads him nearer */                   \
	X(ATTACK, "attack") /* the same, and he attacks as soon as he can */   \
	X(STAY, "stay")     /* he takes none */

/* Whom a `while` concerns. */
#define SP_SUBJECTS(X)                                                         \
	X(ME, "me")         /* the caster, the carrier */                      \
	X(TARGET, "target") /* the spell's target */                           \
	X(ALL, "all")       /* everybody */                                    \
	X(AREA, "area")     /* whoever is in the area of its thing */

/* ---- events (`on`) --------------------------------------------------------
 *
 * At once, in this order: cards in play of the active seat, then of the others
 * in turn order, each in the order in which they came into play; then things on
 * the board by number. X(symbol, word, names that it gives): me, this and the
 * like are always there; `damage` is for is().
 */
#define SP_CARD_EVENTS(X)                                                      \
	X(TURN_START, "turn.start", "who")   /* who: the active actor */       \
	X(TIME_PASSES, "time.passes", "who") /* who: the active actor */       \
	X(TURN_END, "turn.end", "who")                                         \
	X(ENTER, "enter", "who") /* who enters the square of this */           \
	X(LEAVE, "leave", "who")                                               \
	X(CROSS, "cross", "who")     /* who crosses the edge of this */        \
	X(STEP_IN, "step.in", "who") /* who enters any square: for the         \
					caster's own spells */                 \
	X(ATTACKED, "attacked", "who by what")        /* what: the item */     \
	X(HIT, "hit", "who by what")                  /* what: the item */     \
	X(DAMAGED, "damaged", "who by amount damage") /* who lost life */      \
	X(DEALT, "dealt", "who by amount damage")     /* who dealt it; by: the \
							 victim */             \
	X(DIES, "dies", "who by")                                              \
	X(ACQUIRED, "acquired", "who")         /* who carries this from now */ \
	X(LOST, "lost", "who")                 /* who carries this no more */  \
	X(PICKED_UP, "picked.up", "who what")  /* what: thing or treasure */   \
	X(DREW, "drew", "who amount")          /* who drew `amount` cards */   \
	X(CAST, "cast", "who what")            /* who cast the item `what` */  \
	X(ENDED, "ended", "")                  /* this spell ends */           \
	X(DESTROYED, "destroyed", "")          /* this thing or item */        \
	X(ROLLED, "rolled", "who amount what") /* who rolled `amount` with a   \
			die of so many faces (what) */                         \
	X(DRAWN, "drawn", "who amount") /* this card comes into his hand, of   \
			 which it stays; amount: 0 dealt, 1 drawn, 2 taken     \
			 back */                                               \
	X(INTO_SIGHT, "into.sight", "who") /* who sees this from now on */

/* ---- operations -----------------------------------------------------------
 *
 * X(symbol, word, runs, arguments, what): one row makes the operation's number,
 * its word in card files, what the loader checks, the prototype of its handler
 * `effect_op_<word>` in lib/effect (a forgotten one does not link) and its row
 * in games/README.md (`make update-golden` writes it, a test compares). What is
 * left to write: the handler, an example in games/README.md, and its tests.
 *
 * runs: ALWAYS, or ON_HIT: not once everybody whom an attack names got out of
 * its way.
 *
 * Arguments: "name:type" with ? for those that may be left out. Types: actor,
 * actors (a set), num, bool, square, edge, thing, treasure, card, played, item,
 * sector, ref (any reference), word (one of a list, which the loader finds by
 * the argument's name), zone (a word too: hand, deck, discard, removed, or a
 * zone of the ruleset), name (a new local name), ops (a list of operations),
 * slot.
 */
#define SP_OPS(X)                                                              \
	/* control */                                                          \
	X(IF, if, ALWAYS, "if:bool then:ops else:ops?", "one or the other")    \
	X(EACH, each, ALWAYS, "in:set as:name do:ops",                         \
		"once for each; whoever leaves the set meanwhile is passed "   \
		"over")                                                        \
	X(REPEAT, repeat, ALWAYS, "times:num do:ops",                          \
		"so often; `times` is read anew each time")                    \
	X(CHOOSE, choose, ALWAYS, "slot:slot by:actor?",                       \
		"asks a wizard, `me` if left out; not asked where there is "   \
		"one legal answer")                                            \
	X(ROLL, roll, ALWAYS, "die:num as:name",                               \
		"a die with so many faces, from 1")                            \
	X(LET, let, ALWAYS, "as:name value:any",                               \
		"gives a value a name, or another value to a name")            \
	X(STOP, stop, ALWAYS, "", "ends this program")                         \
	/* life */                                                             \
	X(DAMAGE, damage, ALWAYS,                                              \
		("to:actor/edge/thing amount:num kind:word element:word? "     \
		 "flags:words? over:num?"),                                    \
		"to a wizard, a wall, a door or a thing")                      \
	X(HEAL, heal, ON_HIT, "who:actor amount:num",                          \
		"gains life, up to the most")                                  \
	X(LOSE_LIFE, lose_life, ON_HIT, "who:actor amount:num",                \
		"loses life; no damage, so nothing reduces it")                \
	X(SHARE_LIFE, share_life, ON_HIT, "who:actor with:actor",              \
		"their life is added up and split; the odd point is for the "  \
		"first")                                                       \
	X(STUN, stun, ON_HIT, "who:actor turns:num", "gets stun tokens")       \
	/* the turn */                                                         \
	X(END_TURN, end_turn, ON_HIT, "who:actor",                             \
		"ends his turn, if it is his")                                 \
	X(END_PHASE, end_phase, ON_HIT, "", "ends the move phase")             \
	X(EXTRA_TURN, extra_turn, ON_HIT, "who:actor turns:num?",              \
		"he has so many more turns behind this one, one if it is "     \
		"left out")                                                    \
	X(LOSE_TURN, lose_turn, ON_HIT, "who:actor turns:num?",                \
		"he loses so many turns, one if it is left out; if it is "     \
		"his, the rest of it is the first")                            \
	X(PLAY_TURN, play_turn, ON_HIT, "who:actor by:actor",                  \
		"the other plays his next turn")                               \
	X(NO_MORE_MOVE, no_more_move, ON_HIT, "who:actor",                     \
		"he moves no more in this turn")                               \
	X(NO_PICKUP, no_pickup, ON_HIT, "who:actor",                           \
		"he picks up no treasure until his next turn")                 \
	X(ADD_MOVES, add_moves, ON_HIT, "amount:num",                          \
		"more movement points in this turn")                           \
	X(PUNCH, punch, ALWAYS, "at:ref",                                      \
		"a punch with all that goes with it")                          \
	/* moving */                                                           \
	X(WALK, walk, ON_HIT, "who:actor steps:num by:actor",                  \
		"he is led, step by step, by another")                         \
	X(PUSH, push, ON_HIT, "who:actor steps:num corners:bool?",             \
		"he is pushed away; with `corners` he chooses where he goes "  \
		"on")                                                          \
	X(JUMP, jump, ON_HIT, "who:actor to:square", "he is there at once")    \
	X(SLIDE, slide, ON_HIT, "who:actor to:square",                         \
		"he flies there in a straight line")                           \
	X(SWAP_PLACES, swap_places, ON_HIT, "who:actor with:actor",            \
		"they change places")                                          \
	X(STRAY, stray, ON_HIT, "who:actor",                                   \
		"one step in a direction that the die says")                   \
	X(PASS_EDGE, pass_edge, ON_HIT, "who:actor edge:edge layers:num?",     \
		"he goes through it, if no more than so many things (1 if "    \
		"left out) stand there: a wall or a door, side layers")        \
	/* creatures, and what nobody does */                                  \
	X(SUMMON, summon, ON_HIT, "at:square life:num",                        \
		"the card's `creature` comes there, with so much life")        \
	X(CONTROL, control, ON_HIT, "who:actor by:actor?",                     \
		"a creature answers to him from now on, without `by` as its "  \
		"card has it")                                                 \
	X(STRIKE, strike, ON_HIT, "at:ref",                                    \
		"the Universe makes the play of this card whose `when` is "    \
		"`universe` at it")                                            \
	/* things */                                                           \
	X(CREATE, create, ON_HIT, "at:ref real:bool? side:square?",            \
		"lays the card's `object` there; `real` for a token that "     \
		"lies face down, `side` for a side layer: the square on "      \
		"whose side of the line it is")                                \
	X(DESTROY, destroy, ON_HIT, "what:edge/thing/played",                  \
		"a wall, a door, a thing or an item is no more; of a border "  \
		"line what is made there")                                     \
	X(CRACK, crack, ON_HIT, "what:edge/thing cracks:num",                  \
		"cracks, whatever damage they would need")                     \
	X(DROP, drop, ON_HIT, "what:played/treasure",                          \
		"an item or a treasure falls where its carrier stands")        \
	X(PLACE, place, ON_HIT, "what:played/thing/treasure at:square",        \
		"an item, a thing or a treasure lies there from now")          \
	X(PICK_UP, pick_up, ON_HIT, "who:actor what:thing/treasure",           \
		"he picks up what lies on the board")                          \
	X(TAKE, take, ON_HIT, "what:played/thing/treasure who:actor",          \
		"he has it now; from whoever carried it")                      \
	X(THROW, throw, ALWAYS, "what:played/thing/treasure at:ref",           \
		"an item or a treasure flies and lies where it lands")         \
	X(OPEN, open, ON_HIT, "door:edge", "the door is open for `me`")        \
	X(HOLD, hold, ON_HIT, "door:edge", "the door is held open for all")    \
	X(ROTATE_SECTOR, rotate_sector, ON_HIT, "sector:sector turns:num",     \
		"quarter turns clockwise")                                     \
	X(SWAP_SECTORS, swap_sectors, ON_HIT, "sector:sector with:sector",     \
		"two sectors change places")                                   \
	X(MOVE_SECTOR, move_sector, ON_HIT,                                    \
		"sector:sector beside:sector side:num",                        \
		"it lies from now on at that side of another")                 \
	X(JOIN_SIDES, join_sides, ON_HIT,                                      \
		"sector:sector side:num with:sector to:num",                   \
		"two outer sides are joined from now on, and those to which "  \
		"they were joined to each other")                              \
	X(LINK, link, ON_HIT,                                                  \
		"square:square with:square cost:num sight:bool?",              \
		"two squares are linked from now on: a step through the link " \
		"takes so many movement points; with `sight` one sees "        \
		"through it")                                                  \
	X(UNLINK, unlink, ON_HIT, "square:square",                             \
		"the link of that square is no more")                          \
	X(REVEAL, reveal, ON_HIT, "what:thing", "a token is turned up")        \
	X(OWN, own, ON_HIT, "what:thing who:actor?",                           \
		"a thing is his from now on, without `who` nobody's")          \
	/* cards */                                                            \
	X(DRAW, draw, ON_HIT, "who:actor cards:num", "he draws cards")         \
	X(DISCARD, discard, ON_HIT, "what:card/played/thing",                  \
		"a card, a spell or an item goes to the discard pile")         \
	X(DISCARD_SOME, discard_some, ON_HIT, "who:actor cards:num",           \
		"he chooses so many cards to discard")                         \
	X(DISCARD_TO_LIMIT, discard_to_limit, ON_HIT, "who:actor",             \
		"he discards down to his limit")                               \
	X(LOOK, look, ON_HIT, "who:actor at:actor",                            \
		"he sees the other's hand")                                    \
	X(TAKE_CARD, take_card, ON_HIT, "card:card who:actor",                 \
		"a card out of another hand, the discard pile or a zone "      \
		"comes into his hand")                                         \
	X(SHOW, show, ON_HIT, "card:card to:actor?",                           \
		"he sees a card that lies in a hand or a zone, without `to` "  \
		"everybody does")                                              \
	X(PUT, put, ON_HIT, "what:card/played/thing zone:zone of:host?",       \
		"a card, a spell or an item goes into a zone, on top of what " \
		"lies there; `of` whom, `me` if left out")                     \
	/* spells */                                                           \
	X(END_SPELL, end_spell, ON_HIT, "what:played/thing",                   \
		"a spell in play ends, with all that it made")                 \
	X(CANCEL, cancel, ON_HIT, "what:item", "what is announced falls")      \
	X(WITHDRAW, withdraw, ON_HIT, "what:item",                             \
		"the same, and its card, its modifiers and what paid it come " \
		"back into the hand that they came from")                      \
	X(ABSORB, absorb, ON_HIT, "what:item",                                 \
		"the same, and its card comes into the hand of `me`")          \
	X(EVADE, evade, ON_HIT, "what:item who:actor",                         \
		"it does nothing to him")                                      \
	X(BLOCK_LINE, block_line, ON_HIT, "what:item edge:edge",               \
		"its line ends at that border line")                           \
	X(REDUCE, reduce, ON_HIT, "by:num",                                    \
		"that much less of the damage at hand")                        \
	X(REDIRECT, redirect, ON_HIT, "what:item who:actor",                   \
		"`this` takes what it does to him")                            \
	X(RETARGET, retarget, ON_HIT, "what:item by:actor?",                   \
		"it is his from now on: he answers its slots anew, from "      \
		"where he stands")                                             \
	X(REFLECT, reflect, ON_HIT, "what:item",                               \
		"it is of `me` from now on, and whoever cast it stands where " \
		"it named `me`")                                               \
	X(COPY, copy, ON_HIT, "what:item by:actor?",                           \
		"he casts the same, aims it himself, and it resolves first")   \
	X(HALVE, halve, ON_HIT, "what:item",                                   \
		"half the damage, and half the tokens")                        \
	X(EXTEND, extend, ON_HIT, "what:item by:num",                          \
		"that many tokens more will lie on it")                        \
	X(CONVERT, convert, ON_HIT, "as:word",                                 \
		"the damage at hand becomes something else")                   \
	X(SET_DIE, set_die, ALWAYS, "shows:num",                               \
		"the die at hand shows this instead")                          \
	X(WEAR, wear, ON_HIT, "what:played by:num",                            \
		"takes life counters from a spell")                            \
	X(SET_TOKENS, set_tokens, ON_HIT, "what:played tokens:num",            \
		"so many tokens lie on a spell")

/* Words of `kind` and `element` and `flags` of damage. */
#define SP_DAMAGE_KINDS(X) X(PHYSICAL, "physical") X(MAGICAL, "magical")
#define SP_ELEMENTS(X)                                                         \
	X(NONE, "none")                                                        \
	X(FIRE, "fire") X(WATER, "water") X(LIGHTNING, "lightning")
/* Words of `convert`: what the damage becomes. */
#define SP_CONVERSIONS(X) X(PUSH, "push")
#define SP_DAMAGE_FLAGS(X)                                                     \
	X(NOT_ATTACK, "not_attack") /* no point for a kill; no pain link */    \
	X(NO_EVADE, "no_evade")                                                \
	X(NO_REDUCE, "no_reduce")                                              \
	X(SUMMED, "summed") /* added up until the action is over */            \
	X(OWN, "own")       /* no attack, but what its doer does himself */    \
	X(ALIKE, "alike")   /* of the kind and element of that at hand */
/* The stages of damage between its amount and the life that is lost. */
#define SP_DAMAGE_STAGES(X)                                                    \
	X(EVADE, "evade")       /* somebody got out of its way */              \
	X(STATIC, "static")     /* what statistics take off or add */          \
	X(COUNTERS, "counters") /* what answers to the attack take off */      \
	X(ASKED, "asked")       /* who is hurt is asked, if not before */      \
	X(CONVERT, "convert")   /* it becomes something else */

/* ---- expressions ----------------------------------------------------------
 *
 * Amounts, conditions and references are strings: "energy + 2",
 * "sees(me, it) and not is(it, fire)". Grammar, weakest first:
 *
 *     or | and | not | == != < <= > >= | + - | * / (rounded down) | - x | ( )
 *
 * over integers, the names of slots and locals, calls of functions, and these
 * names: X(symbol, word, kind); ANY is any reference.
 */
#define SP_NAMES(X)                                                            \
	X(ME, "me", ACTOR)      /* whose play, spell or item it is */          \
	X(IT, "it", ANY)        /* in a slot: the candidate; in a counter:     \
				   what it answers */                          \
	X(THIS, "this", ANY)    /* the spell or item in play, or the thing */  \
	X(HERE, "here", SQUARE) /* where `this` lies, else where `me` is */    \
	X(WHO, "who", ACTOR)    /* of an event */                              \
	X(BY, "by", ACTOR)      /* of an event */                              \
	X(WHAT, "what", ANY)    /* of an event; in the slots of a counter      \
				   the item or treasure that it answers */     \
	X(FROM, "from", SQUARE) /* where the treasure `what` lay that          \
				   is picked up; none */                       \
	X(ENERGY, "energy", NUMBER)   /* of this spell */                      \
	X(ENERGY2, "energy2", NUMBER) /* its second power */                   \
	X(AMOUNT, "amount", NUMBER)   /* of the damage or event at hand */     \
	X(DAMAGE, "damage", ANY)      /* the damage at hand, for is() */       \
	X(DONE, "done", NUMBER) /* life or cracks that the last `damage` of    \
				   this program cost */                        \
	X(ORIGIN, "origin", SQUARE) /* from where this is cast */              \
	X(TARGET, "target", ANY)    /* slot `target`, or of a spell in play */ \
	X(MY_TURN, "my_turn", BOOL)                                            \
	X(TRUE, "true", BOOL)                                                  \
	X(FALSE, "false", BOOL)                                                \
	X(NOTHING, "none", ANY)

/* X(symbol, word, result, arguments); argument types as for operations. */
#define SP_FUNCTIONS(X)                                                        \
	/* numbers */                                                          \
	X(LIFE, "life", NUMBER, "actor/played/edge/thing")                     \
	X(CARDS, "cards", NUMBER, "actor")   /* in hand */                     \
	X(ITEMS, "items", NUMBER, "actor")   /* carried */                     \
	X(SPELLS, "spells", NUMBER, "actor") /* maintained */                  \
	X(TOKENS, "tokens", NUMBER, "played")                                  \
	X(CRACKS, "cracks", NUMBER, "ref")                                     \
	X(ENERGY_OF, "energy_of", NUMBER,                                      \
		"ref")                       /* card: printed; item: paid */   \
	X(STEPS, "steps", NUMBER, "ref ref") /* squares between, over all */   \
	X(MOVES, "moves", NUMBER, "")        /* left in this turn */           \
	X(STAT, "stat", NUMBER, "ref word")                                    \
	X(CHEAPEST, "cheapest", ANY,                                           \
		"actor num") /* what he gives up first if                      \
he would keep at most so many cards and spells; none: nothing */               \
	X(COUNT, "count", NUMBER, "set")                                       \
	X(MIN, "min", NUMBER, "num num")                                       \
	X(MAX, "max", NUMBER, "num num")                                       \
	X(HALF_UP, "half_up", NUMBER, "num")                                   \
	/* references */                                                       \
	X(SQUARE, "square", SQUARE, "ref")    /* where it is */                \
	X(LINKED, "linked", SQUARE, "square") /* with which; or none */        \
	X(CASTER, "caster", ACTOR, "ref") /* of an item, a spell, a thing */   \
	X(SPELL_OF, "spell_of", PLAYED, "thing") /* that made it */            \
	X(OWNER, "owner", ACTOR, "ref") /* of a treasure, a sector, a door, a  \
	   thing */                                                            \
	X(TARGET_OF, "target_of", ANY, "ref") /* of a spell in play */         \
	X(CARRIED_BY, "treasure_of", TREASURE, "actor") /* or none */          \
	X(LAST_CAST, "last_cast", CARD, "actor") /* in this turn, and over;    \
		   or none */                                                  \
	X(FIRST, "first", ANY, "set")            /* or none */                 \
	X(TOP, "top", CARD, "zone host?")        /* of a zone                  \
			  in order, or none */                                 \
	/* conditions */                                                       \
	X(IS, "is", BOOL, "ref word") /* trait, play type, kind: see manual */ \
	X(SEES, "sees", BOOL, "ref ref")                                       \
	X(ADJACENT, "adjacent", BOOL, "ref ref")                               \
	X(STRAIGHT, "straight", BOOL,                                          \
		"actor square")                   /* in a straight line that   \
            flight can take: over all but walls, doors, stone blocks */  \
	X(REACHES, "reaches", BOOL, "item actor") /* its line still does */    \
	X(EMPTY, "empty", BOOL, "square")                                      \
	X(IN_AREA, "in_area", BOOL, "ref ref")   /* of a thing, or of what a   \
	     spell made */                                                     \
	X(HOME, "home", BOOL, "square")          /* a home base */             \
	X(SECTOR_OF, "sector_of", SECTOR, "ref") /* the bay where it is */     \
	X(HOME_OF, "home_sector", SECTOR, "actor")                             \
	X(ROOM_BESIDE, "room_beside", BOOL,                                    \
		"sector sector num") /* the first could be moved there */      \
	X(OUTER_SIDE, "outer_side", BOOL, "sector num")                        \
	X(BESIDE, "beside", BOOL, "square edge") /* whatever stands there */   \
	X(STUNNED, "stunned", BOOL, "actor")                                   \
	X(CARRIES, "carries", BOOL, "actor") /* a treasure */                  \
	X(AIMS, "aims", BOOL, "item ref")    /* names that as a target */      \
	X(AFFECTS, "affects", BOOL, "item actor")                              \
	X(CROSSES, "crosses", BOOL, "item edge") /* its line does */           \
	X(ATTACKS, "attacks", BOOL, "item")      /* an attack of any kind */   \
	X(HURTS, "hurts", BOOL, "item")          /* it does damage */          \
	X(BY_SIGHT, "by_sight", BOOL, "item")    /* it needs line of sight */  \
	X(CANCELLABLE, "cancellable", BOOL, "item")                            \
	X(EVADABLE, "evadable", BOOL, "item")                                  \
	X(PARENT, "parent", ITEM, "item") /* what a counter answers */         \
	X(BELIEVES, "believes", BOOL, "actor ref") /* it is real to him */     \
	X(ONCE, "once", BOOL,                                                  \
		"ref") /* true the first time in a turn for this               \
			   `this` and that reference; marks it */              \
	X(FIRST_TURN, "first_turn", BOOL, "actor")                             \
	X(IN_ZONE, "in_zone", BOOL, "ref zone host?") /* does it               \
		  lie there */                                                 \
	X(FLIGHT, "flight", NUMBER, "ref") /* squares to it, round the corner  \
					of the line of this cast */

/* Sets: only behind `each`, in count() and in first(). */
#define SP_SETS(X)                                                             \
	X(ACTORS, "actors", ACTOR, "") /* alive, turn order */                 \
	X(ACTORS_AT, "actors_at", ACTOR, "square")                             \
	X(ACTORS_BESIDE, "actors_beside", ACTOR, "edge")                       \
	X(ACTORS_AROUND, "actors_around", ACTOR, "square") /* plus shape, over \
		walls, no seams */                                             \
	X(ALONG, "along", ACTOR, "num num") /* the bolt: direction,            \
	   squares: each actor each time that it is passed */                  \
	X(PARTS, "parts", ANY, "")          /* answers of a repeated slot */   \
	X(CARRIED, "carried", PLAYED, "actor word?") /* items, of a trait */   \
	X(SPELLS_OF, "spells_of", PLAYED, "actor")                             \
	X(SPELLS_ON, "spells_on", PLAYED, "ref word?") /* that target it */    \
	X(ALL_SPELLS, "all_spells", PLAYED, "word?")                           \
	X(ALL_ITEMS, "all_items", PLAYED, "word?")                             \
	X(ALL_THINGS, "all_things", THING, "word?")                            \
	X(THINGS_AT, "things_at", THING, "square word?")                       \
	X(THINGS_OF, "things_of", THING, "played") /* made by a spell */       \
	X(CARDS_IN, "cards_in", CARD, "zone host?")                            \
	X(REDUCTIONS, "reductions", CARD, "") /* counters that take off from   \
		the damage at hand */

#endif
