/*
 * The lines and words of the board's data files.
 */
#include "board_private.h"

bool board_line_raw(struct sp_cursor *c, struct sp_line *line)
{
	line->number = c->line;
	line->at = 0;
	return sp_cursor_line(c, &line->text, &line->len);
}

bool board_line_next(struct sp_cursor *c, struct sp_line *line)
{
	while (board_line_raw(c, line)) {
		size_t len = line->len;
		const char *start = sp_trim(line->text, &len);

		if (len > 0 && *start != '#')
			return true;
	}
	return false;
}

bool board_line_word(struct sp_line *line, struct sp_word *word)
{
	size_t i = line->at;

	while (i < line->len && sp_is_space(line->text[i]))
		i++;
	word->text = line->text + i;
	word->column = (unsigned)i + 1;
	while (i < line->len && !sp_is_space(line->text[i]))
		i++;
	word->len = (size_t)(line->text + i - word->text);
	line->at = i;
	return word->len > 0;
}

bool board_word_is(const struct sp_word *word, const char *s)
{
	return word->len == strlen(s) && memcmp(word->text, s, word->len) == 0;
}

static bool id_char(char c)
{
	return (c >= 'a' && c <= 'z') || sp_is_digit(c) || c == '-';
}

int board_word_id(const struct sp_line *line, const struct sp_word *word,
	const char *what, char out[SP_ID_SIZE], struct sp_error *e)
{
	for (size_t i = 0; i < word->len; i++)
		if (!id_char(word->text[i]))
			return sp_error_at(e, SP_EINVAL, line->number,
				word->column + (unsigned)i,
				"%s is written with a to z, 0 to 9 and - only",
				what);
	if (!sp_copyn(out, SP_ID_SIZE, word->text, word->len))
		return sp_error_at(e, SP_EINVAL, line->number, word->column,
			"%s is too long: shorten it to %d characters", what,
			SP_ID_SIZE - 1);
	return SP_OK;
}

int board_line_end(struct sp_line *line, struct sp_error *e)
{
	struct sp_word word;

	if (!board_line_word(line, &word))
		return SP_OK;
	return sp_error_at(e, SP_EINVAL, line->number, word.column,
		"this line is complete before this word: remove the rest");
}

int board_line_id(struct sp_line *line, const char *what, char out[SP_ID_SIZE],
	struct sp_error *e)
{
	struct sp_word word;
	int rc;

	if (out[0] != '\0')
		return sp_error_at(e, SP_EINVAL, line->number, 1,
			"%s was given above: keep one of the two lines", what);
	if (!board_line_word(line, &word))
		return sp_error_at(e, SP_EINVAL, line->number, word.column,
			"%s is missing: write it after the key", what);
	rc = board_word_id(line, &word, what, out, e);
	return rc != SP_OK ? rc : board_line_end(line, e);
}
