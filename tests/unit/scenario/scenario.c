#include "scenario.h"

#include "audit/audit.h"

bool scenario_play(
	const struct sp_ruleset *ruleset, const char *path, const char *text)
{
	struct sp_error e = { 0 };

	if (sp_audit_scenario(ruleset, text, strlen(text), &e) == SP_OK)
		return true;
	printf("\n%s:%u: %s\n", path, e.line, e.text);
	return false;
}
