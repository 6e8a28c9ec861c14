#ifndef SENSOR_H
#define SENSOR_H

#include <stdint.h>

/* What the thermistor input tells: a temperature, or a broken wire. */
typedef enum { SENSOR_OK, SENSOR_SHORTED, SENSOR_OPEN } sensor_status;

/*
 * Converts a 12-bit reading of the 10 kOhm NTC divider to hundredths of a degree Celsius.
 * The reading falls as it gets warmer. Outside the table the nearest end holds;
 * on a fault *centi is left as it was.
 */
sensor_status sensor_convert(uint16_t raw, int16_t *centi);

#endif
