/* state.json of a repository that anybody may have made. */
#include "fuzz.h"

#include "card/card.h"
#include "game/game.h"
#include "record/files.h"
#include "render/render.h"

static struct sp_ruleset *ruleset;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct sp_files files;
	struct sp_error e = { 0 };

	(void)argc;
	(void)argv;
	sp_json_setup();
	if (sp_record_files_read(&files, FUZZ_RULESET, &e) != SP_OK ||
		sp_record_files_ruleset(&files, &ruleset, &e) != SP_OK) {
		(void)fprintf(stderr, "%s\n", e.text);
		exit(2);
	}
	sp_record_files_free(&files);
	return 0;
}

/* What is read is what would be written, or is refused with a reason. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sp_game *game = sp_xcalloc(2, sizeof(*game));
	struct sp_error e = { 0 };
	struct sp_buf first, second;

	sp_buf_init(&first, (size_t)1 << 20);
	sp_buf_init(&second, (size_t)1 << 20);
	if (sp_state_decode(&game[0], &ruleset->lexicon, (const char *)data,
		    size, &e) == SP_OK) {
		sp_state_encode(&game[0], &ruleset->lexicon, &first);
		FUZZ_DEMAND(
			sp_state_decode(&game[1], &ruleset->lexicon,
				sp_buf_str(&first), first.len, &e) == SP_OK);
		sp_state_encode(&game[1], &ruleset->lexicon, &second);
		FUZZ_DEMAND(sp_streq(sp_buf_str(&first), sp_buf_str(&second)));
		sp_buf_clear(&first);
		sp_render_board_file(ruleset, &game[0], &first);
	} else {
		FUZZ_DEMAND(e.text[0] != '\0');
	}
	sp_buf_free(&first);
	sp_buf_free(&second);
	sp_free(game);
	return 0;
}
