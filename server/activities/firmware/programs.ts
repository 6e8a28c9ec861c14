import { findProgram } from '#server/process/find-program.ts';

/** A program that is not there, and what brings it. */
export interface MissingProgram {
  readonly program: string;
  readonly howToGet: string;
}

/** Debian packages of programs whose package has another name. */
const packages: Readonly<Record<string, string>> = {
  cc: 'gcc',
  'c++': 'g++',
  'arm-none-eabi-gcc': 'gcc-arm-none-eabi',
  'arm-none-eabi-objcopy': 'binutils-arm-none-eabi',
  'arm-none-eabi-gdb': 'gdb-multiarch',
  'qemu-system-arm': 'qemu-system-arm',
  'qemu-system-riscv32': 'qemu-system-misc',
  'qemu-system-x86_64': 'qemu-system-x86',
  ninja: 'ninja-build',
  ctest: 'cmake',
};

/** Those of the programs that no folder of PATH has. */
export function missingPrograms(programs: readonly string[]): MissingProgram[] {
  const { PATH = '' } = process.env;
  return programs.filter((program) => findProgram(program, process.cwd(), PATH) === undefined).map(missingProgram);
}

export function missingProgram(program: string): MissingProgram {
  const name = packages[program] ?? program;
  return { program, howToGet: `on Debian: apt-get install ${name}; else put it into the PATH of the runner` };
}
