#include "debounce.h"

#include <stdio.h>

static int failures;

static void expect(button_event_t got, button_event_t wanted, const char *what)
{
    if (got != wanted) {
        printf("FAIL %s: %d instead of %d\n", what, got, wanted);
        failures++;
    }
}

/* Holds a level from one time to another and gives the first event. */
static button_event_t hold(button_t *button, bool level, uint32_t from_ms, uint32_t to_ms)
{
    for (uint32_t now = from_ms; now <= to_ms; now++) {
        button_event_t event = button_sample(button, level, (uint16_t)now);
        if (event != BUTTON_NONE) {
            return event;
        }
    }
    return BUTTON_NONE;
}

static void test_press_and_release(void)
{
    button_t button;
    button_init(&button, 0);
    expect(hold(&button, true, 1, 10), BUTTON_NONE, "a bounce is no press");
    expect(hold(&button, false, 11, 100), BUTTON_NONE, "a bounce is no release");
    expect(hold(&button, true, 101, 121), BUTTON_PRESSED, "a steady level is a press");
    expect(hold(&button, false, 122, 142), BUTTON_RELEASED, "a steady level is a release");
}

static void test_wrapped_clock(void)
{
    button_t button;
    button_init(&button, 65530);
    expect(hold(&button, true, 65531, 65551), BUTTON_PRESSED, "a press while the clock wraps");
}

int main(void)
{
    test_press_and_release();
    test_wrapped_clock();
    printf("%s\n", failures == 0 ? "all tests passed" : "tests failed");
    return failures == 0 ? 0 : 1;
}
