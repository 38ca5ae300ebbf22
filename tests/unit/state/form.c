#include "state_tests.h"

#include "unit.h"

#include <string.h>

void state_has_form(const char *text, const char *const pieces[], size_t n)
{
	const char *at = text;

	for (size_t i = 0; i < n; i++) {
		const char *found = strstr(at, pieces[i]);

		if (found == NULL) {
			(void)fprintf(stderr, "not found: %s", pieces[i]);
			CU_FAIL("the form of state.json has changed");
			return;
		}
		at = found + strlen(pieces[i]);
	}
	CU_ASSERT(*at == '\0');
}
