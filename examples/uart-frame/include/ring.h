#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stdint.h>

#define RING_SLOTS 64u

/* Bytes between an interrupt and the main loop. One slot stays empty, so that full and empty differ. */
typedef struct {
    uint8_t slots[RING_SLOTS];
    uint16_t head;
    uint16_t tail;
} ring;

void ring_clear(ring *ring);
bool ring_put(ring *ring, uint8_t byte);
bool ring_take(ring *ring, uint8_t *byte);
uint16_t ring_count(const ring *ring);

#endif
