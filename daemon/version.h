/* What `--version` of all three programs says. */
#ifndef SP_DAEMON_VERSION_H
#define SP_DAEMON_VERSION_H

#define SP_VERSION "0.1-dev"

#endif
