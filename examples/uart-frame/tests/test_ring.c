#include "ring.h"
#include "suites.h"
#include "tap.h"

static ring buffer;

static void fill(unsigned count, uint8_t first)
{
    for (unsigned i = 0; i < count; i++)
        CHECK(ring_put(&buffer, (uint8_t)(first + i)), true);
}

static void drain(unsigned count, uint8_t first)
{
    uint8_t byte;

    for (unsigned i = 0; i < count; i++) {
        CHECK(ring_take(&buffer, &byte), true);
        CHECK(byte, (uint8_t)(first + i));
    }
}

static void starts_empty(void)
{
    uint8_t byte;

    ring_clear(&buffer);
    CHECK(ring_count(&buffer), 0);
    CHECK(ring_take(&buffer, &byte), false);
}

static void keeps_order(void)
{
    ring_clear(&buffer);
    fill(5, 10);
    drain(5, 10);
}

static void counts(void)
{
    ring_clear(&buffer);
    fill(7, 0);
    CHECK(ring_count(&buffer), 7);
    drain(3, 0);
    CHECK(ring_count(&buffer), 4);
}

static void refuses_when_full(void)
{
    ring_clear(&buffer);
    fill(RING_SLOTS - 1u, 0);
    CHECK(ring_put(&buffer, 99), false);
    drain(RING_SLOTS - 1u, 0);
}

static void keeps_order_across_its_end(void)
{
    ring_clear(&buffer);
    fill(60, 0);
    drain(60, 0);
    fill(20, 100);
    drain(20, 100);
}

static void counts_across_its_end(void)
{
    ring_clear(&buffer);
    fill(60, 0);
    drain(60, 0);
    fill(20, 0);
    CHECK(ring_count(&buffer), 20);
}

static void counts_when_full_across_its_end(void)
{
    ring_clear(&buffer);
    fill(40, 0);
    drain(40, 0);
    fill(RING_SLOTS - 1u, 0);
    CHECK(ring_count(&buffer), RING_SLOTS - 1u);
}

void test_ring(void)
{
    static const test tests[] = {
        { "ring_starts_empty", starts_empty },
        { "ring_keeps_order", keeps_order },
        { "ring_counts", counts },
        { "ring_refuses_when_full", refuses_when_full },
        { "ring_keeps_order_across_its_end", keeps_order_across_its_end },
        { "ring_counts_across_its_end", counts_across_its_end },
        { "ring_counts_when_full_across_its_end", counts_when_full_across_its_end },
    };

    RUN(tests);
}
