/* The configuration file. */
#define _GNU_SOURCE /* memfd_create */
#include "fuzz.h"

#include "config/config.h"

#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct sp_config config;
	struct sp_error e = { 0 };
	int fd = memfd_create("conf", 0);
	char path[40];

	FUZZ_DEMAND(fd >= 0 && sp_write_full(fd, data, size) == SP_OK);
	sp_format(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (sp_config_load(&config, path, &e) != SP_OK)
		FUZZ_DEMAND(e.code != SP_OK && e.text[0] != '\0');
	(void)close(fd);
	return 0;
}
