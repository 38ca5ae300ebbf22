/*
 * What one ruleset has otherwise than another, as words: the table of turns,
 * setup, victory and damage. A position holds the values of its game, which the
 * ruleset and the game's options have set.
 */
#ifndef SP_GAME_RULE_H
#define SP_GAME_RULE_H

/* X(symbol, key, words): the first word is the usual one. Its number, 0, is
 * what a position says of it that says nothing. */
#define SP_RULES(X)                                                            \
	/* Nobody attacks in their own first turn, or in the first round. */   \
	X(ATTACK_BAN, "no_attack_first_turn", "own", "round", "none")          \
	/* A neutral spell that names an opponent is an attack. */             \
	X(NEUTRALS, "neutral_at_opponent", "neutral", "attack")                \
	/* What a kill is worth. */                                            \
	X(KILLS, "kills", "point", "nothing")                                  \
	/* When points win. */                                                 \
	X(COUNTED, "points_count", "at_once", "turn_end")                      \
	/* Does the last wizard alive win? */                                  \
	X(LAST_ALIVE, "last_alive", "wins", "plays_on")                        \
	/* Whose treasures lie all in home bases of others that live. */       \
	X(LOST_TREASURES, "lost_treasures", "nothing", "eliminated")           \
	/* Equal points behind the last round. */                              \
	X(TIES, "ties", "life", "draw")                                        \
	/* What there is in a lost turn. */                                    \
	X(LOST_TURN, "lost_turn", "time", "time_and_draw", "nothing")          \
	/* Whom a counter saves that cancels. */                               \
	X(CANCELS, "cancel_saves", "all", "player")                            \
	/* Who has the first turn. */                                          \
	X(FIRST_SEAT, "first_seat", "random", "first")                         \
	/* How the sectors are turned. */                                      \
	X(SECTOR_TURNS, "sector_turns", "random", "none")                      \
	/* Which counter takes off from parts that each use up one. */         \
	X(REDUCTIONS, "reductions", "oldest", "chosen")                        \
	/* Do the spells that one maintains count against his hand? */         \
	X(SPELLS, "spells_in_hand", "counted", "free")                         \
	/* What ends the move phase of whoever picks it up. */                 \
	X(PICKUPS, "pick_up_ends_phase", "treasures", "anything")              \
	/* Are spells maintained that have made something for good? */         \
	X(CREATIONS, "creations", "maintained", "permanent")                   \
	/* Is there one deck for all, or one for each of two groups? */        \
	X(SPELLBOOKS, "spellbooks", "one", "groups")

enum sp_rule {
#define X(symbol, ...) SP_RULE_##symbol,
	SP_RULES(X)
#undef X
		SP_RULE_COUNT
};

enum sp_rule_ban { SP_BAN_OWN_TURN, SP_BAN_ROUND, SP_BAN_NONE };
enum sp_rule_neutrals { SP_NEUTRALS_NEUTRAL, SP_NEUTRALS_ATTACK };
enum sp_rule_kills { SP_KILLS_POINT, SP_KILLS_NOTHING };
enum sp_rule_counted { SP_COUNTED_AT_ONCE, SP_COUNTED_TURN_END };
enum sp_rule_last_alive { SP_LAST_ALIVE_WINS, SP_LAST_ALIVE_PLAYS_ON };
enum sp_rule_lost_treasures { SP_LOST_TREASURES_NOTHING, SP_LOST_ELIMINATED };
enum sp_rule_ties { SP_TIES_LIFE, SP_TIES_DRAW };
enum sp_rule_lost_turn { SP_LOST_TIME, SP_LOST_TIME_DRAW, SP_LOST_ALL };
enum sp_rule_cancels { SP_CANCELS_ALL, SP_CANCELS_PLAYER };
enum sp_rule_first { SP_FIRST_RANDOM, SP_FIRST_SEAT };
enum sp_rule_sector_turns { SP_SECTORS_TURNED, SP_SECTORS_AS_PRINTED };

enum sp_rule_spells { SP_SPELLS_COUNTED, SP_SPELLS_FREE };
enum sp_rule_pickups { SP_PICKUPS_TREASURES, SP_PICKUPS_ANYTHING };
enum sp_rule_creations { SP_CREATIONS_MAINTAINED, SP_CREATIONS_PERMANENT };
enum sp_rule_spellbooks { SP_SPELLBOOKS_ONE, SP_SPELLBOOKS_GROUPS };
enum sp_rule_reductions { SP_REDUCTIONS_OLDEST, SP_REDUCTIONS_CHOSEN };

#define SP_RULE_WORDS 3

struct sp_rule_row {
	const char *key;
	const char *word[SP_RULE_WORDS + 1]; /* NULL behind the last */
};

const struct sp_rule_row *sp_game_rule_row(int rule);
/* The rule with that key, the value with that word of a rule; -1. */
int sp_game_rule_of(const char *key);
int sp_game_rule_value(int rule, const char *word);

#endif
