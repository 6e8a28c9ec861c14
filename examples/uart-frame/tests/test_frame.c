#include "frame.h"
#include "suites.h"
#include "tap.h"

static frame sent;
static frame_parser parser;
static uint8_t wire[FRAME_WIRE];

static size_t write_frame(uint16_t length, uint8_t first)
{
    sent.type = 7;
    sent.sequence = 42;
    sent.length = length;
    for (uint16_t i = 0; i < length && i < FRAME_PAYLOAD; i++)
        sent.payload[i] = (uint8_t)(first + i);
    return frame_write(&sent, wire);
}

static frame_event push(size_t length)
{
    frame_event event = FRAME_PENDING;

    for (size_t i = 0; i < length; i++)
        event = frame_parser_push(&parser, wire[i]);
    return event;
}

static void arrives(uint16_t length, uint8_t first)
{
    frame_parser_reset(&parser);
    CHECK(push(write_frame(length, first)), FRAME_READY);
    CHECK(parser.received.type, 7);
    CHECK(parser.received.sequence, 42);
    CHECK(parser.received.length, length);
    for (uint16_t i = 0; i < length; i++)
        CHECK(parser.received.payload[i], (uint8_t)(first + i));
}

static void arrives_empty(void)
{
    arrives(0, 0);
}

static void arrives_with_zeros(void)
{
    arrives(16, 0);
}

static void arrives_at_full_length(void)
{
    arrives(FRAME_PAYLOAD, 1);
}

static void is_one_run_at_most(void)
{
    arrives(250, 1);
}

static void refuses_a_payload_that_is_too_long(void)
{
    CHECK(write_frame(FRAME_PAYLOAD + 1u, 1), 0);
}

static void notices_a_flipped_bit(void)
{
    frame_parser_reset(&parser);
    size_t length = write_frame(8, 1);
    wire[5] ^= 0x40;
    CHECK(push(length), FRAME_BAD_CRC);
    CHECK(parser.errors, 1);
}

static void finds_the_next_frame_after_noise(void)
{
    frame_parser_reset(&parser);
    CHECK(frame_parser_push(&parser, 0xAA), FRAME_PENDING);
    CHECK(frame_parser_push(&parser, 0), FRAME_BROKEN);
    CHECK(push(write_frame(4, 1)), FRAME_READY);
}

static void ignores_zeros_between_frames(void)
{
    frame_parser_reset(&parser);
    CHECK(frame_parser_push(&parser, 0), FRAME_PENDING);
    CHECK(frame_parser_push(&parser, 0), FRAME_PENDING);
    CHECK(parser.errors, 0);
}

static void gives_up_on_an_endless_frame(void)
{
    frame_parser_reset(&parser);
    for (unsigned i = 0; i < FRAME_WIRE + 10u; i++)
        CHECK(frame_parser_push(&parser, 1), FRAME_PENDING);
    CHECK(frame_parser_push(&parser, 0), FRAME_TOO_LONG);
    CHECK(push(write_frame(4, 1)), FRAME_READY);
}

void test_frame(void)
{
    static const test tests[] = {
        { "frame_arrives_empty", arrives_empty },
        { "frame_arrives_with_zeros", arrives_with_zeros },
        { "frame_arrives_at_full_length", arrives_at_full_length },
        { "frame_is_one_run_at_most", is_one_run_at_most },
        { "frame_refuses_a_payload_that_is_too_long", refuses_a_payload_that_is_too_long },
        { "frame_notices_a_flipped_bit", notices_a_flipped_bit },
        { "frame_finds_the_next_frame_after_noise", finds_the_next_frame_after_noise },
        { "frame_ignores_zeros_between_frames", ignores_zeros_between_frames },
        { "frame_gives_up_on_an_endless_frame", gives_up_on_an_endless_frame },
    };

    RUN(tests);
}
