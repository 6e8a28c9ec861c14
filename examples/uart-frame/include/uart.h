#ifndef UART_H
#define UART_H

#include <stddef.h>
#include <stdint.h>

#include "ring.h"

/* CMSDK APB UART. */
typedef struct {
    volatile uint32_t data;
    volatile uint32_t state;
    volatile uint32_t control;
    volatile uint32_t interrupt;
    volatile uint32_t divider;
} uart_registers;

enum {
    UART_STATE_TX_FULL = 1u << 0,
    UART_STATE_RX_FULL = 1u << 1,
    UART_STATE_RX_OVERRUN = 1u << 3,
    UART_CONTROL_TX = 1u << 0,
    UART_CONTROL_RX = 1u << 1
};

typedef struct {
    uart_registers *registers;
    ring received;
    uint16_t lost;
} uart;

void uart_open(uart *uart, uart_registers *registers, uint32_t clock_hz, uint32_t baud);
void uart_write(uart *uart, const uint8_t *bytes, size_t length);

/* Moves a received byte into the ring; call it often enough. Counts what the hardware or the ring had no room for. */
void uart_poll(uart *uart);

#endif
