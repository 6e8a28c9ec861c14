#include "check.h"
#include "filter.h"
#include "suites.h"

static void add_many(filter *filter, int16_t sample, int times)
{
    for (int i = 0; i < times; i++)
        filter_add(filter, sample);
}

static filter fresh(void)
{
    filter filter;
    filter_reset(&filter);
    return filter;
}

static void filter_starts_at_zero(void)
{
    filter filter = fresh();
    CHECK_EQUAL(0, filter_average(&filter));
}

static void filter_averages_what_it_has(void)
{
    filter filter = fresh();
    filter_add(&filter, 2000);
    CHECK_EQUAL(2000, filter_average(&filter));
    filter_add(&filter, 2100);
    CHECK_EQUAL(2050, filter_average(&filter));
}

static void filter_rounds_to_the_nearest(void)
{
    filter filter = fresh();
    filter_add(&filter, 1);
    filter_add(&filter, 2);
    filter_add(&filter, 2);
    CHECK_EQUAL(2, filter_average(&filter));
}

static void filter_rounds_negative_averages_alike(void)
{
    filter filter = fresh();
    filter_add(&filter, -1);
    filter_add(&filter, -2);
    filter_add(&filter, -2);
    CHECK_EQUAL(-2, filter_average(&filter));
}

static void filter_forgets_the_oldest_sample(void)
{
    filter filter = fresh();
    for (int16_t sample = 1; sample <= FILTER_WINDOW + 1; sample++)
        filter_add(&filter, (int16_t)(sample * 100));
    CHECK_EQUAL(550, filter_average(&filter));
}

static void filter_follows_a_step_within_one_window(void)
{
    filter filter = fresh();
    add_many(&filter, 1800, FILTER_WINDOW);
    add_many(&filter, 2200, FILTER_WINDOW);
    CHECK_EQUAL(2200, filter_average(&filter));
}

static void filter_loses_a_spike_after_one_window(void)
{
    filter filter = fresh();
    filter_add(&filter, 9000);
    add_many(&filter, 2000, FILTER_WINDOW);
    CHECK_EQUAL(2000, filter_average(&filter));
}

static void filter_does_not_overflow_at_the_limits(void)
{
    filter filter = fresh();
    add_many(&filter, INT16_MAX, FILTER_WINDOW);
    CHECK_EQUAL(INT16_MAX, filter_average(&filter));
}

static void filter_reset_forgets_everything(void)
{
    filter filter = fresh();
    add_many(&filter, 5000, 3 * FILTER_WINDOW);
    filter_reset(&filter);
    filter_add(&filter, 100);
    CHECK_EQUAL(100, filter_average(&filter));
}

void filter_tests(void)
{
    RUN(filter_starts_at_zero);
    RUN(filter_averages_what_it_has);
    RUN(filter_rounds_to_the_nearest);
    RUN(filter_rounds_negative_averages_alike);
    RUN(filter_forgets_the_oldest_sample);
    RUN(filter_follows_a_step_within_one_window);
    RUN(filter_loses_a_spike_after_one_window);
    RUN(filter_does_not_overflow_at_the_limits);
    RUN(filter_reset_forgets_everything);
}
