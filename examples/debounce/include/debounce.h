#ifndef DEBOUNCE_H
#define DEBOUNCE_H

#include <stdbool.h>
#include <stdint.h>

/** A level counts once it has been steady for so many milliseconds. */
#define DEBOUNCE_MS 20u

typedef enum {
    BUTTON_NONE,
    BUTTON_PRESSED,
    BUTTON_RELEASED,
} button_event_t;

typedef struct {
    bool is_down;
    bool level;
    uint16_t since_ms;
} button_t;

void button_init(button_t *button, uint16_t now_ms);

/** Takes a reading of the pin. The clock wraps at 65536 ms. */
button_event_t button_sample(button_t *button, bool level, uint16_t now_ms);

#endif
