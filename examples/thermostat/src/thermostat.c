#include "thermostat.h"

#include "sensor.h"

void thermostat_init(thermostat *thermostat, int16_t default_centi, int16_t band_centi)
{
    filter_reset(&thermostat->filter);
    controller_init(&thermostat->controller, band_centi);
    schedule_init(&thermostat->schedule, default_centi);
}

protocol_report thermostat_step(thermostat *thermostat, const thermostat_input *input)
{
    protocol_report report = {0};
    int16_t centi = 0;

    report.setpoint_centi = schedule_setpoint(&thermostat->schedule, input->day, input->minute);
    if (sensor_convert(input->raw, &centi) != SENSOR_OK) {
        filter_reset(&thermostat->filter);
        controller_stop(&thermostat->controller, input->uptime_s);
        return report;
    }
    filter_add(&thermostat->filter, centi);
    report.measured_centi = filter_average(&thermostat->filter);
    report.heating = controller_step(&thermostat->controller, report.measured_centi, report.setpoint_centi, input->uptime_s);
    return report;
}
