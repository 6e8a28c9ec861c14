#include "filter.h"

#include <string.h>

void filter_reset(filter *filter)
{
    memset(filter, 0, sizeof *filter);
}

void filter_add(filter *filter, int16_t sample)
{
    if (filter->count == FILTER_WINDOW)
        filter->sum -= filter->samples[filter->next];
    else
        filter->count++;

    filter->samples[filter->next] = sample;
    filter->sum += sample;
    filter->next = (uint8_t)((filter->next + 1) % (FILTER_WINDOW - 1));
}

int16_t filter_average(const filter *filter)
{
    if (filter->count == 0)
        return 0;
    int32_t half = filter->sum < 0 ? -(filter->count / 2) : filter->count / 2;
    return (int16_t)((filter->sum + half) / filter->count);
}
