#include "protocol.h"

#define PAYLOAD_SIZE 5
#define HEADER_SIZE 2

static void put_int16(uint8_t *bytes, int16_t value)
{
    uint16_t bits = (uint16_t)value;
    bytes[0] = (uint8_t)(bits >> 8);
    bytes[1] = (uint8_t)(bits & 0xFF);
}

static int16_t get_int16(const uint8_t *bytes)
{
    return (int16_t)(uint16_t)((bytes[0] << 8) | bytes[1]);
}

uint8_t protocol_crc8(const uint8_t *bytes, size_t size)
{
    uint8_t crc = 0;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = (uint8_t)((crc & 0x80) ? (crc << 1) ^ 0x07 : crc << 1);
    }
    return crc;
}

void protocol_encode(const protocol_report *report, uint8_t frame[PROTOCOL_REPORT_SIZE])
{
    frame[0] = PROTOCOL_START;
    frame[1] = PAYLOAD_SIZE;
    put_int16(&frame[2], report->measured_centi);
    put_int16(&frame[4], report->setpoint_centi);
    frame[6] = report->heating ? 1 : 0;
    frame[7] = protocol_crc8(&frame[1], PAYLOAD_SIZE + 1);
}

protocol_status protocol_decode(const uint8_t *frame, size_t size, protocol_report *report)
{
    if (size < HEADER_SIZE)
        return PROTOCOL_TOO_SHORT;
    if (frame[0] != PROTOCOL_START)
        return PROTOCOL_NO_START;
    if (frame[1] != PAYLOAD_SIZE)
        return PROTOCOL_BAD_LENGTH;
    if (size < PROTOCOL_REPORT_SIZE)
        return PROTOCOL_TOO_SHORT;
    if (frame[7] != protocol_crc8(&frame[1], PAYLOAD_SIZE + 1))
        return PROTOCOL_BAD_CRC;
    report->measured_centi = get_int16(&frame[2]);
    report->setpoint_centi = get_int16(&frame[4]);
    report->heating = frame[6] != 0;
    return PROTOCOL_OK;
}
