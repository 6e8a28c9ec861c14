#include <string.h>

#include "check.h"
#include "protocol.h"
#include "suites.h"

static const protocol_report sample = {.measured_centi = -275, .setpoint_centi = 2150, .heating = true};

static void protocol_crc_matches_the_published_check_value(void)
{
    CHECK_EQUAL(0xF4, protocol_crc8((const uint8_t *)"123456789", 9));
}

static void protocol_writes_big_endian_numbers(void)
{
    uint8_t frame[PROTOCOL_REPORT_SIZE];
    const uint8_t expected[] = {0x7E, 5, 0xFE, 0xED, 0x08, 0x66, 1};
    protocol_encode(&sample, frame);
    CHECK_EQUAL(0, memcmp(expected, frame, sizeof expected));
}

static void protocol_reads_what_it_wrote(void)
{
    uint8_t frame[PROTOCOL_REPORT_SIZE];
    protocol_report report = {0};
    protocol_encode(&sample, frame);
    CHECK_EQUAL(PROTOCOL_OK, protocol_decode(frame, sizeof frame, &report));
    CHECK_EQUAL(sample.measured_centi, report.measured_centi);
    CHECK_EQUAL(sample.setpoint_centi, report.setpoint_centi);
    CHECK(report.heating);
}

static void protocol_notices_every_flipped_bit(void)
{
    uint8_t frame[PROTOCOL_REPORT_SIZE];
    protocol_report report = {0};
    for (unsigned bit = 0; bit < 8 * PROTOCOL_REPORT_SIZE; bit++) {
        protocol_encode(&sample, frame);
        frame[bit / 8] ^= (uint8_t)(1u << (bit % 8));
        CHECK(protocol_decode(frame, sizeof frame, &report) != PROTOCOL_OK);
    }
}

static void protocol_refuses_a_cut_frame(void)
{
    uint8_t frame[PROTOCOL_REPORT_SIZE];
    protocol_report report = {0};
    protocol_encode(&sample, frame);
    for (size_t size = 0; size < sizeof frame; size++)
        CHECK_EQUAL(PROTOCOL_TOO_SHORT, protocol_decode(frame, size, &report));
}

static void protocol_leaves_the_report_alone_on_an_error(void)
{
    uint8_t frame[PROTOCOL_REPORT_SIZE] = {0};
    protocol_report report = sample;
    CHECK_EQUAL(PROTOCOL_NO_START, protocol_decode(frame, sizeof frame, &report));
    CHECK_EQUAL(sample.measured_centi, report.measured_centi);
}

void protocol_tests(void)
{
    RUN(protocol_crc_matches_the_published_check_value);
    RUN(protocol_writes_big_endian_numbers);
    RUN(protocol_reads_what_it_wrote);
    RUN(protocol_notices_every_flipped_bit);
    RUN(protocol_refuses_a_cut_frame);
    RUN(protocol_leaves_the_report_alone_on_an_error);
}
