#include <assert.h>

#include "host_tests.h"

void suite_host(void);

void suite_host(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "host/record", NULL, NULL, NULL, NULL, host_record_tests },
		{ "host/batch", NULL, NULL, NULL, NULL, host_batch_tests },
		{ "host/kill", NULL, NULL, NULL, NULL, host_kill_tests },
		{ "host/identity", NULL, NULL, NULL, NULL,
			host_identity_tests },
		{ "host/fresh", NULL, NULL, NULL, NULL, host_fresh_tests },
		{ "host/confirm", NULL, NULL, NULL, NULL, host_confirm_tests },
		{ "host/alias", NULL, NULL, NULL, NULL, host_alias_tests },
		{ "host/tokens", NULL, NULL, NULL, NULL, host_tokens_tests },
		{ "host/fate", NULL, NULL, NULL, NULL, host_fate_tests },
		{ "host/orders", NULL, NULL, NULL, NULL, host_orders_tests },
		{ "host/press", NULL, NULL, NULL, NULL, host_press_tests },
		{ "host/waits", NULL, NULL, NULL, NULL, host_waits_tests },
		{ "host/deadline", NULL, NULL, NULL, NULL,
			host_deadline_tests },
		{ "host/inboxes", NULL, NULL, NULL, NULL, host_inboxes_tests },
		{ "host/answered", NULL, NULL, NULL, NULL,
			host_answered_tests },
		{ "host/watch", NULL, NULL, NULL, NULL, host_watch_tests },
		{ "host/poison", NULL, NULL, NULL, NULL, host_poison_tests },
		{ "host/leftout", NULL, NULL, NULL, NULL, host_leftout_tests },
		{ "host/unread", NULL, NULL, NULL, NULL, host_unread_tests },
		{ "host/damage", NULL, NULL, NULL, NULL, host_damage_tests },
		{ "host/repair", NULL, NULL, NULL, NULL, host_repair_tests },
		{ "host/back", NULL, NULL, NULL, NULL, host_back_tests },
		{ "host/repaired", NULL, NULL, NULL, NULL,
			host_repaired_tests },
		{ "host/copies", NULL, NULL, NULL, NULL, host_copies_tests },
		{ "host/order", NULL, NULL, NULL, NULL, host_order_tests },
		{ "host/pages", NULL, NULL, NULL, NULL, host_pages_tests },
		{ "host/faults", NULL, NULL, NULL, NULL, host_faults_tests },
		{ "host/unfinished", NULL, NULL, NULL, NULL,
			host_unfinished_tests },
		{ "host/outbox", NULL, NULL, NULL, NULL, host_outbox_tests },
		{ "host/operator", NULL, NULL, NULL, NULL,
			host_operator_tests },
		{ "host/rulings", NULL, NULL, NULL, NULL, host_rulings_tests },
		{ "host/sealed", NULL, NULL, NULL, NULL, host_sealed_tests },
		{ "host/signed", NULL, NULL, NULL, NULL, host_signed_tests },
		{ "host/canaries", NULL, NULL, NULL, NULL,
			host_canaries_tests },
		{ "host/twins", NULL, NULL, NULL, NULL, host_twins_tests },
		{ "host/history", NULL, NULL, NULL, NULL, host_history_tests },
		{ "host/asked", NULL, NULL, NULL, NULL, host_asked_tests },
		{ "host/cards", NULL, NULL, NULL, NULL, host_cards_tests },
		{ "host/texts", NULL, NULL, NULL, NULL, host_texts_tests },
		{ "host/help", NULL, NULL, NULL, NULL, host_help_tests },
		{ "host/bots", NULL, NULL, NULL, NULL, host_bots_tests },
		{ "host/probe", NULL, NULL, NULL, NULL, host_probe_tests },
		{ "host/simulate", NULL, NULL, NULL, NULL,
			host_simulate_tests },
		{ "host/verify", NULL, NULL, NULL, NULL, host_verify_tests },
		{ "host/tamper", NULL, NULL, NULL, NULL, host_tamper_tests },
		{ "host/histories", NULL, NULL, NULL, NULL,
			host_histories_tests },
		{ "host/start", NULL, NULL, NULL, NULL, host_start_tests },
		{ "host/same", NULL, NULL, NULL, NULL, host_same_tests },
		{ "host/doctor", NULL, NULL, NULL, NULL, host_doctor_tests },
		{ "host/doctor mail", NULL, NULL, NULL, NULL,
			host_doctor_mail_tests },
		{ "host/doctor outages", NULL, NULL, NULL, NULL,
			host_doctor_outages_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
