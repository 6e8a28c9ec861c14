import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGit } from '#server/workspace/git.ts';

/** What the firmware of a measurement does. */
export interface EmulatedFirmware {
  /** Patches and iterations; one more test stays broken, so that the loop uses them all. */
  readonly patches: number;
  /** Seconds that are waited for in each build. */
  readonly buildSeconds: number;
  /** What the tests print beside their results. */
  readonly chatter: { readonly lines: number; readonly lineBytes: number };
}

const example = fileURLToPath(new URL('../examples/uart-frame/', import.meta.url));

/** Makes a repository with firmware for the board of the example `uart-frame`, whose tests are mended one by one by its patches. */
export async function makeEmulatedFirmware(folder: string, firmware: EmulatedFirmware): Promise<void> {
  const numbers = Array.from({ length: firmware.patches }, (_, at) => at + 1);
  const files: Readonly<Record<string, string>> = {
    'firmloop.yaml': projectFile(firmware),
    '.gitignore': 'build/\n',
    'src/values.c': values(firmware.patches + 2),
    'tests/main.c': tests(firmware),
    ...Object.fromEntries(numbers.map((at) => [`patches/${String(at).padStart(2, '0')}.patch`, patchFor(at)])),
  };
  for (const part of ['Makefile', 'target', 'include', 'src/uart.c', 'src/ring.c'])
    await cp(join(example, part), join(folder, part), { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const git = createGit();
  const commit = ['commit', '--quiet', '--message=Emulated firmware'];
  for (const args of [['init', '--quiet', '--initial-branch=main'], ['add', '--all'], commit]) {
    const done = await git(args, { cwd: folder });
    if (!done.ok) throw new Error(done.trouble);
  }
}

/** Builds and starts the firmware as the loop does, with its console in a file. */
export function scriptCommands({ buildSeconds }: EmulatedFirmware): string {
  const emulator = 'qemu-system-arm -machine mps2-an385 -kernel build/uart-frame.elf -display none -monitor none';
  return `${build(buildSeconds)}; ${emulator} -serial file:console.txt -semihosting-config enable=on,target=native </dev/null`;
}

function build(seconds: number): string {
  return seconds === 0 ? 'make' : `make && sleep ${seconds}`;
}

function projectFile({ patches, buildSeconds }: EmulatedFirmware): string {
  return `machine: firmware-loop
name: emulated-firmware
goal: { text: All tests pass, tests: all }
build: { command: ${build(buildSeconds)}, timeout: 60s }
environments: { emulator: { type: qemu, machine: mps2-an385, image: build/uart-frame.elf, timeout: 15m, silence: 10s } }
results: { format: tap }
policy: { allow: ["src/**"] }
agents: [ { use: patches, folder: patches } ]
limits: { max_iterations: ${patches} }
`;
}

function values(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, at) => `    ${at === 0 ? 1 : 0},\n    /* ${at} */\n    /* */\n    /* */\n`,
  );
  return `const int values[] = {\n${lines.join('')}};\n`;
}

function patchFor(at: number): string {
  const line = 4 * at + 2;
  return `Mends test ${at + 1}.

diff --git a/src/values.c b/src/values.c
--- a/src/values.c
+++ b/src/values.c
@@ -${line},2 +${line},2 @@
-    0,
+    1,
     /* ${at} */
`;
}

/** The length of a line is that of its text and a line feed. */
function tests({ patches, chatter: { lines, lineBytes } }: EmulatedFirmware): string {
  return `#include "board.h"

extern const int values[];

static void chatter(void)
{
    for (unsigned line = 0; line < ${lines}u; line++) {
        for (unsigned part = 0; part < ${Math.floor(lineBytes / 50)}u; part++)
            board_print("# ${'.'.repeat(48)}");
        board_print("\\n");
    }
}

int main(void)
{
    int failed = 0;

    board_print("TAP version 13\\n1..${patches + 2}\\n");
    chatter();
    for (unsigned at = 0; at < ${patches + 2}u; at++) {
        board_print("%sok %u - test %u\\n", values[at] ? "" : "not ", at + 1, at + 1);
        failed += !values[at];
    }
    return failed > 0;
}
`;
}
