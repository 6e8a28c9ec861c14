/** What a dump of registers says; addresses without the bit that marks Thumb code. */
export interface Registers {
  readonly text: string;
  readonly pc: number | null;
  /** The address in the link register: often where the current function returns to. */
  readonly caller: number | null;
  readonly stackPointer: number | null;
  /** The number of the exception that a Cortex-M is in; null on other processors. 0 is ordinary code. */
  readonly exception: number | null;
  /** The link register of a Cortex-M as it is. */
  readonly link: number | null;
}

const programCounter = [
  /\bR15=([0-9a-f]{8})/i,
  /\bPC=\s*([0-9a-f]{8,16})/i,
  /^\s*pc\s+([0-9a-f]{8,16})/im,
  /\b[ER]IP=([0-9a-f]{8,16})/,
];
const linkRegister = [/\bR14=([0-9a-f]{8})/i, /\bX30=([0-9a-f]{16})/i, /\bra\s+([0-9a-f]{8,16})/i];

/** Reads `info registers` and the dumps that QEMU prints when it gives up: ARM, AArch64, RISC-V, x86, Xtensa. */
export function readRegisters(text: string): Registers {
  const link = firstOf(linkRegister, text);
  const isThumb = /\bXPSR=/.test(text);
  const status = firstOf([/\bXPSR=([0-9a-f]{8})/i], text);
  return {
    text,
    pc: firstOf(programCounter, text),
    caller: link === null || isReturnFromException(link) ? null : isThumb ? link - (link % 2) : link,
    stackPointer: firstOf([/\bR13=([0-9a-f]{8})/i], text),
    exception: status === null ? null : status % 512,
    link,
  };
}

/** In a handler, the link register of a Cortex-M holds no address but this. */
export function isReturnFromException(link: number): boolean {
  return link >= 0xffffff00;
}

/** The dump in what QEMU printed as it gave up, from its reason on; null when there is none. */
export function dumpIn(complaint: string): string | null {
  return /^qemu: (?:fatal|hardware error):[\s\S]*/m.exec(complaint)?.[0].trim() ?? null;
}

function firstOf(patterns: readonly RegExp[], text: string): number | null {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return Number.parseInt(found, 16);
  }
  return null;
}
