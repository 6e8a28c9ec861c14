#include "sensor.h"

#include <stddef.h>

#define RAW_SHORTED 100
#define RAW_OPEN 4000

typedef struct {
    uint16_t raw;
    int16_t centi;
} calibration_point;

/* Measured against the reference thermometer, coldest last. */
static const calibration_point table[] = {
    {250, 9000},  {480, 7000},  {830, 5500},  {1250, 4200}, {1700, 3100},
    {2150, 2150}, {2600, 1250}, {3050, 250},  {3450, -850}, {3850, -2500},
};

static const size_t table_size = sizeof table / sizeof table[0];

static int16_t interpolate(const calibration_point *low, const calibration_point *high, uint16_t raw)
{
    int16_t scaled = (raw - low->raw) * (high->centi - low->centi);
    return (int16_t)(low->centi + scaled / (high->raw - low->raw));
}

sensor_status sensor_convert(uint16_t raw, int16_t *centi)
{
    if (raw < RAW_SHORTED)
        return SENSOR_SHORTED;
    if (raw > RAW_OPEN)
        return SENSOR_OPEN;
    if (raw <= table[0].raw) {
        *centi = table[0].centi;
        return SENSOR_OK;
    }
    for (size_t i = 1; i < table_size; i++) {
        if (raw <= table[i].raw) {
            *centi = interpolate(&table[i - 1], &table[i], raw);
            return SENSOR_OK;
        }
    }
    *centi = table[table_size - 1].centi;
    return SENSOR_OK;
}
