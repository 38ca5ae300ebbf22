#ifndef TEST_TAVERN_H
#define TEST_TAVERN_H

void test_tavern(void);
void test_duration_0(void);

#endif
