import type { Monitor } from './monitor.ts';
import { isReturnFromException, type Registers } from './registers.ts';

/** Exceptions 3 to 6 of ARMv7-M are faults. */
const faultNames: Readonly<Record<number, string>> = {
  3: 'HardFault',
  4: 'MemManage fault',
  5: 'BusFault',
  6: 'UsageFault',
};

/** Bits of the configurable fault status register. */
const statusBits: readonly (readonly [number, string])[] = [
  [0, 'IACCVIOL'],
  [1, 'DACCVIOL'],
  [3, 'MUNSTKERR'],
  [4, 'MSTKERR'],
  [8, 'IBUSERR'],
  [9, 'PRECISERR'],
  [10, 'IMPRECISERR'],
  [11, 'UNSTKERR'],
  [12, 'STKERR'],
  [16, 'UNDEFINSTR'],
  [17, 'INVSTATE'],
  [18, 'INVPC'],
  [19, 'NOCP'],
  [24, 'UNALIGNED'],
  [25, 'DIVBYZERO'],
];
const busAddressValid = 15;
const memoryAddressValid = 7;

const faultStatus = 0xe000ed28;
const memoryFaultAddress = 0xe000ed34;
/** Words that the processor pushes on entry: r0-r3, r12, lr, pc, xpsr. */
const pushedPc = 6;

/** A fault that a Cortex-M is in the middle of handling. */
export interface CortexFault {
  /** `HardFault (PRECISERR at 0x60000000)`. */
  readonly text: string;
  /** Where the code that faulted stood; null when its stack frame cannot be found any more. */
  readonly pc: number | null;
}

/** Asks a stopped target whether it is in a fault handler, and why. Null when it is not. */
export async function readFault(monitor: Monitor, registers: Registers): Promise<CortexFault | null> {
  const name = faultNames[registers.exception ?? 0];
  if (name === undefined) return null;
  const [status = 0] = await words(monitor, faultStatus, 1);
  const [memoryAddress = 0, busAddress = 0] = await words(monitor, memoryFaultAddress, 2);
  const causes = statusBits.filter(([bit]) => has(status, bit)).map(([, cause]) => cause);
  const at = has(status, busAddressValid) ? busAddress : has(status, memoryAddressValid) ? memoryAddress : null;
  const why = [...(causes.length === 0 ? [] : [causes.join(', ')]), ...(at === null ? [] : [`at ${hex(at)}`])].join(
    ' ',
  );
  return { text: why === '' ? name : `${name} (${why})`, pc: await faultedAt(monitor, registers) };
}

/** A handler that pushed nothing has the frame on top of its stack and the return value still in its link register. */
async function faultedAt(monitor: Monitor, { link, stackPointer }: Registers): Promise<number | null> {
  if (link === null || stackPointer === null || !isReturnFromException(link)) return null;
  const frame = await words(monitor, stackPointer, pushedPc + 1);
  return frame[pushedPc] ?? null;
}

async function words(monitor: Monitor, address: number, count: number): Promise<number[]> {
  const text = await monitor.ask(`x /${count}wx ${hex(address)}`);
  return [...(text ?? '').matchAll(/\b0x([0-9a-f]{8})\b/g)].map(([, digits = '0']) => Number.parseInt(digits, 16));
}

function has(word: number, bit: number): boolean {
  return Math.floor(word / 2 ** bit) % 2 === 1;
}

function hex(address: number): string {
  return `0x${address.toString(16).padStart(8, '0')}`;
}
