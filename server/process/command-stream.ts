import { Duplex, PassThrough } from 'node:stream';
import type { CommandOptions, CommandOutcome, CommandSpec } from './command.ts';
import { runCommand } from './run-command.ts';

/** A running command to talk with. */
export interface CommandStream {
  /** Its output to read, its input to write. Ends when the command does; destroying it stops the command. */
  readonly stream: Duplex;
  /** How the command ended; never rejects. What it printed on stderr is part of `stream` too. */
  readonly outcome: Promise<CommandOutcome>;
}

/** Starts a command whose input stays open. It is not read faster than the stream's reader is. */
export function openCommandStream(
  spec: Omit<CommandSpec, 'stdin'>,
  { signal, watchdog }: Omit<CommandOptions, 'onChunk'> = {},
): CommandStream {
  const stop = new AbortController();
  const input = new PassThrough();
  let wanted = Promise.withResolvers<void>();
  const stream = new Duplex({
    read: () => wanted.resolve(),
    write: (bytes, _encoding, done) => void input.write(bytes, () => done()),
    final: (done) => void input.end(() => done()),
    // Closed only when its command is gone.
    destroy(error, done) {
      stop.abort();
      wanted.resolve();
      void outcome.finally(() => done(error));
    },
  });
  const outcome = runCommand(
    { ...spec, stdin: input },
    {
      signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
      ...(watchdog && { watchdog }),
      async onChunk(_stream, bytes) {
        if (stream.destroyed) return;
        wanted = Promise.withResolvers();
        if (!stream.push(bytes)) await wanted.promise;
      },
    },
  );
  void outcome.finally(() => {
    input.destroy();
    if (!stream.destroyed) stream.push(null);
  });
  return { stream, outcome };
}
