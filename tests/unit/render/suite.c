#include "render_tests.h"

void suite_render(void);

void suite_render(void)
{
	suite_render_board();
	suite_render_story();
	suite_render_told();
	suite_render_games();
	suite_render_mustache();
	suite_render_template();
	suite_render_mail();
	suite_render_html();
}
