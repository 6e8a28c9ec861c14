#include "tap.h"

#include "board.h"

static unsigned finished;
static unsigned failed;
static unsigned wrong;

void tap_run(const test *tests, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        wrong = 0;
        tests[i].run();
        failed += wrong > 0;
        board_print("%sok %u - %s\n", wrong > 0 ? "not " : "", ++finished, tests[i].name);
    }
}

unsigned tap_end(void)
{
    board_print("1..%u\n", finished);
    return failed;
}

void tap_check(int32_t actual, int32_t expected, const char *text, const char *file, int line)
{
    if (actual == expected || wrong++ > 0)
        return;
    board_print("# %s:%d: %s is %d, expected %d\n", file, line, text, (int)actual, (int)expected);
}
