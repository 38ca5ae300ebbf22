/*
 * Another program renames a mail of a Maildir while we look at the folder, at
 * the worst moments. readdir may miss such a file (POSIX leaves it open), so
 * here it does.
 */
#ifndef TEST_SHUFFLE_H
#define TEST_SHUFFLE_H

/* The mail is `name` now, and goes to and fro between it and `other` (both are
 * paths, borrowed until shuffle_end). `plan` has a letter for each time that
 * the mail's folder is read; behind its end nothing more happens:
 *   h  renamed when it is read, and not shown
 *   a  renamed when the end of the folder is read, so that what was shown is
 *      its old name
 *   d  deleted then
 *   f  its folder goes away then
 *   o  renamed more often than inotify keeps events, and not shown
 *   .  shown */
void shuffle_begin(const char *name, const char *other, const char *plan);
/* From now on the mail is renamed so many times whenever somebody is about to
 * open it or to look at it. */
void shuffle_dodge(unsigned times);
/* No more inotify from now on, as on a machine whose watches are used up. */
void shuffle_deafen(void);
/* Returns how much of the plan was done. */
unsigned shuffle_end(void);

#endif
