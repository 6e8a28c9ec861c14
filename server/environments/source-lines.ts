import { realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import { captureCommand } from '#server/process/capture-command.ts';
import type { Site, SourcePlace } from './environment.ts';

/** Where addresses of a program stand in its source. */
export interface SourceLines {
  /** A place for each address; the bare address where nothing is known. */
  readonly places: readonly SourcePlace[];
  /** Why there are no source lines, when there are none. */
  readonly lack: string | null;
}

export interface SourceQuestion {
  /** The program with its debugging information, relative to the site's directory. */
  readonly symbols: string;
  readonly addresses: readonly number[];
  /** Programs like `addr2line`, in the order in which they are tried. */
  readonly tools: readonly string[];
  readonly deadlineMs: number;
}

/** Asks the first installed tool, behind the site's walls: a program file may have been made to harm its readers. */
export async function sourceLines(site: Site, question: SourceQuestion): Promise<SourceLines> {
  const { symbols, addresses, tools, deadlineMs } = question;
  const bare = addresses.map(hex);
  if (addresses.length === 0) return { places: [], lack: null };
  let because = `none of ${tools.join(', ')} is installed`;
  for (const tool of tools) {
    const { outcome, stdout, stderr } = await captureCommand(
      {
        argv: [tool, '-f', '-C', '-e', symbols, ...bare],
        cwd: site.directory,
        marker: site.marker,
        sandbox: site.sandbox,
        deadlineMs,
      },
      { signal: site.signal, ...(site.watchdog && { watchdog: site.watchdog }) },
    );
    if (outcome.endedBy === 'not-started') continue;
    const places = readPlaces(stdout, addresses, await realpath(site.directory));
    if (outcome.exitCode === 0 && places.some((place, at) => place !== bare[at])) return { places, lack: null };
    because = stderr.trim().split('\n')[0] || `${symbols} has no debugging information`;
  }
  return { places: bare, lack: `no source line: ${because}` };
}

/** Two lines for each address: the function, then `file:line` with a discriminator now and then; `??` for the unknown. */
function readPlaces(stdout: string, addresses: readonly number[], directory: string): SourcePlace[] {
  const lines = stdout.split('\n');
  return addresses.map((address, index) => {
    const name = lines[index * 2] ?? '??';
    const [, file = '??', line = '?'] =
      /^(.*):(\d+|\?)(?: \(discriminator \d+\))?$/.exec(lines[index * 2 + 1] ?? '') ?? [];
    const place = file === '??' ? null : `${fromHere(file, directory)}${/^[1-9]/.test(line) ? `:${line}` : ''}`;
    if (name === '??') return place ?? hex(address);
    return `${name} (${place ?? hex(address)})`;
  });
}

function fromHere(file: string, directory: string): string {
  const path = relative(directory, file);
  return file.startsWith('/') && !path.startsWith('..') ? path : file.replace(/^\.\//, '');
}

function hex(address: number): string {
  return `0x${address.toString(16).padStart(8, '0')}`;
}
