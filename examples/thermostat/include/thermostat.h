#ifndef THERMOSTAT_H
#define THERMOSTAT_H

#include "controller.h"
#include "filter.h"
#include "protocol.h"
#include "schedule.h"

/* The whole device: sensor, filter, schedule and controller in one step. */
typedef struct {
    filter filter;
    controller controller;
    schedule schedule;
} thermostat;

/* One reading and the time it was taken at. */
typedef struct {
    uint16_t raw;
    uint8_t day;
    uint16_t minute;
    uint32_t uptime_s;
} thermostat_input;

void thermostat_init(thermostat *thermostat, int16_t default_centi, int16_t band_centi);

/* Takes one reading and reports; a broken sensor switches the heating off and forgets the average. */
protocol_report thermostat_step(thermostat *thermostat, const thermostat_input *input);

#endif
