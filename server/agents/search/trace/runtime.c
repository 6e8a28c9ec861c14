/*
 * Linked into test programs that were compiled with -fsanitize-coverage=trace-pc. Writes a file
 * of records to TRACE_DIR, one file per program that was started, shared with its forks:
 *   x PATH         the program
 *   o LENGTH\nTEXT what it printed
 *   p HEX HEX ...  addresses of blocks that were executed since the last record of this kind
 *   c HEX          the last one before a fatal signal
 * So it is known what ran before each line of the output, even when each test is a process.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct shared {
    unsigned count;
    unsigned hit[1];
};

static unsigned char *seen;
static struct shared *blocks;
static size_t text_size;
static size_t text_start;
static size_t bias;
static int file = -1;
static size_t last;

void __sanitizer_cov_trace_pc(void)
{
    size_t at = (size_t)__builtin_return_address(0) - text_start;

    if (!seen || at >= text_size)
        return;
    last = at;
    if (seen[at])
        return;
    seen[at] = 1;
    blocks->hit[__atomic_fetch_add(&blocks->count, 1, __ATOMIC_RELAXED)] = (unsigned)at;
}

static void put(const char *text, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, text, size);
        if (written <= 0)
            return;
        text += written;
        size -= (size_t)written;
    }
}

static size_t hex(char *to, size_t value)
{
    char digits[17];
    size_t n = 0;

    do {
        digits[n++] = "0123456789abcdef"[value & 15];
        value >>= 4;
    } while (value);
    for (size_t i = 0; i < n; i++)
        to[i] = digits[n - 1 - i];
    return n;
}

static void tell_blocks(void)
{
    char line[4096];
    size_t used = 0;

    if (file < 0 || !blocks)
        return;
    for (unsigned i = 0; i < blocks->count; i++) {
        if (used == 0)
            line[used++] = 'p';
        line[used++] = ' ';
        used += hex(line + used, blocks->hit[i] + text_start - bias);
        seen[blocks->hit[i]] = 0;
        if (used > sizeof line - 32 || i + 1 == blocks->count) {
            line[used++] = '\n';
            put(line, used);
            used = 0;
        }
    }
    blocks->count = 0;
}

static ssize_t on_output(void *cookie, const char *text, size_t size)
{
    char head[32];
    ssize_t written = write(STDOUT_FILENO, text, size);

    (void)cookie;
    tell_blocks();
    put(head, (size_t)snprintf(head, sizeof head, "o %zu\n", size));
    put(text, size);
    return written < 0 ? 0 : written;
}

static void on_fatal(int number)
{
    char line[32] = "c ";

    tell_blocks();
    size_t used = 2 + hex(line + 2, last + text_start - bias);
    line[used++] = '\n';
    put(line, used);
    signal(number, SIG_DFL);
    raise(number);
}

static int find_text(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    (void)data;
    bias = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type == PT_LOAD && (part->p_flags & PF_X)) {
            text_start = bias + part->p_vaddr;
            text_size = part->p_memsz;
        }
    }
    return 1;
}

/* Before the streams of C++ are set up, which keep the stdout that they find. */
__attribute__((constructor(101))) static void start(void)
{
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM};
    cookie_io_functions_t functions = {.write = on_output};
    char path[512];
    char program[4096];
    char head[4200];

    dl_iterate_phdr(find_text, NULL);
    snprintf(path, sizeof path, TRACE_DIR "/%d.trace", (int)getpid());
    file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file < 0 || text_size == 0)
        return;
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    put(head, (size_t)snprintf(head, sizeof head, "x %s\n", program));
    blocks = mmap(NULL, sizeof *blocks + text_size * sizeof blocks->hit[0], PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    seen = mmap(NULL, text_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    FILE *out = fopencookie(NULL, "w", functions);
    if (out) {
        setvbuf(out, NULL, _IOLBF, BUFSIZ);
        stdout = out;
    }
    for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++)
        signal(fatal[i], on_fatal);
}

__attribute__((destructor)) static void finish(void)
{
    fflush(stdout);
    tell_blocks();
}
