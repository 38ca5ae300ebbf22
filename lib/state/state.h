/* The position as files have it: state.json and the hidden part beside it. */
#ifndef SP_STATE_H
#define SP_STATE_H

#include "base/json.h"
#include "game/game.h"

#define SP_STATE_VERSION  1
#define SP_COPY_NAME_SIZE (SP_ID_SIZE + 4)

/* A table of words, indexed by its enum. */
struct sp_word_list {
	int n;
	const char *const *word;
};

/* What the codec needs of a ruleset: its boards, and for games with cards a
 * name for each physical card: the id of its type, "#" and the number of the
 * copy ("fireball#2"), the copies of a type from 1, one behind the other. */
struct sp_lexicon {
	const struct sp_boardset *boards;
	int n_cards;
	const char (*card)[SP_COPY_NAME_SIZE];
	const uint16_t *type; /* [n_cards] */
	int n_schools;
	const char (*school)[SP_ID_SIZE];
	int n_zones;
	const char (*zone)[SP_ID_SIZE];
	/* words of vocabulary.h */
	struct sp_word_list play_type, point, damage_kind, element, damage_flag;
};

/* Public position: sorted keys, one value per line, final newline. Squares,
 * edges and seats by name, so that the file reads by itself; only what differs
 * from a fresh board is listed of the edges. */
void sp_state_encode(const struct sp_game *g, const struct sp_lexicon *lexicon,
	struct sp_buf *out);
/* The inverse; `lexicon` is that of the game's own ruleset copy. Gives the view
 * of a bystander: what is hidden is put back by sp_state_set_hidden, the dice
 * key by sp_rng_init (the draw counter is set, the stream unknown). Then it is
 * the game that was encoded, byte for byte. */
int sp_state_decode(struct sp_game *out, const struct sp_lexicon *lexicon,
	const char *text, size_t len, struct sp_error *e) SP_MUST_CHECK;
/* The hidden part: an object, empty in a game without cards. Hands, decks from
 * the bottom, real tokens, secret answers, replies, answered seats: integer
 * card ids, seats by colour. The caller owns it. */
json_t *sp_state_hidden(const struct sp_game *g);
/* Put it back after sp_state_decode; SP_ECORRUPT where it does not fit, and *g
 * is then of no use. The ruleset's programs are not at hand here: whoever runs
 * a frame that was read sees to it that its place is in them. */
int sp_state_set_hidden(struct sp_game *g, const json_t *hidden,
	struct sp_error *e) SP_MUST_CHECK;

/* Check every invariant of the position; SP_ECORRUPT names the broken one.
 * Checked after every command in debug builds, tests and fuzzers. */
int sp_state_check(const struct sp_game *g, struct sp_error *e) SP_MUST_CHECK;

#endif
