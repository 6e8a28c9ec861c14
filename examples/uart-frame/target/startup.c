#include <stdint.h>

#include "board.h"

extern uint32_t data_start, data_end, data_image, bss_start, bss_end, stack_top;

int main(void);
void reset(void);
void fault(void);

typedef void (*vector)(void);

__attribute__((section(".vectors"), used)) static const vector vectors[16] = {
    (vector)&stack_top, reset, fault, fault, fault, fault, fault, 0, 0, 0, 0, fault, fault, 0, fault, fault,
};

void reset(void)
{
    uint32_t *from = &data_image;

    for (uint32_t *to = &data_start; to < &data_end;)
        *to++ = *from++;
    for (uint32_t *to = &bss_start; to < &bss_end;)
        *to++ = 0;
    board_open();
    board_exit(main());
}

/* Eight words that the core pushed: r0-r3, r12, lr, pc, xpsr. */
__attribute__((used)) static void report_fault(const uint32_t *frame)
{
    const volatile uint32_t *cfsr = (const volatile uint32_t *)0xE000ED28u;
    const volatile uint32_t *bfar = (const volatile uint32_t *)0xE000ED38u;

    board_print("\n*** HardFault: pc=%x lr=%x cfsr=%x bfar=%x\n", frame[6], frame[5], *cfsr, *bfar);
    board_exit(EXIT_FAULT);
}

__attribute__((naked)) void fault(void)
{
    __asm volatile("tst lr, #4\n"
                   "ite eq\n"
                   "mrseq r0, msp\n"
                   "mrsne r0, psp\n"
                   "b report_fault\n");
}
