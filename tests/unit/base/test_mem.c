#include "unit.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"

/* In a child: what is guarded stays so. */
TEST("base/mem", "guards")
{
	int status = 0;
	pid_t pid = fork();

	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0) {
		struct rlimit core = { 1, 1 };
		bool good = prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0 &&
			    sp_mem_guard(NULL) == SP_OK &&
			    getrlimit(RLIMIT_CORE, &core) == 0 &&
			    core.rlim_cur == 0 && core.rlim_max == 0 &&
			    prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0;

		_exit(good ? 0 : 1);
	}
	CU_ASSERT_FATAL(waitpid(pid, &status, 0) == pid);
	CU_ASSERT_TRUE(WIFEXITED(status));
	EQUAL_INT(WEXITSTATUS(status), 0);
}

TEST("base/mem", "wipes")
{
	char secret[] = "secret";

	sp_wipe(secret, 3);
	EQUAL_INT(memcmp(secret, "\0\0\0ret", 7), 0);
	sp_wipe(NULL, 0);
}
