#ifndef SCHEDULE_H
#define SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#define SCHEDULE_SLOTS 8
#define SCHEDULE_DAY_MINUTES 1440

/* Bits of a day mask; day 0 is Monday. */
#define DAY(day) (1u << (day))
#define WEEKDAYS 0x1Fu
#define EVERY_DAY 0x7Fu

/*
 * A setpoint for some hours of some days. A slot that ends before it starts runs past
 * midnight and belongs to the day it starts on.
 */
typedef struct {
    uint8_t days;
    uint16_t start; /* minute of the day, included */
    uint16_t end;   /* minute of the day, excluded */
    int16_t setpoint_centi;
} schedule_slot;

typedef struct {
    schedule_slot slots[SCHEDULE_SLOTS];
    uint8_t count;
    int16_t default_centi;
} schedule;

void schedule_init(schedule *schedule, int16_t default_centi);

/* Adds a slot; false when it makes no sense or the table is full. */
bool schedule_add(schedule *schedule, schedule_slot slot);

/* The setpoint at a minute of a day: of the slot added last that covers it, else the default. */
int16_t schedule_setpoint(const schedule *schedule, uint8_t day, uint16_t minute);

#endif
