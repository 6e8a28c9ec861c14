const armTools = ['arm-none-eabi-addr2line', 'arm-linux-gnueabihf-addr2line'];
const riscvTools = ['riscv64-unknown-elf-addr2line', 'riscv-none-elf-addr2line', 'riscv64-linux-gnu-addr2line'];

/** The GNU tool of each processor, by the last word of the emulator's name. */
const gnuTools: Readonly<Record<string, readonly string[]>> = {
  arm: armTools,
  aarch64: ['aarch64-none-elf-addr2line', 'aarch64-linux-gnu-addr2line', ...armTools],
  riscv32: riscvTools,
  riscv64: riscvTools,
  xtensa: ['xtensa-esp32-elf-addr2line'],
};

/** Programs that tell the source line of an address for what this emulator runs; the last ones know every processor. */
export function symbolTools(program: string): readonly string[] {
  const processor = program.split('-').at(-1) ?? '';
  return [...(gnuTools[processor] ?? []), 'llvm-addr2line', 'eu-addr2line', 'addr2line'];
}
