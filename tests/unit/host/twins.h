/*
 * Two games that are to look the same to everybody but those who know, and what
 * a repository and its mails look like from outside.
 */
#ifndef TWINS_H
#define TWINS_H

#include "table.h"

#define TWIN_GID      "twin-mmmmmmmm"
#define TWIN_TEXT_MAX (16U << 20)

struct twins {
	struct club c[2];
	int hold; /* hours that rounds stay open */
};

/* Two games of four, b1 to e1 in a row, in Red's turn 5, by the option `hold`;
 * with public defaults or without. In the second one Red and Blue hold other
 * cards, and draw others. */
void twins_begin(struct twins *t, int hold, bool defaults);
/* The same, but all hold and draw the same cards in both. */
void twins_begin_alike(struct twins *t);
void twins_end(struct twins *t);
/* Put a card that nobody holds into that hand of both. */
void twins_hold(struct twins *t, int seat, const char *id);
/* A seat answers the newest letter that it has: in each game with a text of its
 * own. */
void twins_say(struct club *c, const char *who, const char *text);
void twins_both(struct twins *t, const char *who, const char *a, const char *b);
/* Everybody whom the open round waits for passes, in each game in an order of
 * its own. */
void twins_all_pass(struct twins *t, const char *const order[2][3]);

/* For tables of one's own: a card of the deck by its id. */
int twins_card(const struct sp_live *live, const char *id);

/* Append every commit in the order of the history: sizes, people, dates,
 * subject, the trailers but for tags, every path with its size, and the ids of
 * what is public. Then refs, and kind and size of every object there is. */
void twins_picture(const struct club *c, struct sp_buf *out);
/* True if both look the same by that. */
bool twins_alike(struct twins *t,
	void (*look)(const struct club *c, struct sp_buf *out));
/* Both repositories have one picture, though something was hidden. */
void twins_compare_repositories(struct twins *t);
/* The mails to a seat are the same: whole, or what anybody sees who carries
 * them. */
void twins_compare(struct twins *t, const char *colour, bool whole);

#endif
