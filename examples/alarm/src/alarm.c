#include "alarm.h"

void alarm_init(alarm_t *alarm, int16_t threshold)
{
    alarm->threshold = threshold;
    alarm->active = false;
}

bool alarm_update(alarm_t *alarm, int16_t reading)
{
    alarm->active = reading >= alarm->threshold;
    return alarm->active;
}
