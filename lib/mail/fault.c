/*
 * What kind of failure it is, as far as libcurl and OpenSSL know.
 */
#include "curl_private.h"

#include <errno.h>

/* Of openssl/x509_vfy.h, which libcurl passes on; their numbers are part of its
 * interface. */
enum verdict {
	VERDICT_TOO_YOUNG = 9,
	VERDICT_EXPIRED = 10,
	VERDICT_SELF_SIGNED = 18,
	VERDICT_SELF_SIGNED_IN_CHAIN = 19,
	VERDICT_NO_ISSUER = 20,
	VERDICT_NO_FIRST_SIGNATURE = 21,
	VERDICT_UNTRUSTED = 27,
};

enum sp_fault mail_fault_of(int code)
{
	switch (code) {
	case SP_OK:
		return SP_FAULT_NONE;
	case SP_EAGAIN:
		return SP_FAULT_NETWORK;
	case SP_EREFUSED:
		return SP_FAULT_UNFIT;
	default:
		return SP_FAULT_SETTINGS;
	}
}

static enum sp_fault certificate(const struct sp_curl *c)
{
	long verdict = 0;

	/* OpenSSL was content: libcurl looks at the name itself. */
	if (strstr(c->error, "target host name") != NULL)
		return SP_FAULT_HOST_NAME;
	(void)curl_easy_getinfo(c->easy, CURLINFO_SSL_VERIFYRESULT, &verdict);
	switch (verdict) {
	case VERDICT_TOO_YOUNG:
	case VERDICT_EXPIRED:
		return SP_FAULT_EXPIRED;
	case VERDICT_SELF_SIGNED:
	case VERDICT_SELF_SIGNED_IN_CHAIN:
	case VERDICT_NO_ISSUER:
	case VERDICT_NO_FIRST_SIGNATURE:
	case VERDICT_UNTRUSTED:
		return SP_FAULT_AUTHORITY;
	default:
		return SP_FAULT_CERTIFICATE;
	}
}

static enum sp_fault network(const struct sp_curl *c, CURLcode rc)
{
	long os = 0;

	(void)curl_easy_getinfo(c->easy, CURLINFO_OS_ERRNO, &os);
	if (rc == CURLE_COULDNT_RESOLVE_HOST)
		return SP_FAULT_DNS;
	if (rc == CURLE_OPERATION_TIMEDOUT ||
		(rc == CURLE_COULDNT_CONNECT && os == ETIMEDOUT))
		return SP_FAULT_TIME_OUT;
	if (rc == CURLE_COULDNT_CONNECT && os == ECONNREFUSED)
		return SP_FAULT_NO_PORT;
	return SP_FAULT_NETWORK;
}

enum sp_fault mail_curl_fault(
	const struct sp_curl *c, CURLcode rc, enum sp_fault kind)
{
	if (kind == SP_FAULT_CERTIFICATE)
		return certificate(c);
	return kind == SP_FAULT_NETWORK ? network(c, rc) : kind;
}
