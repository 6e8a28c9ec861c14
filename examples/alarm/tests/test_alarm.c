#include "alarm.h"

#include <stdio.h>

static int failures;

static void check(bool holds, const char *what)
{
    printf("%s: %s\n", holds ? "ok" : "FAIL", what);
    failures += holds ? 0 : 1;
}

static void goes_on_at_the_threshold(void)
{
    alarm_t alarm;
    alarm_init(&alarm, 800);
    check(!alarm_update(&alarm, 799), "it is off below the threshold");
    check(alarm_update(&alarm, 800), "it is on at the threshold");
    check(!alarm_update(&alarm, 700), "it is off when it is cool again");
}

int main(void)
{
    goes_on_at_the_threshold();
    return failures == 0 ? 0 : 1;
}
