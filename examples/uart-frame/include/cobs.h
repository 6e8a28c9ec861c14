#ifndef COBS_H
#define COBS_H

#include <stddef.h>
#include <stdint.h>

/* Consistent overhead byte stuffing: the encoded bytes hold no zero, so a zero can end a frame. */

#define COBS_LONGEST_RUN 254u
#define COBS_ENCODED(length) ((length) + (length) / COBS_LONGEST_RUN + 1u)
#define COBS_BROKEN ((size_t)-1)

/* The number of bytes written; `encoded` has room for COBS_ENCODED(length). */
size_t cobs_encode(const uint8_t *bytes, size_t length, uint8_t *encoded);

/* The number of bytes written, never more than `length`; COBS_BROKEN for what no encoder writes. */
size_t cobs_decode(const uint8_t *encoded, size_t length, uint8_t *bytes);

#endif
