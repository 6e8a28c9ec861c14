#include "crc16.h"
#include "suites.h"
#include "tap.h"

static const uint8_t digits[] = "123456789";

static void of_nothing(void)
{
    CHECK(crc16(CRC16_START, digits, 0), 0xFFFF);
}

static void check_value(void)
{
    CHECK(crc16(CRC16_START, digits, 9), 0x29B1);
}

static void in_pieces(void)
{
    CHECK(crc16(crc16(CRC16_START, digits, 4), digits + 4, 5), 0x29B1);
}

static void over_itself_is_zero(void)
{
    static const uint8_t with_check[] = { '1', '2', '3', '4', '5', '6', '7', '8', '9', 0x29, 0xB1 };

    CHECK(crc16(CRC16_START, with_check, sizeof with_check), 0);
}

void test_crc16(void)
{
    static const test tests[] = {
        { "crc16_of_nothing", of_nothing },
        { "crc16_check_value", check_value },
        { "crc16_in_pieces", in_pieces },
        { "crc16_over_itself_is_zero", over_itself_is_zero },
    };

    RUN(tests);
}
