#include "debounce.h"

void button_init(button_t *button, uint16_t now_ms)
{
    button->is_down = false;
    button->level = false;
    button->since_ms = now_ms;
}

button_event_t button_sample(button_t *button, bool level, uint16_t now_ms)
{
    if (level != button->level) {
        button->level = level;
        button->since_ms = now_ms;
        return BUTTON_NONE;
    }
    if (level == button->is_down || (uint16_t)(now_ms - button->since_ms) < DEBOUNCE_MS) {
        return BUTTON_NONE;
    }
    button->is_down = level;
    return level ? BUTTON_PRESSED : BUTTON_RELEASED;
}
