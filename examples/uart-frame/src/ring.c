#include "ring.h"

static uint16_t after(uint16_t slot)
{
    return (uint16_t)((slot + 1u) % RING_SLOTS);
}

void ring_clear(ring *ring)
{
    ring->head = 0;
    ring->tail = 0;
}

bool ring_put(ring *ring, uint8_t byte)
{
    uint16_t next = after(ring->head);

    if (next == ring->tail)
        return false;
    ring->slots[ring->head] = byte;
    ring->head = next;
    return true;
}

bool ring_take(ring *ring, uint8_t *byte)
{
    if (ring->head == ring->tail)
        return false;
    *byte = ring->slots[ring->tail];
    ring->tail = after(ring->tail);
    return true;
}

uint16_t ring_count(const ring *ring)
{
    return (uint16_t)(ring->head - ring->tail);
}
