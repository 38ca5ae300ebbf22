/* What a command asks of its words, and what it says of them. */
#include "call.h"

#include <assert.h>

static const struct sp_call_option *option_of(
	const struct sp_call_row *command, const char *name)
{
	const struct sp_call_option *o = command->options;

	while (o != NULL && o->name != NULL && !sp_streq(o->name, name))
		o++;
	assert(o != NULL && o->name != NULL); /* the row lacks it */
	return o;
}

static const struct sp_call_given *find(
	const struct sp_call *call, const char *name)
{
	const struct sp_call_option *o = option_of(call->command, name);

	for (size_t i = 0; i < call->n_given; i++)
		if (call->given[i].option == o)
			return &call->given[i];
	return NULL;
}

bool daemon_call_has(const struct sp_call *call, const char *option)
{
	return find(call, option) != NULL;
}

const char *daemon_call_value(const struct sp_call *call, const char *option)
{
	const struct sp_call_given *given = find(call, option);

	return given != NULL ? given->value : NULL;
}

bool daemon_call_pair(char *text, const char **name, const char **value)
{
	char *eq = strchr(text, '=');

	if (eq == NULL || eq == text || eq[1] == '\0')
		return false;
	*eq = '\0';
	*name = text;
	*value = eq + 1;
	return true;
}

int daemon_call_print(const struct sp_call *call, int rc, json_t *json,
	struct sp_buf *text, const struct sp_error *e)
{
	assert((rc == SP_OK) == (e->code == SP_OK));
	return daemon_print(call->json, json, text, e);
}

int daemon_call_complain(const char *topic, const char *fmt, va_list ap)
{
	fputs("spellpost: ", stderr);
	vfprintf(stderr, fmt, ap);
	fprintf(stderr, "; see `spellpost help%s%s`\n",
		topic[0] != '\0' ? " " : "", topic);
	return SP_EXIT_USAGE;
}

int daemon_call_wrong(const struct sp_call *call, const char *fmt, ...)
{
	const struct sp_call_row *c = call->command;
	char *topic =
		sp_xasprintf("%s%s%s", c->first, c->second != NULL ? " " : "",
			c->second != NULL ? c->second : "");
	va_list ap;

	va_start(ap, fmt);
	int status = daemon_call_complain(topic, fmt, ap);
	va_end(ap);
	sp_free(topic);
	return status;
}
