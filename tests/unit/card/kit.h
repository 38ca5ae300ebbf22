/*
 * A small ruleset for the tests of card: texts of our own, so that what
 * games/wizwar8 holds does not matter, and the shipped sectors and layouts.
 */
#ifndef CARD_KIT_H
#define CARD_KIT_H

#include "card/card.h"

#define KIT_FILES 80

struct kit {
	size_t n;
	struct sp_ruleset_file file[KIT_FILES];
	char *owned[KIT_FILES];
	size_t n_owned;
};

/* The shipped boards, and a ruleset.json with the schools "red-school" and
 * "blue-school" whose files are there and hold two cards each. */
void kit_init(struct kit *kit);
void kit_free(struct kit *kit);
/* Put a file in, or another text in its place. The text is copied. */
void kit_put(struct kit *kit, const char *path, const char *text);
void kit_remove(struct kit *kit, const char *path);
/* Replace the first `old` in a file by `new`; it must be there. */
void kit_edit(
	struct kit *kit, const char *path, const char *old, const char *new);
const char *kit_text(const struct kit *kit, const char *path);
/* Must load. */
struct sp_ruleset *kit_load(const struct kit *kit);
/* Must not load; the error's text is put into `e`. */
void kit_refused(const struct kit *kit, struct sp_error *e);
/* Must not load, with `part` in the error. */
void kit_refuses(const struct kit *kit, const char *part);

/* Each such card must be refused: the members of card "x" (see kit_card), and a
 * part of the error. */
struct kit_bad {
	const char *members, *part;
};
void kit_refuse_all(const struct kit_bad *bad, size_t n);
#define KIT_REFUSE(table) kit_refuse_all(table, SP_ARRAY_LEN(table))

/* One play of a card, and the one of a card that stays in play. */
#define KIT_PLAY(members) "\"plays\": [{" members "}]"
#define KIT_LASTS                                                              \
	KIT_PLAY("\"as\": \"neutral\", \"range\": \"los\", "                   \
		 "\"lasts\": \"permanent\"")

/* kit_init with one more card in red-school: the text between its braces, to
 * which id "x", name, copies, source and text are added. */
void kit_card(struct kit *kit, const char *members);
/* Type number of "x". */
int kit_type(const struct sp_ruleset *r);

/* Disassemble: see dump.c. */
void sp_card_dump(const struct sp_ruleset *r, const struct sp_card *card,
	struct sp_buf *out);
void sp_code_dump(const struct sp_ruleset *r, int32_t code, struct sp_buf *out);

#endif
