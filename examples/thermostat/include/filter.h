#ifndef FILTER_H
#define FILTER_H

#include <stdint.h>

#define FILTER_WINDOW 8

/* Moving average over the last FILTER_WINDOW samples, kept in a ring. */
typedef struct {
    int16_t samples[FILTER_WINDOW];
    int32_t sum;
    uint8_t count;
    uint8_t next;
} filter;

void filter_reset(filter *filter);
void filter_add(filter *filter, int16_t sample);

/* Average of the samples so far, rounded to the nearest; 0 before the first one. */
int16_t filter_average(const filter *filter);

#endif
