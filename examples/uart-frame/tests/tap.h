#ifndef TAP_H
#define TAP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    const char *name;
    void (*run)(void);
} test;

/* Runs the tests and prints a line for each. */
void tap_run(const test *tests, unsigned count);

/* Prints the plan; the number of tests that failed. */
unsigned tap_end(void);

void tap_check(int32_t actual, int32_t expected, const char *text, const char *file, int line);

#define CHECK(actual, expected) tap_check((int32_t)(actual), (int32_t)(expected), #actual, __FILE__, __LINE__)
#define RUN(tests) tap_run(tests, sizeof(tests) / sizeof(tests)[0])

#endif
