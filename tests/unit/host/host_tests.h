/*
 * The test tables of this folder's files.
 */
#ifndef HOST_TESTS_H
#define HOST_TESTS_H

#include <CUnit/CUnit.h>

#include "club.h"
#include "fixtures.h"

extern CU_TestInfo host_record_tests[];
extern CU_TestInfo host_batch_tests[];
extern CU_TestInfo host_kill_tests[];
extern CU_TestInfo host_identity_tests[];
extern CU_TestInfo host_answered_tests[];
extern CU_TestInfo host_watch_tests[];
extern CU_TestInfo host_fresh_tests[];
extern CU_TestInfo host_confirm_tests[];
extern CU_TestInfo host_orders_tests[];
extern CU_TestInfo host_press_tests[];
extern CU_TestInfo host_waits_tests[];
extern CU_TestInfo host_deadline_tests[];
extern CU_TestInfo host_inboxes_tests[];
extern CU_TestInfo host_poison_tests[];
extern CU_TestInfo host_leftout_tests[];
extern CU_TestInfo host_unread_tests[];
extern CU_TestInfo host_damage_tests[];
extern CU_TestInfo host_repair_tests[];
extern CU_TestInfo host_back_tests[];
extern CU_TestInfo host_repaired_tests[];
extern CU_TestInfo host_copies_tests[];
extern CU_TestInfo host_pages_tests[];
extern CU_TestInfo host_order_tests[];
extern CU_TestInfo host_faults_tests[];
extern CU_TestInfo host_unfinished_tests[];
extern CU_TestInfo host_outbox_tests[];
extern CU_TestInfo host_operator_tests[];
extern CU_TestInfo host_rulings_tests[];
extern CU_TestInfo host_sealed_tests[];
extern CU_TestInfo host_signed_tests[];
extern CU_TestInfo host_alias_tests[];
extern CU_TestInfo host_tokens_tests[];
extern CU_TestInfo host_fate_tests[];
extern CU_TestInfo host_canaries_tests[];
extern CU_TestInfo host_twins_tests[];
extern CU_TestInfo host_history_tests[];
extern CU_TestInfo host_asked_tests[];
extern CU_TestInfo host_cards_tests[];
extern CU_TestInfo host_texts_tests[];
extern CU_TestInfo host_help_tests[];
extern CU_TestInfo host_bots_tests[];
extern CU_TestInfo host_probe_tests[];
extern CU_TestInfo host_simulate_tests[];
extern CU_TestInfo host_verify_tests[];
extern CU_TestInfo host_tamper_tests[];
extern CU_TestInfo host_histories_tests[];
extern CU_TestInfo host_start_tests[];
extern CU_TestInfo host_same_tests[];
extern CU_TestInfo host_doctor_tests[];
extern CU_TestInfo host_doctor_outages_tests[];
extern CU_TestInfo host_doctor_mail_tests[];

/* A game that has everything in it, noted on a tape: made in `c`, which is
 * copied to `start` before the first event. Both are made here. */
void scenario(struct club *start, struct tape *tape, bool clocks);

#endif
