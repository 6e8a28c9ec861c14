#include "check.h"
#include "suites.h"

int main(void)
{
    sensor_tests();
    filter_tests();
    controller_tests();
    schedule_tests();
    protocol_tests();
    thermostat_tests();
    return check_summary();
}
