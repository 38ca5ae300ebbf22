/* The fields of what a game with cards consists of: one table for the writer,
 * the reader and the check. */
#include "state_private.h"

#define IS_SIGNED(member)                                                      \
	_Generic((member), int8_t                                              \
		 : true, int16_t                                               \
		 : true, int32_t                                               \
		 : true, default                                               \
		 : false)
#define MEMBER(type, member) (((struct type *)0)->member)
#define FIELD(type, member, key, kind, list, absent, min, max)                 \
	{                                                                      \
		key, SP_FIELD_##kind, IS_SIGNED(MEMBER(type, member)),         \
			sizeof(MEMBER(type, member)),                          \
			offsetof(struct type, member), list, absent, min, max  \
	}
/* No byte has it, so the field is never left out. */
#define ALWAYS (-1)
#define END                                                                    \
	{                                                                      \
		NULL, SP_FIELD_INT, false, 0, 0, 0, 0, 0, 0                    \
	}
/* Rows of kinds whose other columns are mostly alike. */
#define COUNT(type, member, max) FIELD(type, member, #member, INT, 0, 0, 0, max)
#define NUMBER(type, member)                                                   \
	FIELD(type, member, #member, INT, 0, 0, INT32_MIN, INT32_MAX)
#define WORD_OF(type, member, key)                                             \
	FIELD(type, member, key, INT, 0, 0, INT32_MIN, INT32_MAX)
#define INDEX(type, member, max)                                               \
	FIELD(type, member, #member, INT, 0, -1, 0, max)
#define FLAG(type, member)   FIELD(type, member, #member, BOOL, 0, 0, 0, 1)
#define SEAT(type, member)   FIELD(type, member, #member, SEAT, 0, -1, 0, 0)
#define SEATS(type, member)  FIELD(type, member, #member, SEATS, 0, 0, 0, 0)
#define ACTOR(type, member)  FIELD(type, member, #member, ACTOR, 0, -1, 0, 0)
#define ACTORS(type, member) FIELD(type, member, #member, ACTORS, 0, 0, 0, 0)
#define SQUARE(type, member)                                                   \
	FIELD(type, member, #member, SQUARE, 0, SP_NOWHERE, 0, 0)
#define VALUE(type, member)                                                    \
	FIELD(type, member, #member, VALUE, 0, SP_NOTHING, 0, 0)
#define WORD(type, member, key, words, absent)                                 \
	FIELD(type, member, key, WORD, offsetof(struct sp_lexicon, words),     \
		absent, 0, 0)

const struct sp_field state_fields_turn[] = {
	FIELD(sp_game, attacked, "attacks", INT, 0, 0, 0, UINT8_MAX),
	FLAG(sp_game, moved),
	FLAG(sp_game, boosted),
	FLAG(sp_game, stopped),
	COUNT(sp_game, speed, UINT8_MAX),
	FLAG(sp_game, spent),
	COUNT(sp_game, next_order, UINT16_MAX),
	COUNT(sp_game, steps, UINT16_MAX),
	FIELD(sp_game, answers, "answer_order", INT, 0, 0, 0,
		SP_ANSWER_ORDERS_MAX - 1),
	END,
};

const struct sp_field state_fields_wizard[] = {
	COUNT(sp_actor, hand, SP_HAND_MAX),
	FLAG(sp_actor, mixed),
	COUNT(sp_actor, stun, UINT8_MAX),
	FLAG(sp_actor, stunned),
	FLAG(sp_actor, no_pickup),
	FIELD(sp_actor, last_cast, "last_cast", VALUE, 0, 0, 0, 0),
	END,
};

/* The card and the entry are read before the rest. */
const struct sp_field state_fields_creature[] = {
	FLAG(sp_actor, alive),
	SEAT(sp_actor, seat),
	FLAG(sp_actor, shared),
	FLAG(sp_actor, acted),
	FIELD(sp_actor, life, "life", INT, 0, 0, 1, INT16_MAX),
	SQUARE(sp_actor, square),
	FIELD(sp_actor, carries, "carries", TREASURE, 0, -1, 0, 0),
	COUNT(sp_actor, stun, UINT8_MAX),
	FLAG(sp_actor, stunned),
	COUNT(sp_actor, copied, UINT8_MAX),
	END,
};

/* The card, the kind and the seat are read before the rest. */
const struct sp_field state_fields_played[] = {
	COUNT(sp_played, play, UINT8_MAX),
	COUNT(sp_played, energy, UINT8_MAX),
	COUNT(sp_played, energy2, UINT8_MAX),
	COUNT(sp_played, tokens, UINT8_MAX),
	COUNT(sp_played, clock, SP_SEATS_MAX),
	FLAG(sp_played, permanent),
	FLAG(sp_played, unmaintained),
	FIELD(sp_played, life, "life", INT, 0, 0, INT16_MIN, INT16_MAX),
	VALUE(sp_played, target),
	COUNT(sp_played, order, UINT16_MAX),
	COUNT(sp_played, copied, UINT8_MAX),
	ACTORS(sp_played, seen_by),
	END,
};

const struct sp_field state_fields_thing[] = {
	SEAT(sp_thing, seat),
	COUNT(sp_thing, played, SP_PLAYED_MAX - 1),
	COUNT(sp_thing, cracks, UINT8_MAX),
	COUNT(sp_thing, side, 2),
	FLAG(sp_thing, facedown),
	FLAG(sp_thing, real),
	FLAG(sp_thing, fills),
	FLAG(sp_thing, opaque),
	FLAG(sp_thing, vacant),
	COUNT(sp_thing, life, UINT8_MAX),
	FLAG(sp_thing, given),
	SEAT(sp_thing, owner),
	FLAG(sp_thing, illusion),
	ACTORS(sp_thing, believed),
	ACTORS(sp_thing, doubted),
	ACTORS(sp_thing, seen_by),
	VALUE(sp_thing, where),
	END,
};

const struct sp_field state_fields_cast[] = {
	WORD(sp_cast, type, "type", play_type, ALWAYS),
	SEAT(sp_cast, seat),
	VALUE(sp_cast, actor),
	FIELD(sp_cast, card, "card", CARD, 0, -1, 0, 0),
	COUNT(sp_cast, play, UINT8_MAX),
	INDEX(sp_cast, parent, SP_CASTS_MAX - 1),
	FLAG(sp_cast, modifier),
	FLAG(sp_cast, cancelled),
	FLAG(sp_cast, absorbed),
	FLAG(sp_cast, resolving),
	COUNT(sp_cast, energy, UINT8_MAX),
	COUNT(sp_cast, energy2, UINT8_MAX),
	COUNT(sp_cast, n_paid2, SP_PAID_MAX),
	FIELD(sp_cast, rolled[0], "rolled_1", INT, 0, 0, 0, UINT8_MAX),
	FIELD(sp_cast, rolled[1], "rolled_2", INT, 0, 0, 0, UINT8_MAX),
	FIELD(sp_cast, rolled[2], "rolled_3", INT, 0, 0, 0, UINT8_MAX),
	FIELD(sp_cast, rolled[3], "rolled_4", INT, 0, 0, 0, UINT8_MAX),
	FLAG(sp_cast, open),
	FLAG(sp_cast, copied),
	COUNT(sp_cast, halved, UINT8_MAX),
	COUNT(sp_cast, longer, UINT8_MAX),
	ACTORS(sp_cast, evaded),
	ACTORS(sp_cast, believed),
	ACTORS(sp_cast, doubted),
	SQUARE(sp_cast, origin),
	SQUARE(sp_cast, corner),
	FIELD(sp_cast, blocked, "blocked", EDGE, 0, -1, 0, 0),
	VALUE(sp_cast, self),
	FIELD(sp_cast, under, "under", VALUE, 0, 0, 0, 0),
	FLAG(sp_cast, face_up),
	COUNT(sp_cast, came_from, SP_SEATS_MAX),
	COUNT(sp_cast, parts_at, SP_SLOTS_ANSWERED),
	COUNT(sp_cast, n_parts, SP_PARTS_DISTINCT),
	FIELD(sp_cast, secret, "secret", INT, 0, 0, 1,
		(INT64_C(1) << SP_SLOTS_ANSWERED) - 1),
	END,
};

const struct sp_field state_fields_frame[] = {
	COUNT(sp_frame, kind, UINT8_MAX),
	COUNT(sp_frame, stage, UINT8_MAX),
	FIELD(sp_frame, cast, "item", INT, 0, -1, 0, SP_CASTS_MAX - 1),
	FIELD(sp_frame, card, "card", TYPE, 0, -1, 0, 0),
	FIELD(sp_frame, program, "program", INT, 0, 0, INT8_MIN, INT8_MAX),
	COUNT(sp_frame, pc, UINT16_MAX),
	COUNT(sp_frame, end, UINT16_MAX),
	ACTOR(sp_frame, actor),
	VALUE(sp_frame, self),
	VALUE(sp_frame, who),
	VALUE(sp_frame, by),
	VALUE(sp_frame, what),
	NUMBER(sp_frame, amount),
	WORD(sp_frame, damage_kind, "damage", damage_kind, 0),
	WORD(sp_frame, element, "element", element, 0),
	FIELD(sp_frame, damage_flags, "flags", WORDS,
		offsetof(struct sp_lexicon, damage_flag), 0, 0, 0),
	NUMBER(sp_frame, done),
	WORD_OF(sp_frame, word[0], "a"),
	WORD_OF(sp_frame, word[1], "b"),
	WORD_OF(sp_frame, word[2], "c"),
	WORD_OF(sp_frame, word[3], "d"),
	FIELD(sp_frame, secret, "secret", INT, 0, 0, 1, UINT16_MAX),
	END,
};

const struct sp_field state_fields_round[] = {
	WORD(sp_round, point, "point", point, ALWAYS),
	COUNT(sp_round, number, UINT8_MAX),
	SEATS(sp_round, asked),
	SEATS(sp_round, played),
	FLAG(sp_round, fresh),
	SEATS(sp_round, affected),
	VALUE(sp_round, subject),
	END,
};

const struct sp_field state_fields_once[] = {
	VALUE(sp_once, self),
	VALUE(sp_once, other),
	END,
};

/* Whose it is and what changes hands is read before the rest. */
const struct sp_field state_fields_proposal[] = {
	COUNT(sp_proposal, kind, SP_PROPOSAL_DEAL),
	SEAT(sp_proposal, with),
	SEATS(sp_proposal, seats),
	SEATS(sp_proposal, agreed),
	COUNT(sp_proposal, turn, UINT16_MAX),
	END,
};

/* Who asks is read before the rest. */
const struct sp_field state_fields_asked[] = {
	COUNT(sp_asked, seq, INT32_MAX),
	SEATS(sp_asked, seats),
	SEATS(sp_asked, agreed),
	END,
};

const struct sp_field state_fields_link[] = {
	FIELD(sp_link, square[0], "from", SQUARE, 0, SP_NOWHERE, 0, 0),
	FIELD(sp_link, square[1], "to", SQUARE, 0, SP_NOWHERE, 0, 0),
	FIELD(sp_link, cost, "cost", INT, 0, 0, 1, SP_MOVES_MAX),
	FLAG(sp_link, sight),
	COUNT(sp_link, spell, SP_PLAYED_MAX),
	END,
};

const struct sp_field state_fields_relief[] = {
	COUNT(sp_relief, kind, SP_RELIEF_DIE_FROM),
	ACTOR(sp_relief, actor),
	FIELD(sp_relief, cast, "item", INT, 0, -1, 0, SP_CASTS_MAX - 1),
	INDEX(sp_relief, frame, SP_FRAMES_MAX - 1),
	COUNT(sp_relief, left, INT16_MAX),
	COUNT(sp_relief, parts, SP_DAMAGE_PARTS - 1),
	VALUE(sp_relief, source),
	END,
};

const struct sp_field state_fields_sum[] = {
	VALUE(sp_sum, to),
	VALUE(sp_sum, by),
	FIELD(sp_sum, card, "card", CARD, 0, -1, 0, 0),
	WORD(sp_sum, damage_kind, "damage", damage_kind, ALWAYS),
	WORD(sp_sum, element, "element", element, 0),
	FIELD(sp_sum, damage_flags, "flags", WORDS,
		offsetof(struct sp_lexicon, damage_flag), 0, 0, 0),
	FIELD(sp_sum, parts, "parts", INT, 0, 0, 1,
		SP_DAMAGE_MAX *SP_DAMAGE_PARTS),
	END,
};
