#ifndef SUITES_H
#define SUITES_H

void test_ring(void);
void test_crc16(void);
void test_cobs(void);
void test_frame(void);
void test_uart(void);

#endif
