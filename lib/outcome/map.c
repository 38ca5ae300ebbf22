/* Whether an order left the map as it was. */
#include "outcome/outcome.h"

bool sp_outcome_map_differs(
	const struct sp_board *before, const struct sp_board *after)
{
	const struct sp_edge *was = before->edge, *is = after->edge;

	if (before->n_seams != after->n_seams ||
		before->n_edges != after->n_edges ||
		memcmp(before->seam, after->seam, sizeof(after->seam)) != 0 ||
		memcmp(before->link, after->link, sizeof(after->link)) != 0)
		return true;
	for (int i = 0; i < before->n_bays; i++)
		if (before->bay[i].sector != after->bay[i].sector ||
			before->bay[i].turn != after->bay[i].turn)
			return true;
	for (int i = 0; i < before->n_edges; i++)
		if (was[i].printed != is[i].printed ||
			was[i].created != is[i].created ||
			was[i].sides != is[i].sides ||
			was[i].under != is[i].under ||
			was[i].destroyed != is[i].destroyed)
			return true;
	return false;
}
