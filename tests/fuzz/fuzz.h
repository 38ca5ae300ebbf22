/*
 * Fuzzers: each file beside this one is a program of libFuzzer's that reads
 * what strangers send or what somebody may have changed. `make fuzz` runs them
 * for a bounded number of inputs, from the seeds that tests/tools/fuzz.sh
 * gathers. A failure leaves its input in build-fuzz/found.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include "base/base.h"

/* libFuzzer's interface. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What must hold of any input; ends the program where it does not. */
#define FUZZ_DEMAND(cond)                                                      \
	do {                                                                   \
		if (!(cond)) {                                                 \
			(void)fprintf(stderr, "%s:%d: %s does not hold\n",     \
				__FILE__, __LINE__, #cond);                    \
			abort();                                               \
		}                                                              \
	} while (0)

#endif
