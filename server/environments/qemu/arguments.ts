import type { EnvironmentConfig } from '#lib/config/sections/environments.ts';
import type { MeetingPoint } from './meeting-point.ts';

export type QemuConfig = Extract<EnvironmentConfig, { type: 'qemu' }>;

const imageArguments = {
  kernel: (image) => ['-kernel', image],
  bios: (image) => ['-bios', image],
  loader: (image) => ['-device', `loader,file=${escaped(image)}`],
  args: () => [],
} as const satisfies Record<QemuConfig['load'], (image: string) => string[]>;

/** Processors whose debug calls QEMU answers; for others it refuses the option. */
const semihosting = /-(?:arm|aarch64|riscv32|riscv64|m68k|mips\w*|nios2|xtensa\w*)$/;

/**
 * The emulator's words: the processor waits for `cont`, the console goes into a pipe, the monitor calls a socket of ours.
 * The project's own arguments come last. QEMU's `logfile=` is not asked for: when the reader is slow it writes bytes twice.
 */
export function qemuArguments(config: QemuConfig, meeting: Pick<MeetingPoint, 'console' | 'monitor'>): string[] {
  const { machine, cpu, image, load, kernel_args: append, args } = config;
  return [
    ...['-machine', machine],
    ...(cpu === undefined ? [] : ['-cpu', cpu]),
    ...imageArguments[load](image),
    ...(append === undefined ? [] : ['-append', append]),
    ...['-display', 'none', '-monitor', 'none', '-S'],
    ...['-chardev', `pipe,id=firmloop-console,path=${escaped(meeting.console)}`],
    ...['-chardev', `socket,id=firmloop-monitor,path=${escaped(meeting.monitor)}`],
    ...['-mon', 'chardev=firmloop-monitor,mode=control'],
    ...consoleArguments(config),
    ...args.map((word) => word.replaceAll('{image}', image)),
  ];
}

function consoleArguments({ console, program, semihosting: wanted }: QemuConfig): string[] {
  const calls = 'enable=on,target=native';
  if (console === 'semihosting') return ['-serial', 'null', '-semihosting-config', `${calls},chardev=firmloop-console`];
  const enabled = wanted ?? semihosting.test(program);
  return ['-serial', 'chardev:firmloop-console', ...(enabled ? ['-semihosting-config', calls] : [])];
}

/** A comma ends a value in QEMU's options, two stand for one. */
function escaped(value: string): string {
  return value.replaceAll(',', ',,');
}
