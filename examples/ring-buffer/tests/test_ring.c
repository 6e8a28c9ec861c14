#include "ring.h"

#include <stdio.h>

static int failures;

static void check(bool holds, const char *what)
{
    printf("%s: %s\n", holds ? "ok" : "FAIL", what);
    failures += holds ? 0 : 1;
}

static void comes_out_in_order(void)
{
    ring_t ring;
    int16_t first = 0;
    int16_t second = 0;
    ring_init(&ring);
    ring_push(&ring, 1);
    ring_push(&ring, 2);
    check(ring_pop(&ring, &first) && first == 1, "the oldest sample comes first");
    check(ring_pop(&ring, &second) && second == 2, "the next one follows");
    check(!ring_pop(&ring, &first), "an empty buffer gives nothing");
}

static void keeps_the_newest(void)
{
    ring_t ring;
    int16_t sample = 0;
    ring_init(&ring);
    for (int16_t value = 0; value < (int16_t)RING_CAPACITY + 2; value++) {
        ring_push(&ring, value);
    }
    check(ring_pop(&ring, &sample) && sample == 2, "a full buffer drops its oldest samples");
    for (unsigned taken = 1; taken < RING_CAPACITY; taken++) {
        ring_pop(&ring, &sample);
    }
    check(sample == (int16_t)RING_CAPACITY + 1, "the newest sample is kept");
    check(!ring_pop(&ring, &sample), "no more than the capacity is kept");
}

int main(void)
{
    comes_out_in_order();
    keeps_the_newest();
    return failures == 0 ? 0 : 1;
}
