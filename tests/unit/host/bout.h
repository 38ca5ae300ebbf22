/*
 * Whole games at a club in which everything happens that a mail, a clock and an
 * operator can do, chosen by a seed: reactions, declarations, press, missed
 * deadlines, bots, rulings, resignations.
 */
#ifndef BOUT_H
#define BOUT_H

#include "club.h"

#define BOUT_GID "bout-mmmmmmmm"

struct bout {
	int players;         /* the first of club_people */
	const char *bots;    /* colours behind them; NULL: none */
	const char *options; /* "cards=yes rounds=2" */
	bool start;          /* without joining */
	bool rulings;        /* the operator looks and takes back */
	bool clock;          /* deadlines are missed */
	bool defaults;       /* public defaults stand */
	bool plans;          /* orders stand behind others in one mail */
	bool undoes;         /* players take back what they ordered */
	bool prefers;        /* players choose ahead of time, from the start */
	uint64_t seed;
	int steps; /* mails and clocks, at most; 0: only the joins */
};

/* Make the club and play. Whoever is still there may be gone on with. */
void bout_play(struct club *c, const struct bout *what);
/* More of it. */
void bout_go_on(struct club *c, const struct bout *what, int steps);
bool bout_is_over(struct club *c);
/* Verify its repository: fatal where that is not good; the answer is the
 * caller's. */
json_t *bout_verify(struct club *c);

#endif
