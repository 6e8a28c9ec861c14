import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { openCommandStream } from '#server/process/command-stream.ts';
import { processTunables } from '#server/process/tunables.ts';
import type { OpenedConsole } from '../capabilities.ts';
import type { Bench } from '../driver.ts';
import { type Ipmi, ipmiSecret, ipmitool, ipmiWords } from './ipmitool.ts';

/** What ipmitool says, on a line of its own, once the console is there. */
const greeting = /\[SOL Session operational[^\]]*\]\r?\n/;

/**
 * The console over the network. `sol activate` wants a terminal, which `script` gives it, and an earlier session that was
 * cut off holds the line until it is deactivated.
 */
export async function openSerialOverLan(connection: Ipmi, bench: Bench, signal: AbortSignal): Promise<OpenedConsole> {
  const secret = await ipmiSecret(connection, bench);
  if (!secret.ok) return secret;
  // It fails too when there was no session; what counts is whether the next one opens.
  const freed = await ipmitool(connection, bench, ['sol', 'deactivate'], signal);
  if (freed.reason.includes('Unable to establish')) return { ok: false, reason: freed.reason };
  const words = [...ipmiWords(connection), '-e', leaveKey, 'sol', 'activate'];
  const { stream } = openCommandStream(
    {
      argv: ['script', '-qf', '-E', 'never', '-c', words.map(quoted).join(' '), '/dev/null'],
      cwd: bench.folder,
      env: { ...secret.env, TERM: 'dumb' },
      marker: bench.marker,
      deadlineMs: longestSessionMs,
      outputCapBytes: Number.MAX_SAFE_INTEGER,
      graceMs: processTunables.graceMs,
    },
    bench.watchdog && { watchdog: bench.watchdog },
  );
  return await afterGreeting(stream, signal);
}

/** ipmitool ends the session at `~.` after a line end; no board sends this character, so nobody leaves by accident. */
const leaveKey = '\u001c';

/** A console stays open as long as somebody holds the board. */
const longestSessionMs = 30 * 24 * 3_600_000;

/** The stream from the first byte of the board on. */
async function afterGreeting(stream: Duplex, signal: AbortSignal): Promise<OpenedConsole> {
  let said = '';
  const giveUp = () => stream.destroy();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    for (;;) {
      const bytes: Buffer | null = stream.read();
      if (bytes !== null) said += bytes.toString('latin1');
      const found = greeting.exec(said);
      if (found !== null) {
        stream.unshift(Buffer.from(said.slice(found.index + found[0].length), 'latin1'));
        return { ok: true, line: stream };
      }
      if (stream.readableEnded || stream.destroyed) break;
      if (bytes === null) await Promise.race([once(stream, 'readable'), once(stream, 'end'), once(stream, 'close')]);
    }
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
  return { ok: false, reason: `the console did not open: ${said.trim().split('\n').at(-1) ?? ''}` };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
