/*
 * people: what a plan of plain orders may look like when a person writes it.
 *
 * The rows of tests/cases/orders/people.txt are what people wrote, with what
 * each of them means. A row that means as many orders of the same shape says
 * other orders when the names in it change: "Could you please cast fireball at
 * red with energy 5?" becomes "Could you please cast zot at blue with energy
 * 3?". So any plan can be written in their ways, and it is known what was meant
 * by it without asking the reader that is on trial.
 */
#ifndef SP_BENCH_PEOPLE_H
#define SP_BENCH_PEOPLE_H

#include "bench.h"

#include "order/order.h"

struct people;

/* Read the rows of `file`. Owned by the caller; people_free it. */
struct people *people_read(const char *file);
void people_free(struct people *people);

/* Append the plan, an order on each line, in people's ways; `draw` is a stream
 * of numbers. Orders that nobody wrote stay as they are. Returns how many were
 * written otherwise. */
unsigned people_write(struct people *people, const char *plan,
	const struct sp_order_words *words, uint64_t *draw, struct sp_buf *out);
/* A row that means no order at all. */
const char *people_talk(struct people *people, uint64_t *draw);

/* Rows that mean orders, and how many of them were written. */
unsigned people_rows(const struct people *people);
unsigned people_used(const struct people *people);

#endif
