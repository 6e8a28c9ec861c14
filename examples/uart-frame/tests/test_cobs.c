#include "cobs.h"
#include "suites.h"
#include "tap.h"

static uint8_t plain[600];
static uint8_t encoded[COBS_ENCODED(sizeof plain)];
static uint8_t decoded[COBS_ENCODED(sizeof plain)];

static void same(const uint8_t *actual, size_t length, const uint8_t *expected, size_t expected_length)
{
    CHECK(length, expected_length);
    for (size_t i = 0; i < expected_length; i++)
        CHECK(actual[i], expected[i]);
}

static void count_up(size_t length)
{
    for (size_t i = 0; i < length; i++)
        plain[i] = (uint8_t)(1u + i % 255u);
}

static void round_trip(size_t length)
{
    size_t written = cobs_encode(plain, length, encoded);

    for (size_t i = 0; i < written; i++)
        CHECK(encoded[i] != 0, true);
    same(decoded, cobs_decode(encoded, written, decoded), plain, length);
}

static void encodes_a_zero(void)
{
    static const uint8_t zero[] = { 0 };
    static const uint8_t expected[] = { 1, 1 };

    same(encoded, cobs_encode(zero, sizeof zero, encoded), expected, sizeof expected);
}

static void encodes_zeros_between(void)
{
    static const uint8_t bytes[] = { 0x11, 0x22, 0x00, 0x33 };
    static const uint8_t expected[] = { 3, 0x11, 0x22, 2, 0x33 };

    same(encoded, cobs_encode(bytes, sizeof bytes, encoded), expected, sizeof expected);
}

static void encodes_254_in_one_run(void)
{
    count_up(254);
    CHECK(cobs_encode(plain, 254, encoded), 255);
    CHECK(encoded[0], 255);
}

static void encodes_255_in_two_runs(void)
{
    count_up(255);
    CHECK(cobs_encode(plain, 255, encoded), 257);
    CHECK(encoded[0], 255);
    CHECK(encoded[255], 2);
}

static void round_trips_short(void)
{
    count_up(40);
    plain[7] = plain[8] = plain[39] = 0;
    round_trip(40);
}

static void round_trips_a_full_run(void)
{
    count_up(254);
    round_trip(254);
}

static void round_trips_more_than_a_run(void)
{
    count_up(255);
    round_trip(255);
}

static void round_trips_several_runs(void)
{
    count_up(600);
    round_trip(600);
}

static void refuses_a_zero_inside(void)
{
    static const uint8_t bytes[] = { 3, 0x11, 0, 2, 0x33 };

    CHECK(cobs_decode(bytes, sizeof bytes, decoded), COBS_BROKEN);
}

static void refuses_a_run_beyond_the_end(void)
{
    static const uint8_t bytes[] = { 5, 0x11, 0x22 };

    CHECK(cobs_decode(bytes, sizeof bytes, decoded), COBS_BROKEN);
}

void test_cobs(void)
{
    static const test tests[] = {
        { "cobs_encodes_a_zero", encodes_a_zero },
        { "cobs_encodes_zeros_between", encodes_zeros_between },
        { "cobs_encodes_254_in_one_run", encodes_254_in_one_run },
        { "cobs_encodes_255_in_two_runs", encodes_255_in_two_runs },
        { "cobs_round_trips_short", round_trips_short },
        { "cobs_round_trips_a_full_run", round_trips_a_full_run },
        { "cobs_round_trips_more_than_a_run", round_trips_more_than_a_run },
        { "cobs_round_trips_several_runs", round_trips_several_runs },
        { "cobs_refuses_a_zero_inside", refuses_a_zero_inside },
        { "cobs_refuses_a_run_beyond_the_end", refuses_a_run_beyond_the_end },
    };

    RUN(tests);
}
