#include "frame.h"

#include "crc16.h"

enum { HEADER = 2, CHECK = 2 };

size_t frame_write(const frame *frame, uint8_t *wire)
{
    uint8_t bytes[FRAME_BYTES];
    size_t length = HEADER;

    if (frame->length > FRAME_PAYLOAD)
        return 0;
    bytes[0] = frame->type;
    bytes[1] = frame->sequence;
    for (uint16_t i = 0; i < frame->length; i++)
        bytes[length++] = frame->payload[i];
    uint16_t check = crc16(CRC16_START, bytes, length);
    bytes[length++] = (uint8_t)(check >> 8);
    bytes[length++] = (uint8_t)check;
    size_t written = cobs_encode(bytes, length, wire);
    wire[written++] = 0;
    return written;
}

void frame_parser_reset(frame_parser *parser)
{
    parser->filled = 0;
    parser->overflowed = 0;
    parser->errors = 0;
}

static frame_event read_frame(frame *received, const uint8_t *wire, size_t filled)
{
    uint8_t bytes[FRAME_WIRE];
    size_t length = cobs_decode(wire, filled, bytes);

    if (length == COBS_BROKEN)
        return FRAME_BROKEN;
    if (length < HEADER + CHECK)
        return FRAME_TOO_SHORT;
    if (length > FRAME_BYTES)
        return FRAME_TOO_LONG;
    if (crc16(CRC16_START, bytes, length) != 0)
        return FRAME_BAD_CRC;
    received->type = bytes[0];
    received->sequence = bytes[1];
    received->length = (uint16_t)(length - HEADER - CHECK);
    for (uint16_t i = 0; i < received->length; i++)
        received->payload[i] = bytes[HEADER + i];
    return FRAME_READY;
}

static frame_event end_of_frame(frame_parser *parser)
{
    uint16_t filled = parser->filled;
    uint8_t overflowed = parser->overflowed;

    parser->filled = 0;
    parser->overflowed = 0;
    if (overflowed)
        return FRAME_TOO_LONG;
    if (filled == 0)
        return FRAME_PENDING;
    return read_frame(&parser->received, parser->wire, filled);
}

frame_event frame_parser_push(frame_parser *parser, uint8_t byte)
{
    if (byte != 0) {
        if (parser->filled < FRAME_WIRE - 1u)
            parser->wire[parser->filled++] = byte;
        else
            parser->overflowed = 1;
        return FRAME_PENDING;
    }
    frame_event event = end_of_frame(parser);
    if (event != FRAME_PENDING && event != FRAME_READY)
        parser->errors++;
    return event;
}
