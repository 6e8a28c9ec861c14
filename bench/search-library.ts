import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Size of the library: about 5,000 lines of C beside its tests. */
export const modules = 50;
export const tests = 200;
const testsPerModule = tests / modules;

/** Writes a library of rings, filters and checksums with its tests in TAP; one comparison in one module is wrong. */
export async function writeLibrary(folder: string): Promise<void> {
  const names = Array.from({ length: modules }, (_, at) => `part${String(at).padStart(2, '0')}`);
  const files: Record<string, string> = {
    Makefile: makefile,
    '.gitignore': 'build/\n',
    'firmloop.yaml': projectFile,
    'tests/main.c': testProgram(names),
  };
  for (const [at, name] of names.entries()) {
    files[`include/${name}.h`] = header(name);
    files[`src/${name}.c`] = source(name, at === faulty ? '>' : '>=');
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

const faulty = 31;

const makefile = `CC ?= cc
CFLAGS ?= -O1 -g
OBJECTS := $(patsubst %.c,build/%.o,$(wildcard src/*.c tests/*.c))
build/run-tests: $(OBJECTS)
\t$(CC) -o $@ $^
build/%.o: %.c
\t@mkdir -p $(@D)
\t$(CC) $(CFLAGS) -Wall -Iinclude -c -o $@ $<
`;

const projectFile = `machine: firmware-loop
name: library
build: { command: make }
environments: { host: { type: host, test: ./build/run-tests } }
results: { format: tap }
policy: { allow: ["src/**", "include/**"] }
agents: [{ use: search }]
`;

function header(name: string): string {
  return `#include <stdint.h>
#define ${name.toUpperCase()}_SIZE 8
typedef struct {
    int slots[${name.toUpperCase()}_SIZE];
    int head;
    int count;
} ${name}_ring;
void ${name}_clear(${name}_ring *ring);
int ${name}_put(${name}_ring *ring, int value);
int ${name}_get(${name}_ring *ring, int *value);
int ${name}_mean(const int *values, int count);
uint16_t ${name}_sum(const uint8_t *bytes, int count);
`;
}

function source(name: string, full: string): string {
  const size = `${name.toUpperCase()}_SIZE`;
  return `#include "${name}.h"
#include <stddef.h>

void ${name}_clear(${name}_ring *ring)
{
    int at;

    for (at = 0; at < ${size}; at++) {
        ring->slots[at] = 0;
    }
    ring->head = 0;
    ring->count = 0;
}

int ${name}_put(${name}_ring *ring, int value)
{
    int slot;

    if (ring == NULL) {
        return -1;
    }
    if (ring->count ${full} ${size}) {
        return 0;
    }
    slot = (ring->head + ring->count) % ${size};
    ring->slots[slot] = value;
    ring->count = ring->count + 1;
    return 1;
}

int ${name}_get(${name}_ring *ring, int *value)
{
    if (ring == NULL || value == NULL) {
        return -1;
    }
    if (ring->count == 0) {
        return 0;
    }
    *value = ring->slots[ring->head];
    ring->head = (ring->head + 1) % ${size};
    ring->count = ring->count - 1;
    return 1;
}

int ${name}_mean(const int *values, int count)
{
    int at;
    int low;
    int high;
    int total = 0;

    if (count <= 0) {
        return 0;
    }
    low = values[0];
    high = values[0];
    for (at = 0; at < count; at++) {
        if (values[at] < low) {
            low = values[at];
        }
        if (values[at] > high) {
            high = values[at];
        }
        total += values[at];
    }
    if (count > 2) {
        total -= low;
        total -= high;
        count -= 2;
    }
    return total / count;
}

uint16_t ${name}_sum(const uint8_t *bytes, int count)
{
    uint16_t sum = 0xFFFF;
    int at;
    int bit;

    for (at = 0; at < count; at++) {
        sum ^= bytes[at];
        for (bit = 0; bit < 8; bit++) {
            if (sum & 1) {
                sum = (sum >> 1) ^ 0xA001;
            } else {
                sum >>= 1;
            }
        }
    }
    return sum;
}
`;
}

/** What each test of a module asks, as an expression. */
const asked: readonly ((name: string) => string)[] = [
  (name) => `(${name}_clear(&r), ${name}_put(&r, 7) == 1) && ${name}_get(&r, &v) == 1 && v == 7`,
  (name) => `(${name}_clear(&r), fill_${name}(&r) == ${name.toUpperCase()}_SIZE)`,
  (name) => `${name}_mean((const int[]){1, 2, 3, 100}, 4) == 2 && ${name}_mean(NULL, 0) == 0`,
  (name) => `${name}_sum((const uint8_t *)"123456789", 9) == 0x4B37`,
];

function testProgram(names: readonly string[]): string {
  const parts = names.map((name) => {
    const fill = `static int fill_${name}(${name}_ring *r)\n{\n    int put = 0;\n    for (int at = 0; at < 20; at++)\n        put += ${name}_put(r, at);\n    return put;\n}\n`;
    const each = asked
      .slice(0, testsPerModule)
      .map(
        (ask, at) =>
          `static int ${name}_${at}(void)\n{\n    ${name}_ring r;\n    int v = 0;\n    ${name}_clear(&r);\n    (void)v;\n    return ${ask(name)};\n}\n`,
      );
    return fill + each.join('');
  });
  const calls = names.flatMap((name, module) =>
    Array.from({ length: testsPerModule }, (_, at) => {
      return `    printf("%sok ${module * testsPerModule + at + 1} - ${name}_${at}\\n", ${name}_${at}() ? "" : "not ");`;
    }),
  );
  const includes = names.map((name) => `#include "${name}.h"`).join('\n');
  return `#include <stddef.h>\n#include <stdio.h>\n${includes}\n\n${parts.join('\n')}\nint main(void)\n{\n${calls.join('\n')}\n    printf("1..${tests}\\n");\n    return 0;\n}\n`;
}
