#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

/* The status with which a fault ends the emulator. */
#define EXIT_FAULT 70

void board_open(void);

/* Prints to the first UART: `%s`, `%d`, `%u`, `%x` (eight digits). */
void board_print(const char *format, ...);

/* Ends the emulator with this status, through semihosting. */
__attribute__((noreturn)) void board_exit(int status);

#endif
