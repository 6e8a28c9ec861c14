#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RING_CAPACITY 8u

/** Samples in the order in which they came. */
typedef struct {
    int16_t samples[RING_CAPACITY];
    size_t first;
    size_t count;
} ring_t;

void ring_init(ring_t *ring);

/** Adds a sample. False when the buffer is full: the sample is lost. */
bool ring_push(ring_t *ring, int16_t sample);

/** Takes the oldest sample. False when there is none. */
bool ring_pop(ring_t *ring, int16_t *sample);

#endif
