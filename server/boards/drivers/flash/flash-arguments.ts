import type { ConnectionOf } from '#lib/boards/connections.ts';
import type { ImageFile } from '../capabilities.ts';

/** What a flash tool is told about the board and the image. */
export interface FlashTarget {
  /** The serial number of the probe; the right one of two like boards is found by it. */
  readonly serial: string | null;
  readonly image: ImageFile;
}

export type FlashTool = 'openocd' | 'pyocd' | 'jlink' | 'esptool' | 'stm32programmer' | 'west';

/** The call of a tool. Some read their orders from a file or their input rather than from words. */
export interface FlashCall {
  readonly argv: readonly [string, ...string[]];
  readonly stdin?: string;
  /** A line of the output that shows success, for tools whose status is 0 although nothing was written. */
  readonly proof: RegExp;
}

/** These tools tell success by their status; one that prints nothing at all has done nothing. */
const anything = /\S/;

/** The words for each tool. Formats that hold their own addresses (ELF, HEX) need none; a raw binary does. */
export const flashCalls: {
  readonly [Tool in FlashTool]: (connection: ConnectionOf<Tool>, target: FlashTarget) => FlashCall;
} = {
  openocd: ({ config, address }, { serial, image }) => ({
    argv: [
      'openocd',
      ...config.flatMap((file) => ['-f', file]),
      ...(serial === null ? [] : ['-c', `adapter serial ${tcl(serial)}`]),
      ...['-c', `program ${tcl(image.path)} verify reset exit${address === undefined ? '' : ` ${address}`}`],
    ],
    proof: /\*\* Verified OK \*\*/,
  }),
  pyocd: ({ target, address }, { serial, image }) => ({
    argv: [
      ...(['pyocd', 'flash', '--target', target] as const),
      ...(serial === null ? [] : ['--uid', serial]),
      ...(address === undefined ? [] : ['--base-address', address]),
      image.path,
    ],
    proof: anything,
  }),
  jlink: ({ device, interface: wire, speed, address }, { serial, image }) => ({
    argv: [
      'JLinkExe',
      ...(serial === null ? [] : ['-USB', serial]),
      ...['-device', device, '-if', wire, '-speed', String(speed)],
      ...['-autoconnect', '1', '-NoGui', '1', '-ExitOnError', '1'],
    ],
    stdin: ['r', 'h', `loadfile "${image.path}"${address === undefined ? '' : ` ${address}`}`, 'r', 'g', 'qc', ''].join(
      '\n',
    ),
    proof: /^O\.K\.$/m,
  }),
  esptool: ({ path, chip, baud, address }, { image }) => ({
    argv: [
      ...(['esptool.py', '--chip', chip, '--port', path, '--baud', String(baud)] as const),
      ...['write_flash', address, image.path],
    ],
    proof: /Hash of data verified/,
  }),
  stm32programmer: ({ interface: wire, address }, { serial, image }) => ({
    argv: [
      ...(['STM32_Programmer_CLI', '-c', `port=${wire}`] as const),
      ...(serial === null ? [] : [`sn=${serial}`]),
      ...['-w', image.path, ...(address === undefined ? [] : [address]), '-v', '-rst'],
    ],
    proof: /Download verified successfully/,
  }),
  west: ({ runner }, { serial, image }) => ({
    argv: [
      ...(['west', 'flash', '--skip-rebuild', '--runner', runner] as const),
      ...(serial === null ? [] : ['--dev-id', serial]),
      ...[fileOption(image.name), image.path],
    ],
    proof: anything,
  }),
};

/** A word of Tcl in which nothing is replaced. */
function tcl(word: string): string {
  return `{${word.replace(/[{}\\]/g, '\\$&')}}`;
}

function fileOption(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const options: Readonly<Record<string, string>> = { hex: '--hex-file', bin: '--bin-file', elf: '--elf-file' };
  return options[ending] ?? '--file';
}
