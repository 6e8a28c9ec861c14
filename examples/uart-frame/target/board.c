#include "board.h"

#include <stdarg.h>

#include "uart.h"

#define CLOCK_HZ 25000000u
#define CONSOLE ((uart_registers *)0x40004000u)

static uart console;

void board_open(void)
{
    uart_open(&console, CONSOLE, CLOCK_HZ, 115200);
}

static void print_text(const char *text)
{
    size_t length = 0;

    while (text[length] != '\0')
        length++;
    uart_write(&console, (const uint8_t *)text, length);
}

static void print_number(uint32_t number, uint32_t base, int digits)
{
    char text[11] = "0000000000";
    int at = 10;

    do {
        text[--at] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number != 0);
    print_text(text + (digits > 10 - at ? 10 - digits : at));
}

static void print_signed(int32_t number)
{
    if (number < 0)
        print_text("-");
    print_number(number < 0 ? 0u - (uint32_t)number : (uint32_t)number, 10, 1);
}

void board_print(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    for (; *format != '\0'; format++) {
        if (*format != '%') {
            uart_write(&console, (const uint8_t *)format, 1);
            continue;
        }
        switch (*++format) {
        case 's': print_text(va_arg(arguments, const char *)); break;
        case 'd': print_signed(va_arg(arguments, int)); break;
        case 'u': print_number(va_arg(arguments, unsigned), 10, 1); break;
        case 'x': print_number(va_arg(arguments, unsigned), 16, 8); break;
        default: va_end(arguments); return;
        }
    }
    va_end(arguments);
}

void board_exit(int status)
{
    enum { SYS_EXIT_EXTENDED = 0x20, APPLICATION_EXIT = 0x20026 };
    uint32_t block[2] = { APPLICATION_EXIT, (uint32_t)status };
    register uint32_t operation __asm("r0") = SYS_EXIT_EXTENDED;
    register uint32_t *parameter __asm("r1") = block;

    __asm volatile("bkpt 0xab" : : "r"(operation), "r"(parameter) : "memory");
    for (;;)
        ;
}
