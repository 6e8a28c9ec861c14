#include "cobs.h"

size_t cobs_encode(const uint8_t *bytes, size_t length, uint8_t *encoded)
{
    size_t code_at = 0;
    size_t written = 1;
    uint8_t code = 1;

    for (size_t i = 0; i < length; i++) {
        if (bytes[i] != 0) {
            encoded[written++] = bytes[i];
            code++;
        }
        if (bytes[i] == 0 || (code == COBS_LONGEST_RUN + 1u && i + 1u < length)) {
            encoded[code_at] = code;
            code_at = written++;
            code = 1;
        }
    }
    encoded[code_at] = code;
    return written;
}

size_t cobs_decode(const uint8_t *encoded, size_t length, uint8_t *bytes)
{
    size_t read = 0;
    size_t written = 0;

    while (read < length) {
        uint8_t code = encoded[read++];

        if (code == 0 || read + code - 1u > length)
            return COBS_BROKEN;
        for (uint8_t i = 1; i < code; i++) {
            if (encoded[read] == 0)
                return COBS_BROKEN;
            bytes[written++] = encoded[read++];
        }
        if (read < length)
            bytes[written++] = 0;
    }
    return written;
}
