import type { FirmwareLoopConfig } from '#lib/config/firmware-loop.ts';
import { createLineSplitter } from '#lib/results/text/line-splitter.ts';
import { decodeStreams } from '#server/results/parser-of-output.ts';
import { expressionMs, withinTime } from '#server/results/within-time.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import type { ActivityContext } from '../context.ts';
import { lastNumber } from './last-number.ts';
import { runLogged } from './run-logged.ts';

const keptChars = 256 * 1024;
/** Longer lines are looked at only up to here: bounds what an expression can cost. */
const longestLine = 2_000;

type Readings = Record<string, number | null>;

/** Whether a metric has a command of its own. */
export function isMeasuredByCommand({ metrics }: Pick<FirmwareLoopConfig, 'metrics'>): boolean {
  return Object.values(metrics).some(({ command }) => command !== undefined);
}

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
    const reading = outcome.endedBy === 'exit' && outcome.exitCode === 0 ? numberIn(text, metric.pattern) : null;
    if (reading === tooSlow) context.log.say(`the pattern of ${name} took too long on what was printed`);
    measured[name] = reading === tooSlow ? null : reading;
  }
  return measured;
}

/**
 * Listens to the tests for the numbers that have a pattern and no command; the last match counts. None is measured when
 * the patterns take too long.
 */
export function metricsOfOutput(
  { metrics }: Pick<FirmwareLoopConfig, 'metrics'>,
  limitMs: number = expressionMs,
): { push(stream: string, bytes: Buffer): void; end(): Readings } {
  const wanted = Object.entries(metrics).flatMap(([name, { command, pattern }]) =>
    command === undefined && pattern !== undefined ? [{ name, expression: new RegExp(pattern, 'u') }] : [],
  );
  if (wanted.length === 0) return { push: () => undefined, end: () => ({}) };
  const unmeasured: Readings = Object.fromEntries(wanted.map(({ name }) => [name, null]));
  const measured: Readings = { ...unmeasured };
  const lines = createLineSplitter(longestLine, ({ text }) => {
    for (const { name, expression } of wanted) {
      const found = expression.exec(text)?.groups?.value;
      if (found !== undefined) measured[name] = finite(found);
    }
  });
  const decode = decodeStreams(lines.push);
  let isInTime = true;
  return {
    push(stream, bytes) {
      isInTime &&= withinTime(limitMs, () => decode.push(stream, bytes));
    },
    end() {
      isInTime &&= withinTime(limitMs, () => {
        decode.end();
        lines.end();
      });
      return isInTime ? measured : unmeasured;
    },
  };
}

const tooSlow = Symbol('an expression that took too long');

function numberIn(text: string, pattern: string | undefined): number | null | typeof tooSlow {
  if (pattern === undefined) return finite(lastNumber(text) ?? '');
  const expression = new RegExp(pattern, 'm');
  let found: string | undefined;
  const isInTime = withinTime(expressionMs, () => {
    found = expression.exec(text)?.groups?.value;
  });
  return isInTime ? finite(found ?? '') : tooSlow;
}

function finite(text: string): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}
