/* The mails of a tutorial: each with its lesson at the head. */
#include "mails.h"

/* A lesson as lib/lesson has it. Takes `lesson`. */
static json_t *teach(const struct sp_game *g, json_t *lesson)
{
	static const char *const keys[] = { "number", "title", "move", "attack",
		"counter", "treasure", "rest", "over", "again", "letter",
		"reaches", "now", "fist", "held", "here", "boost", "countered",
		"answered", "fetch", "carry", "scored", "lost", "strikes" };
	json_t *o = render_mail_context("red", g);

	for (size_t i = 0; i < SP_ARRAY_LEN(keys); i++)
		if (json_object_get(lesson, keys[i]) == NULL)
			sp_json_set_bool(lesson, keys[i], false);
	sp_json_set_string(lesson, "Enemy", "Blue");
	sp_json_set_int(lesson, "of", 5);
	sp_json_set(o, "lesson", lesson);
	sp_json_set_bool(o, "tutorial", true);
	/* these mean something else outside a lesson */
	sp_json_set_bool(o, "over", true);
	sp_json_set_bool(o, "again", true);
	sp_json_set(o, "story", json_array());
	return o;
}

TEST("render/mail", "lessons in turns")
{
	struct sp_game g;

	render_mail_playing(&g, 4);
	render_mail_check("turn", "mail-lesson-move.txt",
		teach(&g, json_pack("{s:i, s:s, s:b, s:s, s:[s, s]}", "number",
				  2, "title", "move", "move", true, "letter",
				  "R", "orders", "move towards d2", "end")));
	render_mail_check("turn", "mail-lesson-attack.txt",
		teach(&g,
			json_pack("{s:i, s:s, s:b, s:b, s:[s, s]}", "number", 3,
				"title", "attack", "attack", true, "now", true,
				"orders", "cast Fireball at blue with Energy 6",
				"end")));
	render_mail_check("turn", "mail-lesson-nearer.txt",
		teach(&g, json_pack("{s:i, s:s, s:b, s:[s, s]}", "number", 3,
				  "title", "attack", "attack", true, "orders",
				  "move towards d2", "end")));
	render_mail_check("turn", "mail-lesson-again.txt",
		teach(&g, json_pack("{s:i, s:s, s:b, s:b, s:b, s:b, s:[s, s]}",
				  "number", 3, "title", "attack", "attack",
				  true, "again", true, "now", true, "fist",
				  true, "orders", "punch blue", "end")));
	render_mail_check("turn", "mail-lesson-treasure.txt",
		teach(&g, json_pack("{s:i, s:s, s:b, s:b, s:s, s:[s, s]}",
				  "number", 5, "title", "treasure", "treasure",
				  true, "fetch", true, "boost",
				  "boost with Energy 4", "orders",
				  "move towards d2", "end")));
	render_mail_check("turn", "mail-lesson-carry.txt",
		teach(&g, json_pack("{s:i, s:s, s:b, s:b, s:[s, s, s]}",
				  "number", 5, "title", "treasure", "treasure",
				  true, "carry", true, "orders", "move to home",
				  "drop treasure", "end")));
	render_mail_check("turn", "mail-lesson-scored.txt",
		teach(&g, json_pack("{s:i, s:s, s:b, s:b, s:b, s:[s, s, s]}",
				  "number", 5, "title", "treasure", "treasure",
				  true, "fetch", true, "scored", true, "orders",
				  "move to d2", "pick up treasure", "end")));
	render_mail_check("turn", "mail-lesson-over.txt",
		teach(&g, json_pack("{s:b, s:b, s:[s, s]}", "over", true,
				  "answered", true, "orders", "move to home",
				  "drop treasure")));
	render_mail_check("turn", "mail-lesson-rest.txt",
		teach(&g, json_pack("{s:b, s:[s]}", "rest", true, "orders",
				  "end")));
}

TEST("render/mail", "lessons in windows")
{
	struct sp_game g;
	json_t *o;

	for (int held = 0; held < 2; held++) {
		render_mail_playing(&g, 4);
		o = teach(&g, json_pack("{s:i, s:s, s:b, s:b, s:[s]}", "number",
				      4, "title", "counter", "counter", true,
				      "held", held, "orders",
				      held != 0 ? "counter with Full Shield"
						: "pass"));
		sp_json_set(o, "question",
			json_pack("{s:s, s:s, s:s, s:[], s:[]}", "title",
				"Blue casts Fireball at you", "lead",
				"Blue (f4) casts Fireball at you.", "otherwise",
				"you take 5 damage from Fireball, 15 -> 10 life",
				"rest", "why"));
		sp_json_set_bool(o, "counters", held != 0);
		sp_json_set(o, "options",
			render_mail_listed(
				held != 0 ? json_pack("[s, s]", "pass",
						    "counter with full shield")
					  : json_pack("[s]", "pass")));
		render_mail_check("window",
			held != 0 ? "mail-lesson-counter.txt"
				  : "mail-lesson-pass.txt",
			o);
	}
}

TEST("render/mail", "the lesson of an invitation")
{
	json_t *o = render_mail_context("red", NULL);

	sp_json_set_bool(o, "tutorial", true);
	sp_json_set(o, "seats", json_array());
	sp_json_set(o, "options", json_array());
	sp_json_set_int(o, "days", 14);
	sp_json_set_string(o, "until", "Tue 8 Dec 2026 17:00");
	render_mail_check("invitation", "mail-lesson-join.txt", o);
}

TEST("render/mail", "a tutorial is called off")
{
	struct sp_game g;
	json_t *o;

	render_mail_playing(&g, 4);
	o = render_mail_context("red", &g);
	sp_json_set_bool(o, "tutorial", true);
	sp_json_set_bool(o, "called_off", true);
	sp_json_set_string(o, "fingerprint", "SHA256:abc");
	sp_json_set(o, "story", json_array());
	render_mail_check("closing", "mail-lesson-closing.txt", o);
}
