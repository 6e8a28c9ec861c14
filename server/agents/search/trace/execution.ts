import type { Step } from '#lib/repair/localise/tests-of-steps.ts';

const block = /^Trace \d+: \S+ \[[0-9a-f]+\/([0-9a-f]+)\//;
const listed = /^0x([0-9a-f]+):/;
const isTold = /^(?:Trace \d+: |-{16}$|IN:|0x[0-9a-f]{8,}:)/;

/** Blocks that are kept as those before the end. */
const lastBlocks = 3;

/**
 * Reads what QEMU prints with `-d exec,in_asm,nochain` when the console goes to the same place: a listing of each block when
 * it is first translated, a line whenever it is executed, and the console's characters in between, one or more at a time.
 */
export function readExecution(): { push(text: string): void; end(): { steps: Step[]; last: number[] } } {
  const instructions = new Map<number, readonly number[]>();
  const steps: Step[] = [];
  let listing: number[] = [];
  let executed = new Set<number>();
  let recent: number[] = [];
  let console = '';
  let rest = '';

  function execute(start: number): void {
    executed.add(start);
    recent.push(start);
    if (recent.length > lastBlocks) recent = recent.slice(-lastBlocks);
  }

  function line(text: string): void {
    if (text === '') {
      // An empty line closes a listing; any other one is a line feed of the console.
      if (listing.length > 0) keepListing();
      else print('\n');
      return;
    }
    const told = text.search(/Trace \d+: 0x|-{16}$/);
    const printed = told > 0 ? text.slice(0, told) : told === 0 || isTold.test(text) ? '' : `${text}\n`;
    const own = told > 0 ? text.slice(told) : text;
    if (printed !== '') print(printed);
    const at = block.exec(own)?.[1];
    if (at !== undefined) {
      keepListing();
      execute(Number.parseInt(at, 16));
      return;
    }
    const address = listed.exec(own)?.[1];
    if (own.startsWith('IN:')) keepListing();
    else if (address !== undefined) listing.push(Number.parseInt(address, 16));
  }

  function keepListing(): void {
    const [start] = listing;
    if (start !== undefined) instructions.set(start, listing);
    listing = [];
  }

  function print(text: string): void {
    console += text;
    if (!text.includes('\n')) return;
    steps.push({ text: console, addresses: addressesOf(executed) });
    console = '';
    executed = new Set();
  }

  function addressesOf(starts: Iterable<number>): number[] {
    return [...starts].flatMap((start) => instructions.get(start) ?? [start]);
  }

  return {
    push(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const one of lines) line(one);
    },
    end() {
      if (rest !== '') line(rest);
      if (console !== '' || executed.size > 0) steps.push({ text: console, addresses: addressesOf(executed) });
      return { steps, last: addressesOf(recent) };
    },
  };
}
