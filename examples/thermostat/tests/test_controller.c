#include "check.h"
#include "controller.h"
#include "suites.h"

#define SETPOINT 2000
#define BAND 50

static controller fresh(void)
{
    controller controller;
    controller_init(&controller, BAND);
    return controller;
}

static bool step(controller *controller, int16_t measured, uint32_t now_s)
{
    return controller_step(controller, measured, SETPOINT, now_s);
}

static void controller_starts_cold(void)
{
    controller controller = fresh();
    CHECK(!controller.heating);
}

static void controller_heats_below_the_band(void)
{
    controller controller = fresh();
    CHECK(step(&controller, 1949, 0));
}

static void controller_heats_at_the_lower_edge(void)
{
    controller controller = fresh();
    CHECK(!step(&controller, 1951, 0));
    CHECK(step(&controller, 1950, 1));
}

static void controller_keeps_heating_inside_the_band(void)
{
    controller controller = fresh();
    step(&controller, 1900, 0);
    CHECK(step(&controller, 1960, 1));
    CHECK(step(&controller, 2000, 2));
    CHECK(step(&controller, 2049, 3));
}

static void controller_stops_above_the_band(void)
{
    controller controller = fresh();
    step(&controller, 1900, 0);
    CHECK(!step(&controller, 2100, 600));
}

static void controller_stays_off_inside_the_band(void)
{
    controller controller = fresh();
    CHECK(!step(&controller, 2040, 0));
    CHECK(!step(&controller, 1990, 1));
}

static void controller_rests_before_it_heats_again(void)
{
    controller controller = fresh();
    step(&controller, 1900, 0);
    controller_stop(&controller, 100);
    CHECK(!step(&controller, 1900, 100 + CONTROLLER_REST_S - 1));
    CHECK(step(&controller, 1900, 100 + CONTROLLER_REST_S));
}

static void controller_rests_across_the_wrap_of_the_uptime(void)
{
    controller controller = fresh();
    step(&controller, 1900, UINT32_MAX - 20);
    controller_stop(&controller, UINT32_MAX - 10);
    CHECK(!step(&controller, 1900, 5));
    CHECK(step(&controller, 1900, CONTROLLER_REST_S));
}

static void controller_goes_through_a_whole_cycle(void)
{
    controller controller = fresh();
    CHECK(step(&controller, 1940, 0));
    CHECK(step(&controller, 2030, 300));
    CHECK(!step(&controller, 2060, 600));
    CHECK(!step(&controller, 1960, 900));
    CHECK(step(&controller, 1945, 1200));
}

void controller_tests(void)
{
    RUN(controller_starts_cold);
    RUN(controller_heats_below_the_band);
    RUN(controller_heats_at_the_lower_edge);
    RUN(controller_keeps_heating_inside_the_band);
    RUN(controller_stops_above_the_band);
    RUN(controller_stays_off_inside_the_band);
    RUN(controller_rests_before_it_heats_again);
    RUN(controller_rests_across_the_wrap_of_the_uptime);
    RUN(controller_goes_through_a_whole_cycle);
}
