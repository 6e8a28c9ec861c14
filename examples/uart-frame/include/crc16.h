#ifndef CRC16_H
#define CRC16_H

#include <stddef.h>
#include <stdint.h>

#define CRC16_START 0xFFFFu

/* CRC-16/CCITT-FALSE: polynomial 0x1021, starts with 0xFFFF, nothing is reflected. */
uint16_t crc16(uint16_t crc, const uint8_t *bytes, size_t length);

#endif
