#include "schedule.h"

#define DAYS 7u

void schedule_init(schedule *schedule, int16_t default_centi)
{
    schedule->count = 0;
    schedule->default_centi = default_centi;
}

bool schedule_add(schedule *schedule, schedule_slot slot)
{
    bool sensible = slot.days != 0 && slot.days <= EVERY_DAY && slot.start < SCHEDULE_DAY_MINUTES &&
                    slot.end <= SCHEDULE_DAY_MINUTES && slot.start != slot.end;
    if (!sensible || schedule->count == SCHEDULE_SLOTS)
        return false;
    schedule->slots[schedule->count++] = slot;
    return true;
}

static bool is_on(const schedule_slot *slot, unsigned day)
{
    return (slot->days & DAY(day % DAYS)) != 0;
}

static bool covers(const schedule_slot *slot, unsigned day, unsigned minute)
{
    return is_on(slot, day) && minute >= slot->start && minute < slot->end;
}

int16_t schedule_setpoint(const schedule *schedule, uint8_t day, uint16_t minute)
{
    for (unsigned i = schedule->count; i > 0; i--) {
        const schedule_slot *slot = &schedule->slots[i - 1];
        if (covers(slot, day, minute))
            return slot->setpoint_centi;
    }
    return schedule->default_centi;
}
