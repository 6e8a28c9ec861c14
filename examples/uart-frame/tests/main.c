#include "board.h"
#include "suites.h"
#include "tap.h"

int main(void)
{
    board_print("TAP version 13\n");
    test_ring();
    test_crc16();
    test_cobs();
    test_frame();
    test_uart();
    return tap_end() > 0;
}
