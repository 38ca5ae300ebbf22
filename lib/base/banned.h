/*
 * Functions that this project does not use, turned into compile errors.
 * Every public header reaches this file through base.h; a file that must call
 * one of them anyway says why and does so before including it.
 */
#ifndef SP_BANNED_H
#define SP_BANNED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SP_BANNED(f) sp_##f##_is_banned_see_base_h

#undef strcpy
#define strcpy(d, s) SP_BANNED(strcpy)
#undef strcat
#define strcat(d, s) SP_BANNED(strcat)
#undef strncpy
#define strncpy(d, s, n) SP_BANNED(strncpy)
#undef strncat
#define strncat(d, s, n) SP_BANNED(strncat)
#undef sprintf
#define sprintf(...) SP_BANNED(sprintf)
#undef vsprintf
#define vsprintf(...) SP_BANNED(vsprintf)
#undef strtok
#define strtok(s, d) SP_BANNED(strtok)
#undef atoi
#define atoi(s) SP_BANNED(atoi)
#undef gmtime
#define gmtime(t) SP_BANNED(gmtime)
#undef localtime
#define localtime(t) SP_BANNED(localtime)
#undef rand
#define rand() SP_BANNED(rand)

#endif
