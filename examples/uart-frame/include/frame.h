#ifndef FRAME_H
#define FRAME_H

#include <stddef.h>
#include <stdint.h>

#include "cobs.h"

#define FRAME_PAYLOAD 300u
/* Type, sequence number, payload, CRC with its high byte first. */
#define FRAME_BYTES (2u + FRAME_PAYLOAD + 2u)
/* On the wire: stuffed, and ended by a zero. */
#define FRAME_WIRE (COBS_ENCODED(FRAME_BYTES) + 1u)

typedef struct {
    uint8_t type;
    uint8_t sequence;
    uint16_t length;
    uint8_t payload[FRAME_PAYLOAD];
} frame;

typedef enum {
    FRAME_PENDING,
    FRAME_READY,
    FRAME_BROKEN,
    FRAME_TOO_SHORT,
    FRAME_TOO_LONG,
    FRAME_BAD_CRC
} frame_event;

typedef struct {
    frame received;
    uint8_t wire[FRAME_WIRE];
    uint16_t filled;
    uint8_t overflowed;
    uint16_t errors;
} frame_parser;

/* The number of bytes on the wire; 0 for a payload that is too long. */
size_t frame_write(const frame *frame, uint8_t *wire);

void frame_parser_reset(frame_parser *parser);

/* Takes the next byte from the wire. After FRAME_READY the frame is in `received` until the next byte. */
frame_event frame_parser_push(frame_parser *parser, uint8_t byte);

#endif
