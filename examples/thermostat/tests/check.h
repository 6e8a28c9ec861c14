#ifndef CHECK_H
#define CHECK_H

/*
 * A test is a function without arguments; each runs in a process of its own, so that one
 * that crashes or hangs fails alone. Output is one line per test:
 *   path/file.c:LINE:name:PASS
 *   path/file.c:LINE:name:FAIL: message
 */
#define RUN(test) check_run(__FILE__, __LINE__, #test, test)

#define CHECK(condition) check_that(__FILE__, __LINE__, (condition), #condition)
#define CHECK_EQUAL(expected, actual) check_equal(__FILE__, __LINE__, (long)(expected), (long)(actual))

void check_run(const char *file, int line, const char *name, void (*test)(void));
void check_that(const char *file, int line, int holds, const char *condition);
void check_equal(const char *file, int line, long expected, long actual);

/* Prints the summary and returns the exit code: 0 when every test passed. */
int check_summary(void);

#endif
