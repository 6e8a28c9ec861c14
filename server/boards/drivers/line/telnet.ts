/** Words of the telnet protocol (RFC 854) that a serial line needs. */
export const telnet = { iac: 255, dont: 254, do: 253, wont: 252, will: 251, begin: 250, end: 240 } as const;

/** Options: binary transfer (RFC 856), suppress go-ahead (RFC 858), settings of a serial port (RFC 2217). */
export const telnetOption = { binary: 0, noGoAhead: 3, comPort: 44 } as const;

/** What a telnet connection says: bytes of the line, an offer or request about an option, or a message within one. */
export type TelnetEvent =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'option'; readonly verb: number; readonly option: number }
  | { readonly kind: 'message'; readonly option: number; readonly body: Buffer };

/** Takes bytes apart as they come; a word that is cut in the middle waits for the rest. */
export function createTelnetReader(): (bytes: Buffer) => TelnetEvent[] {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    const all = Buffer.concat([rest, bytes]);
    const events: TelnetEvent[] = [];
    let at = 0;
    while (at < all.length) {
      const taken = takeOne(all, at);
      if (taken === null) break;
      if (taken.event !== null) events.push(taken.event);
      at = taken.next;
    }
    rest = all.subarray(at);
    return events;
  };
}

interface Taken {
  readonly event: TelnetEvent | null;
  readonly next: number;
}

function takeOne(all: Buffer, at: number): Taken | null {
  if (all[at] !== telnet.iac) {
    const end = all.indexOf(telnet.iac, at);
    const next = end === -1 ? all.length : end;
    return { event: { kind: 'bytes', bytes: all.subarray(at, next) }, next };
  }
  const verb = all[at + 1];
  if (verb === undefined) return null;
  if (verb === telnet.iac) return { event: { kind: 'bytes', bytes: Buffer.of(telnet.iac) }, next: at + 2 };
  if (verb === telnet.begin) return takeMessage(all, at);
  if (verb < telnet.will) return { event: null, next: at + 2 };
  const option = all[at + 2];
  return option === undefined ? null : { event: { kind: 'option', verb, option }, next: at + 3 };
}

function takeMessage(all: Buffer, at: number): Taken | null {
  const option = all[at + 2];
  const end = all.indexOf(Buffer.of(telnet.iac, telnet.end), at + 3);
  if (option === undefined || end === -1) return null;
  return { event: { kind: 'message', option, body: unescaped(all.subarray(at + 3, end)) }, next: end + 2 };
}

/** Within data and messages the byte 255 stands twice. */
export function escaped(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\xff', '\xff\xff'), 'latin1');
}

function unescaped(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\xff\xff', '\xff'), 'latin1');
}
