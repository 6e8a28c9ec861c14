#include "suites.h"
#include "tap.h"
#include "uart.h"

/* Memory in the place of the device: it keeps what is written and never changes by itself. */
static uart_registers memory;
static uart port;

static void open_port(void)
{
    memory = (uart_registers){ 0 };
    uart_open(&port, &memory, 25000000, 115200);
}

static void receive(uint8_t byte)
{
    memory.data = byte;
    memory.state = UART_STATE_RX_FULL;
    uart_poll(&port);
    memory.state = 0;
}

static void divides_the_clock(void)
{
    open_port();
    CHECK(memory.divider, 217);
    CHECK(memory.control, UART_CONTROL_TX | UART_CONTROL_RX);
}

static void never_divides_by_less_than_16(void)
{
    uart_open(&port, &memory, 1000000, 115200);
    CHECK(memory.divider, 16);
}

static void receives_in_order(void)
{
    uint8_t byte = 0;

    open_port();
    receive('a');
    receive('b');
    CHECK(ring_count(&port.received), 2);
    CHECK(ring_take(&port.received, &byte), true);
    CHECK(byte, 'a');
}

static void polls_in_vain(void)
{
    open_port();
    uart_poll(&port);
    CHECK(ring_count(&port.received), 0);
}

static void counts_what_it_loses(void)
{
    open_port();
    for (unsigned i = 0; i < RING_SLOTS + 4u; i++)
        receive((uint8_t)i);
    CHECK(ring_count(&port.received), RING_SLOTS - 1u);
    CHECK(port.lost, 5);
}

static void counts_an_overrun(void)
{
    open_port();
    memory.state = UART_STATE_RX_OVERRUN;
    uart_poll(&port);
    CHECK(port.lost, 1);
}

void test_uart(void)
{
    static const test tests[] = {
        { "uart_divides_the_clock", divides_the_clock },
        { "uart_never_divides_by_less_than_16", never_divides_by_less_than_16 },
        { "uart_receives_in_order", receives_in_order },
        { "uart_polls_in_vain", polls_in_vain },
        { "uart_counts_what_it_loses", counts_what_it_loses },
        { "uart_counts_an_overrun", counts_an_overrun },
    };

    RUN(tests);
}
