/*
 * thinker: bots think in processes of their own, so that one that takes its
 * time holds no other game up. Such a process (spellpost-bot) gets rulesets and
 * questions: the view of a seat, the bot, a value for its chance; and gives a
 * command for each. It has no file, no network, nothing of the club.
 *
 * An answer follows from its question alone, so it does not matter which
 * process gives it, when, or after how many that died: whoever asks again gets
 * the same. What was answered is known until the game goes on.
 */
#ifndef SP_THINKER_H
#define SP_THINKER_H

#include "bot/bot.h"
#include "record/live.h"

#define SP_THINKER_PROCESSES 8 /* at most */
/* Megabytes of address space of each. One ruleset takes 10 of them, 64 rulesets
 * take 25. MemoryMax in systemd/spellpostd.service has room for all. */
#define SP_THINKER_MEMORY 64

struct sp_thinker;

/* Up to so many processes of `program` (spellpost-bot), which are started when
 * there is a question for them, with rulesets of `rulesets` (borrowed). Without
 * a program *out is left alone.
 * SP_ESYS: it cannot be executed. */
int sp_thinker_open(struct sp_thinker **out, const char *program, int processes,
	const struct sp_rulesets *rulesets, struct sp_error *e) SP_MUST_CHECK;
void sp_thinker_close(struct sp_thinker *t); /* NULL is fine */
/* For sp_scratch; owned by the thinker. NULL is fine. */
struct sp_bot_thinker *sp_thinker_of_bots(struct sp_thinker *t);

/* Take the answers that are there. True if any came, or failed, since the last
 * call. */
bool sp_thinker_look(struct sp_thinker *t);
/* Is a question of the game being thought about? */
bool sp_thinker_asks(const struct sp_thinker *t, const char *gid);
/* The game went on: forget what was asked and answered. */
void sp_thinker_forget(struct sp_thinker *t, const char *gid);
/* Readable when there is something to look at; -1: nothing is asked. */
int sp_thinker_fd(const struct sp_thinker *t);
/* Seconds until a look is due in any case, at most `most`. */
int64_t sp_thinker_left(const struct sp_thinker *t, int64_t most);

/* ---- the other side -------------------------------------------------------
 */

/* The whole life of spellpost-bot: answer until the socket closes. Gives up
 * files, network and more memory than a thought needs. Returns the exit
 * status. */
int sp_thinker_serve(int fd);

#endif
