/*
 * One card, for whoever asks for it by name, and as a line of a hand.
 */
#include "render/render_private.h"

static json_t *play_json(const struct sp_card_play *p)
{
	json_t *json = json_object();

	if (p->id[0] != '\0')
		sp_json_set_string(json, "id", p->id);
	sp_json_set_string(json, "as", sp_card_play_type_word(p->type));
	sp_json_set_string(json, "range", sp_card_range_word(p->range));
	sp_json_set_string(json, "lasts", sp_card_duration_word(p->duration));
	sp_json_set_bool(json, "fuelled", p->fuelled);
	return json;
}

static int copies_in(const struct sp_ruleset *r, int type, int school)
{
	const struct sp_school *s = &r->school[school];
	int n = 0;

	for (int i = s->first; i < s->first + s->n; i++)
		n += r->type[i] == type;
	return n;
}

void render_add_worth(const struct sp_card *card, struct sp_buf *out)
{
	if (card->energy_die > 0)
		sp_buf_addf(out, "d%d", card->energy_die);
	if (card->energy_die > 0 && card->energy > 0)
		sp_buf_addc(out, '+');
	if (card->energy > 0)
		sp_buf_addf(out, "%d", card->energy);
}

json_t *sp_render_card_json(const struct sp_ruleset *r, int type)
{
	const struct sp_card *card = &r->card[type];
	json_t *json = json_object(), *plays = json_array();
	json_t *traits = json_array(), *copies = json_object();

	sp_json_set_string(json, "id", card->id);
	sp_json_set_string(json, "name", card->name);
	sp_json_set_string(
		json, "source", card->designed ? "designed" : "official");
	sp_json_set_string(json, "text", card->text);
	sp_json_set_int(json, "energy", card->energy);
	if (card->energy_die > 0)
		sp_json_set_int(json, "energy_die", card->energy_die);
	if (card->flash)
		sp_json_set_bool(json, "flash", true);
	if (*sp_card_ruleset_edition(r, type) != '\0')
		sp_json_set_string(
			json, "edition", sp_card_ruleset_edition(r, type));
	if (card->precedence != 0)
		sp_json_set_int(json, "precedence", card->precedence);
	sp_json_set_bool(json, "item", card->is_item);
	sp_json_set_bool(json, "ready", card->ready);
	for (int i = 0; i < card->n_plays; i++)
		(void)json_array_append_new(plays, play_json(&card->play[i]));
	sp_json_set(json, "plays", plays);
	for (int i = 0; i < r->n_traits; i++)
		if (card->traits >> i & 1U)
			(void)json_array_append_new(
				traits, json_string(r->trait[i]));
	sp_json_set(json, "traits", traits);
	for (int s = 0; s < r->n_schools; s++)
		if (copies_in(r, type, s) > 0)
			sp_json_set_int(
				copies, r->school[s].id, copies_in(r, type, s));
	sp_json_set(json, "copies", copies);
	return json;
}

/* ---- words --------------------------------------------------------------- */

/* How far, where the card says it as a plain number; -1: it depends. */
static int steps_of(const struct sp_ruleset *r, const struct sp_card_play *p)
{
	if (p->within < 0 || r->code[p->within].op != SP_CODE_NUMBER ||
		r->code[p->within + 1].op != SP_CODE_END)
		return -1;
	return r->code[p->within].value;
}

static void add_range(const struct sp_ruleset *r, const struct sp_card_play *p,
	struct sp_buf *out)
{
	static const char *const words[] = {
		[SP_RANGE_CASTER] = "on yourself or your square",
		[SP_RANGE_ADJACENT] = "your square or beside it",
		[SP_RANGE_SIGHT] = "in sight",
		[SP_RANGE_ANYWHERE] = "anywhere",
		[SP_RANGE_SECTOR] = "your sector",
		[SP_RANGE_STEPS] = "squares away, over everything",
		[SP_RANGE_WALK] = "squares of way",
	};

	if (p->range == SP_RANGE_STEPS || p->range == SP_RANGE_WALK) {
		if (steps_of(r, p) >= 0)
			sp_buf_addf(out, "%d ", steps_of(r, p));
		else
			sp_buf_adds(out, "some ");
	}
	sp_buf_adds(out, words[p->range]);
}

static const char *duration_words(int duration)
{
	static const char *const words[] = {
		[SP_DURATION_INSTANT] = "done at once",
		[SP_DURATION_TEMPORARY] = "lasts while it has energy tokens",
		[SP_DURATION_PERMANENT] = "stays",
	};

	return words[duration];
}

static const char *type_words(int type)
{
	static const char *const words[] = {
		[SP_PLAY_ATTACK] = "attack spell",
		[SP_PLAY_NEUTRAL] = "neutral spell",
		[SP_PLAY_COUNTER] = "counter spell",
		[SP_PLAY_PHYSICAL] = "physical attack",
		[SP_PLAY_USE] = "used",
		[SP_PLAY_ITEM] = "item",
	};

	return words[type];
}

static void add_play(const struct sp_ruleset *r, const struct sp_card *card,
	const struct sp_card_play *p, struct sp_buf *out)
{
	sp_buf_addf(out, "  %-9s %s", p->id[0] != '\0' ? p->id : "play",
		type_words(p->type));
	if (p->type != SP_PLAY_ITEM) {
		sp_buf_adds(out, "; ");
		add_range(r, p, out);
		sp_buf_addf(out, "; %s", duration_words(p->duration));
	}
	sp_buf_addf(out, "%s\n", p->fuelled ? "; fuelled" : "");
	render_play_order(r, card, p, out);
}

static void add_traits(const struct sp_ruleset *r, const struct sp_card *card,
	struct sp_buf *out)
{
	const char *before = "  traits    ";

	for (int i = 0; i < r->n_traits; i++) {
		if ((card->traits >> i & 1U) == 0)
			continue;
		sp_buf_addf(out, "%s%s", before, r->trait[i]);
		before = ", ";
	}
	if (*before == ',')
		sp_buf_addc(out, '\n');
}

static void add_copies(const struct sp_ruleset *r, int type, struct sp_buf *out)
{
	const char *before = "  copies    ";

	for (int s = 0; s < r->n_schools; s++) {
		int n = copies_in(r, type, s);

		if (n == 0)
			continue;
		sp_buf_addf(out, "%s%d in %s", before, n, r->school[s].name);
		before = ", ";
	}
	if (*before == ',')
		sp_buf_addc(out, '\n');
}

static void add_edition(
	const struct sp_ruleset *r, int type, struct sp_buf *out)
{
	if (*sp_card_ruleset_edition(r, type) != '\0')
		sp_buf_addf(out, "  edition   %s\n",
			sp_card_ruleset_edition(r, type));
	if (r->card[type].precedence != 0)
		sp_buf_addf(out,
			"  order     %+d among cards that act at once\n",
			r->card[type].precedence);
}

void sp_render_card(
	const struct sp_ruleset *ruleset, int type, struct sp_buf *out)
{
	const struct sp_card *card = &ruleset->card[type];
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	sp_buf_addf(&text, "%s%s%s%s\n  %s\n", card->name,
		card->is_item ? ", an item" : "",
		card->designed ? ", a card of our own" : "",
		card->ready ? "" : ", a draft that no game deals yet",
		card->text);
	for (int i = 0; i < card->n_plays; i++)
		add_play(ruleset, card, &card->play[i], &text);
	if (sp_card_pays(card)) {
		sp_buf_adds(&text, "  energy    ");
		render_add_worth(card, &text);
		sp_buf_addf(&text, "%s%s\n",
			card->energy_die > 0
				? ", rolled when it pays; then you aim"
				: "",
			card->flash ? ", flash: for spells, never for speed"
				    : "");
	}
	add_traits(ruleset, card, &text);
	add_copies(ruleset, type, &text);
	add_edition(ruleset, type, &text);
	sp_typeset_wrap(sp_buf_str(&text), text.len, out);
	sp_buf_free(&text);
}

/* What of a card fits beside its name in three lines of a mail. */
#define BRIEF_MOST 130

/* Behind the last part of a sentence that fits, else behind the last word. */
static size_t brief_end(const char *text, size_t most)
{
	size_t end = 0, word = 0;

	for (size_t n = 0; n < most && text[n] != '\0'; n++) {
		if (text[n] == ' ')
			word = n;
		if (strchr(".;,:", text[n]) != NULL &&
			(text[n + 1] == ' ' || text[n + 1] == '\0'))
			end = n;
	}
	return end > 0 ? end : word > 0 ? word : strlen(text);
}

static void add_small(const char *text, size_t n, struct sp_buf *out)
{
	if (n > 0)
		sp_buf_addc(out, (char)sp_lower((unsigned char)*text));
	sp_buf_add(out, text + 1, n > 0 ? n - 1 : 0);
}

void render_brief(const struct sp_card *card, struct sp_buf *out)
{
	const char *text = card->text;
	size_t type = strcspn(text, " .");
	size_t most = BRIEF_MOST, n;

	/* "Attack. 5 magical fire damage.": the type stands alone */
	if (text[type] == '.' && text[type + 1] == ' ' && type + 2 < most) {
		add_small(text, type, out);
		sp_buf_adds(out, ": ");
		text += type + 2;
		most -= type + 2;
	}
	n = brief_end(text, most);
	add_small(text, n, out);
	if (text[n] != '.' && text[n] != '\0')
		sp_buf_adds(out, " ...");
}
