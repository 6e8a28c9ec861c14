import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { ConnectionOf } from '#lib/boards/connections.ts';
import type { OpenedConsole } from '../capabilities.ts';
import type { Driver } from '../driver.ts';
import { dial } from './tcp.ts';
import { createTelnetReader, escaped, type TelnetEvent, telnet, telnetOption } from './telnet.ts';

/** A serial port behind a terminal server that takes speed and format from us. No kept library speaks RFC 2217 for Node. */
export function rfc2217Driver({ host, port, baud }: ConnectionOf<'rfc2217'>): Driver {
  const open = async (signal: AbortSignal): Promise<OpenedConsole> => {
    const dialled = await dial(host, port, signal);
    if (!dialled.ok) return dialled;
    return await configured(dialled.socket, baud, signal);
  };
  return { console: { open }, close: async () => undefined };
}

/** Commands of RFC 2217 and the values of 8 data bits, no parity, one stop bit. */
const setBaud = 1;
const format = { 2: 8, 3: 1, 4: 1 } as const;
/** An answer's number is the command's and this. */
const answers = 100;

/** Settles when the server has confirmed the speed: only then do bytes mean what they say. */
function configured(socket: Socket, baud: number, signal: AbortSignal): Promise<OpenedConsole> {
  const read = createTelnetReader();
  const line = telnetLine(socket);
  return new Promise((resolve) => {
    const refuse = (reason: string) => {
      line.destroy();
      resolve({ ok: false, reason });
    };
    signal.addEventListener('abort', () => refuse('the terminal server does not speak RFC 2217'), { once: true });
    socket.once('close', () => refuse('the terminal server hung up'));
    socket.on('data', (bytes) => {
      for (const event of read(bytes)) {
        if (event.kind === 'bytes' && !line.push(event.bytes)) socket.pause();
        if (event.kind === 'option') negotiate(socket, event, () => socket.write(settings(baud)), refuse);
        if (event.kind === 'message' && event.option === telnetOption.comPort) hear(event.body);
      }
    });
    const { iac, will, do: please } = telnet;
    const { binary, noGoAhead, comPort } = telnetOption;
    socket.write(Buffer.of(iac, will, binary, iac, please, binary, iac, please, noGoAhead, iac, will, comPort));

    function hear(body: Buffer): void {
      if (body[0] !== setBaud + answers || body.length < 5) return;
      const set = body.readUInt32BE(1);
      if (set === baud) resolve({ ok: true, line });
      else refuse(`the terminal server set ${set} baud instead of ${baud}`);
    }
  });
}

/** Agrees to what a transparent line needs and to nothing else; an agreement is never answered, or both would talk for ever. */
function negotiate(
  socket: Socket,
  { verb, option }: Extract<TelnetEvent, { kind: 'option' }>,
  ready: () => void,
  refuse: (reason: string) => void,
): void {
  const { iac, will, wont, do: please, dont } = telnet;
  if (option === telnetOption.comPort) {
    if (verb === please) ready();
    if (verb === dont) refuse('the terminal server does not speak RFC 2217');
    return;
  }
  if (option === telnetOption.binary || option === telnetOption.noGoAhead) return;
  if (verb === please) socket.write(Buffer.of(iac, wont, option));
  if (verb === will) socket.write(Buffer.of(iac, dont, option));
}

function settings(baud: number): Buffer {
  const speed = Buffer.alloc(5);
  speed[0] = setBaud;
  speed.writeUInt32BE(baud, 1);
  const messages = [...Object.entries(format).map(([command, value]) => Buffer.of(Number(command), value)), speed];
  const { iac, begin, end } = telnet;
  return Buffer.concat(
    messages.flatMap((body) => [Buffer.of(iac, begin, telnetOption.comPort), escaped(body), Buffer.of(iac, end)]),
  );
}

function telnetLine(socket: Socket): Duplex {
  const line: Duplex = new Duplex({
    read: () => void socket.resume(),
    write: (bytes: Buffer, _encoding, done) => void socket.write(escaped(bytes), (error) => done(error)),
    destroy(error, done) {
      socket.destroy();
      done(error);
    },
  });
  socket.once('close', () => void (line.destroyed || line.push(null)));
  return line;
}
