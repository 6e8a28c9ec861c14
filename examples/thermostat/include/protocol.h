#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A frame is: 0x7E, payload length, payload, CRC-8 (polynomial 0x07) over length and payload. */
#define PROTOCOL_START 0x7E
#define PROTOCOL_REPORT_SIZE 8

/* What the thermostat tells the building bus once a minute. */
typedef struct {
    int16_t measured_centi;
    int16_t setpoint_centi;
    bool heating;
} protocol_report;

typedef enum { PROTOCOL_OK, PROTOCOL_TOO_SHORT, PROTOCOL_NO_START, PROTOCOL_BAD_LENGTH, PROTOCOL_BAD_CRC } protocol_status;

uint8_t protocol_crc8(const uint8_t *bytes, size_t size);

/* Writes PROTOCOL_REPORT_SIZE bytes; numbers are big-endian. */
void protocol_encode(const protocol_report *report, uint8_t frame[PROTOCOL_REPORT_SIZE]);

/* Reads a report; on anything but PROTOCOL_OK *report is left as it was. */
protocol_status protocol_decode(const uint8_t *frame, size_t size, protocol_report *report);

#endif
