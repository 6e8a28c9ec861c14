/* Firmware for tests: one way to behave for each name, chosen with -DTRIAL=name. */

typedef unsigned char byte;

extern unsigned stack_top;

static unsigned call(unsigned operation, void *parameter)
{
    register unsigned r0 __asm("r0") = operation;
    register void *r1 __asm("r1") = parameter;

    __asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

static void leave(unsigned status)
{
    unsigned block[] = { 0x20026, status };

    call(0x20, block);
}

static void print(byte value)
{
    volatile unsigned *const uart = (volatile unsigned *)0x40004000;

    while (uart[1] & 1)
        ;
    uart[0] = value;
}

static void open_uart(void)
{
    volatile unsigned *const uart = (volatile unsigned *)0x40004000;

    uart[4] = 16;
    uart[2] = 1;
}

void every_byte(void)
{
    for (unsigned value = 0; value < 256; value++)
        print((byte)value);
    leave(7);
}

void silent(void)
{
    for (;;)
        ;
}

void endless(void)
{
    for (;;)
        print('y');
}

void talks_much(void)
{
    for (unsigned i = 0; i < 300000; i++)
        print((byte)('a' + i % 26));
    leave(0);
}

void flood(void)
{
    static byte block[50000];
    unsigned opening[] = { (unsigned)":tt", 4, 3 };
    unsigned handle = call(0x01, opening);
    unsigned writing[] = { handle, (unsigned)block, sizeof block };

    for (unsigned i = 0; i < sizeof block; i++)
        block[i] = i % 100 == 99 ? '\n' : '.';
    for (unsigned i = 0; i < 1000; i++)
        call(0x05, writing);
    leave(0);
}

void prompts_and_stays(void)
{
    for (const char *text = "booting\r\nready> "; *text != '\0'; text++)
        print((byte)*text);
    for (;;)
        ;
}

void echoes(void)
{
    volatile unsigned *const uart = (volatile unsigned *)0x40004000;

    uart[2] = 3;
    for (const char *text = "ready> "; *text != '\0'; text++)
        print((byte)*text);
    for (;;)
        if (uart[1] & 2)
            print((byte)uart[0]);
}

void breaks_in(void)
{
    *(volatile unsigned *)0x60000000 = 1;
}

void reset(void);

static void waits_in_fault(void)
{
    for (;;)
        ;
}

__attribute__((section(".vectors"), used)) static void (*const vectors[16])(void) = {
    (void (*)(void))&stack_top, reset, waits_in_fault, waits_in_fault, waits_in_fault, waits_in_fault, waits_in_fault,
};

void *memset(void *to, int value, unsigned length)
{
    for (unsigned i = 0; i < length; i++)
        ((volatile byte *)to)[i] = (byte)value;
    return to;
}

void reset(void)
{
    open_uart();
    TRIAL();
}
