#include <stddef.h>
#include <stdint.h>

/* The compiler calls these by name, whether or not there is a C library. */

void *memcpy(void *to, const void *from, size_t length)
{
    for (size_t i = 0; i < length; i++)
        ((volatile uint8_t *)to)[i] = ((const uint8_t *)from)[i];
    return to;
}

void *memset(void *to, int byte, size_t length)
{
    for (size_t i = 0; i < length; i++)
        ((volatile uint8_t *)to)[i] = (uint8_t)byte;
    return to;
}
