import type { FirmwareLoopConfig } from '#lib/config/firmware-loop.ts';
import { createLineSplitter } from '#lib/results/text/line-splitter.ts';
import { decodeStreams } from '#server/results/parser-of-output.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import type { ActivityContext } from '../context.ts';
import { lastNumber } from './last-number.ts';
import { runLogged } from './run-logged.ts';

const keptChars = 256 * 1024;
/** Longer lines are looked at only up to here: bounds what an expression can cost. */
const longestLine = 2_000;

type Readings = Record<string, number | null>;

/** Runs the commands that print a number; null where one fails or prints none. */
export async function measureMetrics(
  context: ActivityContext,
  { config, workspace }: { config: FirmwareLoopConfig; workspace: Workspace },
): Promise<Readings> {
  const measured: Readings = {};
  for (const [name, metric] of Object.entries(config.metrics)) {
    if (metric.command === undefined) continue;
    let text = '';
    const outcome = await runLogged(context, {
      command: metric.command,
      workspace,
      env: config.build.env,
      deadlineMs: config.build.timeout,
      silenceMs: undefined,
      outputCapBytes: config.limits.log_size,
      onBytes: (stream, bytes) => {
        if (stream === 'stdout') text = (text + bytes.toString('utf8')).slice(-keptChars);
      },
    });
    measured[name] = outcome.endedBy === 'exit' && outcome.exitCode === 0 ? numberIn(text, metric.pattern) : null;
  }
  return measured;
}

/** Listens to the tests for the numbers that have a pattern and no command; the last match counts. */
export function metricsOfOutput({ metrics }: Pick<FirmwareLoopConfig, 'metrics'>): {
  push(stream: string, bytes: Buffer): void;
  end(): Readings;
} {
  const wanted = Object.entries(metrics).flatMap(([name, { command, pattern }]) =>
    command === undefined && pattern !== undefined ? [{ name, expression: new RegExp(pattern, 'u') }] : [],
  );
  if (wanted.length === 0) return { push: () => undefined, end: () => ({}) };
  const measured: Readings = Object.fromEntries(wanted.map(({ name }) => [name, null]));
  const lines = createLineSplitter(longestLine, ({ text }) => {
    for (const { name, expression } of wanted) {
      const found = expression.exec(text)?.groups?.value;
      if (found !== undefined) measured[name] = finite(found);
    }
  });
  const decode = decodeStreams(lines.push);
  return {
    push: decode.push,
    end() {
      decode.end();
      lines.end();
      return measured;
    },
  };
}

function numberIn(text: string, pattern: string | undefined): number | null {
  const found = pattern === undefined ? lastNumber(text) : new RegExp(pattern, 'm').exec(text)?.groups?.value;
  return finite(found ?? '');
}

function finite(text: string): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}
