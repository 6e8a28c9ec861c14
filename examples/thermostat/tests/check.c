#include "check.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* A test that takes longer than this hangs. */
#define TEST_SECONDS 5

#define EXIT_CHECK_FAILED 1

static const char *running;
static int tests;
static int failures;

static void run_alone(void (*test)(void))
{
    alarm(TEST_SECONDS);
    test();
    _exit(0);
}

void check_run(const char *file, int line, const char *name, void (*test)(void))
{
    int status = 0;

    running = name;
    tests++;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        run_alone(test);
    if (child < 0 || waitpid(child, &status, 0) != child) {
        printf("%s:%d:%s:FAIL: could not start the test\n", file, line, name);
        failures++;
        return;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        printf("%s:%d:%s:PASS\n", file, line, name);
        return;
    }
    failures++;
    if (WIFSIGNALED(status))
        printf("%s:%d:%s:FAIL: ended by signal %d\n", file, line, name, WTERMSIG(status));
    else if (WEXITSTATUS(status) != EXIT_CHECK_FAILED)
        printf("%s:%d:%s:FAIL: left with exit code %d\n", file, line, name, WEXITSTATUS(status));
}

static void leave_failed(void)
{
    fflush(stdout);
    _exit(EXIT_CHECK_FAILED);
}

void check_that(const char *file, int line, int holds, const char *condition)
{
    if (holds)
        return;
    printf("%s:%d:%s:FAIL: Expected %s\n", file, line, running, condition);
    leave_failed();
}

void check_equal(const char *file, int line, long expected, long actual)
{
    if (expected == actual)
        return;
    printf("%s:%d:%s:FAIL: Expected %ld Was %ld\n", file, line, running, expected, actual);
    leave_failed();
}

int check_summary(void)
{
    printf("\n-----------------------\n%d Tests %d Failures 0 Ignored\n%s\n", tests, failures, failures == 0 ? "OK" : "FAIL");
    return failures == 0 ? 0 : 1;
}
