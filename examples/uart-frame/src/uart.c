#include "uart.h"

enum { SMALLEST_DIVIDER = 16 };

void uart_open(uart *uart, uart_registers *registers, uint32_t clock_hz, uint32_t baud)
{
    uint32_t divider = (clock_hz + baud / 2u) / baud;

    uart->registers = registers;
    uart->lost = 0;
    ring_clear(&uart->received);
    registers->divider = divider < SMALLEST_DIVIDER ? SMALLEST_DIVIDER : divider;
    registers->control = UART_CONTROL_TX | UART_CONTROL_RX;
}

void uart_write(uart *uart, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        while (uart->registers->state & UART_STATE_TX_FULL)
            ;
        uart->registers->data = bytes[i];
    }
}

void uart_poll(uart *uart)
{
    uint32_t state = uart->registers->state;

    if (state & UART_STATE_RX_OVERRUN) {
        uart->registers->state = UART_STATE_RX_OVERRUN;
        uart->lost++;
    }
    if (!(state & UART_STATE_RX_FULL))
        return;
    if (!ring_put(&uart->received, (uint8_t)uart->registers->data))
        uart->lost++;
}
