import type { FirmwareLoopConfig } from '#lib/config/firmware-loop.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import type { ActivityContext } from '../context.ts';
import { runLogged } from './run-logged.ts';

const keptChars = 256 * 1024;
const lastNumber = /[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?!.*\d)/s;

/** Reads the numbers that the project file asks for; null where a command fails or prints no number. */
export async function measureMetrics(
  context: ActivityContext,
  { config, workspace }: { config: FirmwareLoopConfig; workspace: Workspace },
): Promise<Record<string, number | null>> {
  const measured: Record<string, number | null> = {};
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

function numberIn(text: string, pattern: string | undefined): number | null {
  const found = pattern === undefined ? lastNumber.exec(text)?.[0] : new RegExp(pattern, 'm').exec(text)?.groups?.value;
  const value = Number(found ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
}
