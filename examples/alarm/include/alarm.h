#ifndef ALARM_H
#define ALARM_H

#include <stdbool.h>
#include <stdint.h>

/** An alarm on a temperature. Temperatures are tenths of a degree Celsius. */
typedef struct {
    int16_t threshold;
    bool active;
} alarm_t;

void alarm_init(alarm_t *alarm, int16_t threshold);

/** Takes a reading. True while the alarm is on. */
bool alarm_update(alarm_t *alarm, int16_t reading);

#endif
