#ifndef CONTROLLER_H
#define CONTROLLER_H

#include <stdbool.h>
#include <stdint.h>

/* Seconds the burner rests after it was switched off. */
#define CONTROLLER_REST_S 180

/* Two-point controller with a band around the setpoint and a minimum rest for the burner. */
typedef struct {
    int16_t band_centi;
    bool heating;
    bool never_heated;
    uint32_t off_since_s;
} controller;

void controller_init(controller *controller, int16_t band_centi);

/*
 * Takes one measurement and says whether to heat. Temperatures are hundredths of a degree,
 * now_s is the uptime in seconds and may wrap around.
 */
bool controller_step(controller *controller, int16_t measured, int16_t setpoint, uint32_t now_s);

/* Switches off at once, for example when the sensor is broken. */
void controller_stop(controller *controller, uint32_t now_s);

#endif
