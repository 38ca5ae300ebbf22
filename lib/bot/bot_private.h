/*
 * bot, inside: chance, and what the bots share.
 */
#ifndef SP_BOT_PRIVATE_H
#define SP_BOT_PRIVATE_H

#include "bot/bot.h"
#include "eval/aim.h"
#include "game/view.h"
#include "rules/forecast.h"

#define X(name, stream, playouts)                                              \
	bool bot_##name##_answer(                                              \
		const struct sp_bot_ask *ask, struct sp_command *out);
SP_BOTS(X)
#undef X

/* 0 to n - 1, all alike; `state` is a uint64_t. */
int bot_below(void *state, int n);

/* ---- what a position is worth to a seat (value.c) -------------------------
 */

/* X(symbol, weight): what each term of the valuation counts. A point of life is
 * about ten. Each was tried higher and lower in 400 games and more against the
 * same bot without the change; what gained nothing stands as it was set. */
#define BOT_TERMS(X)                                                           \
	X(WON, 1000000)                                                        \
	X(DRAWN, -300000)                                                      \
	/* each victory point, and more for the one before the last */         \
	X(POINT, 1500)                                                         \
	X(NEARLY, 500)                                                         \
	/* the treasure of another in hand, by the steps home, behind so many  \
	 * of which it is half of that */                                      \
	X(CARRIES, 1000)                                                       \
	X(CARRIES_HALF, 25)                                                    \
	/* the best one to fetch, by the steps to it, to which those back home \
	 * count so many hundredths */                                         \
	X(FETCHES, 450)                                                        \
	X(FETCHES_HALF, 15)                                                    \
	X(BACK, 50)                                                            \
	X(LIFE, 12)                                                            \
	X(LAST_LIFE, 40) /* each of the last five besides */                   \
	X(DEAD, -6000)                                                         \
	X(STUN, -40)                                                           \
	X(CARD, 8)        /* in hand */                                        \
	X(CARD_OVER, -18) /* each beyond what the next draw finds room for */  \
	X(ENERGY, 5)      /* of a card, each point */                          \
	X(COUNTER, 15)    /* a card that answers */                            \
	X(ATTACK, 12)     /* a card that attacks */                            \
	X(ITEM, 20)       /* carried */                                        \
	X(SPELL, 10)      /* that one maintains */                             \
	X(CREATURE, 80)                                                        \
	/* steps that it is farther to a treasure that another carries */      \
	X(TAKEN, 10)                                                           \
	/* steps that one onto what does harm is worth */                      \
	X(HARM, 4)                                                             \
	/* hundredths: of what there is to fetch, for whoever carries what is  \
	 * their own */                                                        \
	X(OWN, 50)                                                             \
	/* what comes of it is not known */                                    \
	X(UNKNOWN, 40)                                                         \
	/* what a command must bring beside its cost for each card of the hand \
	 * that it takes */                                                    \
	X(PRICE, 30)                                                           \
	/* hundredths: what the others have counts so much, together; and that \
	 * of the one who is ahead besides */                                  \
	X(OTHERS, 60)                                                          \
	X(LEADER, 30)

enum bot_term {
#define X(symbol, weight) BOT_TERM_##symbol,
	BOT_TERMS(X)
#undef X
		BOT_TERM_COUNT
};

/* Ways of a board, each found once. */
#define BOT_MAPS_MAX 48
struct bot_map {
	int8_t seat;
	uint16_t from;
	uint16_t steps[SP_SQUARES_MAX];
};
struct bot_maps {
	int n;
	struct bot_map map[BOT_MAPS_MAX];
	/* the board as the wizard of a seat may walk it (bits: for which it is
	 * there), and what one step onto a square, or over an edge, costs more
	 * because something there does harm */
	unsigned fitted;
	struct {
		struct sp_board board;
		bool harms; /* anything at all */
		uint8_t square[SP_SQUARES_MAX];
		uint8_t edge[SP_EDGES_MAX];
	} of[SP_SEATS_MAX];
};

struct sp_bot_work {
	int32_t weight[BOT_TERM_COUNT];
	/* the ways of the position that is asked about, and those of one that
	 * looks otherwise */
	const struct sp_game *base;
	struct bot_maps here, other;
	struct sp_sights asked;    /* of the position that is asked about */
	struct sp_sights imagined; /* of those that come of it */
	struct sp_forecast forecast;
	/* of the adept: NULL before it searched */
	struct bot_search *search;
	struct sp_bot_work *ahead; /* of those who play on */
};

/* From now on values are asked for of positions that come of that one. */
void bot_value_begin(struct sp_bot_work *work, const struct sp_game *view);
/* What one of a weight counts in a value. */
#define BOT_ONE 10000
/* What the position, a view of the seat, is worth to it. */
int64_t bot_value(struct sp_bot_work *work, const struct sp_ruleset *ruleset,
	const struct sp_game *g, int seat);
/* What a card in hand is worth to whoever holds it. */
int bot_card_worth(const struct sp_bot_work *work, const struct sp_card *card);
/* What comes of a command if nobody answers it is worth so much. Dice fall
 * neither high nor low. */
int64_t bot_outcome(struct sp_bot_work *work, const struct sp_bot_ask *ask,
	const struct sp_command *c);
/* What the command must bring for the cards that it takes from the hand. */
int64_t bot_price(const struct sp_bot_work *work, const struct sp_bot_ask *ask,
	const struct sp_command *c);
/* Is it asked which school comes into a deck? */
bool bot_is_draft(const struct sp_game *g);
/* What a card of the school that the command chooses is worth on average. */
int64_t bot_school_worth(const struct sp_bot_work *work,
	const struct sp_bot_ask *ask, const struct sp_command *c);
/* ---- commands that are worth a look (ways.c) ------------------------------
 */

struct bot_looking {
	const struct sp_bot_ask *ask;
	struct sp_sights *sights;
	/* a command, whole and legal; false: no more are wanted */
	bool (*found)(struct bot_looking *l, const struct sp_command *c);
	void *state;
	/* squares to the nearest wizard or creature */
	uint16_t near[SP_SQUARES_MAX];
	int left; /* so many more of what is begun */
	struct sp_command c;
};

/* Give every walk that leads somewhere else, by the fewest steps. */
void bot_look_at_walks(struct bot_looking *l);
/* Give commands of the verb: not all, where there are many. */
void bot_look_at_verb(struct bot_looking *l, enum sp_verb verb);
void bot_look_begin(struct bot_looking *l);
/* Give what may be done in a turn, but that it ends; or answers to a reaction
 * or a choice. */
void bot_look_at_question(struct bot_looking *l);
/* Part with whatever costs least to be without. False: nothing is asked. */
bool bot_give_up(const struct sp_bot_work *work, const struct bot_looking *l,
	struct sp_command *c);

#endif
