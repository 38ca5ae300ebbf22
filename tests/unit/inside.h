/* All that a club is made of: what tests of the upper rooms look into. */
#ifndef SP_TESTS_INSIDE_H
#define SP_TESTS_INSIDE_H

#include "audit/audit.h"
#include "doctor/doctor.h"
#include "host/acts.h"
#include "host/batch.h"
#include "host/deadlines.h"
#include "host/folder.h"
#include "host/host_private.h"
#include "host/intake.h"
#include "host/outbox.h"
#include "host/suspension.h"
#include "host/transports.h"
#include "host/unfinished.h"
#include "post/people.h"
#include "post/post.h"
#include "post/probe.h"
#include "post/told.h"
#include "post/whose.h"
#include "record/agents.h"
#include "record/commit.h"
#include "record/files.h"
#include "record/hidden.h"
#include "record/history.h"
#include "record/live.h"
#include "record/ruling.h"
#include "record/sealed.h"
#include "render/render.h"
#include "table/sitting.h"
#include "table/table.h"

#endif
