#include "ring.h"

void ring_init(ring_t *ring)
{
    ring->first = 0;
    ring->count = 0;
}

bool ring_push(ring_t *ring, int16_t sample)
{
    if (ring->count == RING_CAPACITY) {
        return false;
    }
    ring->samples[(ring->first + ring->count) % RING_CAPACITY] = sample;
    ring->count++;
    return true;
}

bool ring_pop(ring_t *ring, int16_t *sample)
{
    if (ring->count == 0) {
        return false;
    }
    *sample = ring->samples[ring->first];
    ring->first = (ring->first + 1u) % RING_CAPACITY;
    ring->count--;
    return true;
}
