#include "check.h"
#include "suites.h"
#include "thermostat.h"

/* Readings that lie on the calibration table. */
#define RAW_12_5_DEGREES 2600
#define RAW_21_5_DEGREES 2150
#define RAW_31_DEGREES 1700
#define RAW_BROKEN_WIRE 4095

static thermostat fresh(void)
{
    thermostat thermostat;
    thermostat_init(&thermostat, 2150, 50);
    return thermostat;
}

static protocol_report step(thermostat *thermostat, uint16_t raw, uint32_t uptime_s)
{
    thermostat_input input = {.raw = raw, .day = 0, .minute = 720, .uptime_s = uptime_s};
    return thermostat_step(thermostat, &input);
}

static void thermostat_heats_a_cold_room(void)
{
    thermostat thermostat = fresh();
    protocol_report report = step(&thermostat, RAW_12_5_DEGREES, 0);
    CHECK_EQUAL(1250, report.measured_centi);
    CHECK_EQUAL(2150, report.setpoint_centi);
    CHECK(report.heating);
}

static void thermostat_leaves_a_warm_room_alone(void)
{
    thermostat thermostat = fresh();
    CHECK(!step(&thermostat, RAW_31_DEGREES, 0).heating);
}

static void thermostat_heats_until_the_room_is_warm(void)
{
    thermostat thermostat = fresh();
    CHECK(step(&thermostat, RAW_12_5_DEGREES, 0).heating);
    CHECK(step(&thermostat, RAW_21_5_DEGREES, 60).heating);
    CHECK(step(&thermostat, RAW_21_5_DEGREES, 120).heating);
}

static void thermostat_stops_when_the_sensor_breaks(void)
{
    thermostat thermostat = fresh();
    step(&thermostat, RAW_12_5_DEGREES, 0);
    CHECK(!step(&thermostat, RAW_BROKEN_WIRE, 60).heating);
}

void thermostat_tests(void)
{
    RUN(thermostat_heats_a_cold_room);
    RUN(thermostat_leaves_a_warm_room_alone);
    RUN(thermostat_heats_until_the_room_is_warm);
    RUN(thermostat_stops_when_the_sensor_breaks);
}
