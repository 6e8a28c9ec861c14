#include "check.h"
#include "sensor.h"
#include "suites.h"

static int16_t convert(uint16_t raw)
{
    int16_t centi = 0;
    CHECK_EQUAL(SENSOR_OK, sensor_convert(raw, &centi));
    return centi;
}

static void sensor_reads_calibration_points_exactly(void)
{
    CHECK_EQUAL(2150, convert(2150));
    CHECK_EQUAL(250, convert(3050));
    CHECK_EQUAL(-850, convert(3450));
}

static void sensor_interpolates_at_room_temperature(void)
{
    CHECK_EQUAL(1700, convert(2375));
    CHECK_EQUAL(2625, convert(1925));
}

static void sensor_interpolates_below_freezing(void)
{
    CHECK_EQUAL(-300, convert(3250));
    CHECK_EQUAL(-1675, convert(3650));
}

static void sensor_never_gets_colder_as_the_reading_falls(void)
{
    int16_t colder = convert(4000);
    for (uint16_t raw = 3999; raw >= 100; raw--) {
        int16_t warmer = convert(raw);
        CHECK(warmer >= colder);
        colder = warmer;
    }
}

static void sensor_holds_the_ends_of_the_table(void)
{
    CHECK_EQUAL(9000, convert(150));
    CHECK_EQUAL(-2500, convert(3900));
}

static void sensor_notices_a_short_circuit(void)
{
    int16_t centi = 0;
    CHECK_EQUAL(SENSOR_SHORTED, sensor_convert(0, &centi));
    CHECK_EQUAL(SENSOR_SHORTED, sensor_convert(99, &centi));
    CHECK_EQUAL(SENSOR_OK, sensor_convert(100, &centi));
}

static void sensor_notices_a_broken_wire(void)
{
    int16_t centi = 0;
    CHECK_EQUAL(SENSOR_OPEN, sensor_convert(4095, &centi));
    CHECK_EQUAL(SENSOR_OPEN, sensor_convert(4001, &centi));
}

static void sensor_keeps_the_last_value_on_a_fault(void)
{
    int16_t centi = 1234;
    sensor_convert(4095, &centi);
    CHECK_EQUAL(1234, centi);
}

void sensor_tests(void)
{
    RUN(sensor_reads_calibration_points_exactly);
    RUN(sensor_interpolates_at_room_temperature);
    RUN(sensor_interpolates_below_freezing);
    RUN(sensor_never_gets_colder_as_the_reading_falls);
    RUN(sensor_holds_the_ends_of_the_table);
    RUN(sensor_notices_a_short_circuit);
    RUN(sensor_notices_a_broken_wire);
    RUN(sensor_keeps_the_last_value_on_a_fault);
}
