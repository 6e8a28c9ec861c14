#include "crc16.h"

static uint16_t shifted(uint16_t crc)
{
    uint16_t doubled = (uint16_t)(crc << 1);

    return crc & 0x8000u ? doubled ^ 0x1021u : doubled;
}

uint16_t crc16(uint16_t crc, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        crc ^= (uint16_t)(bytes[i] << 8);
        for (int bit = 0; bit < 8; bit++)
            crc = shifted(crc);
    }
    return crc;
}
