import type { CommandOptions, CommandOutcome, CommandSpec, OutputStream } from './command.ts';
import { runCommand } from './run-command.ts';
import { processTunables } from './tunables.ts';

/** A finished command with its output, decoded as UTF-8 with replacement. */
export interface CapturedCommand extends Record<OutputStream, string> {
  outcome: CommandOutcome;
}

/** The description of a short command; limits that it does not name are the usual ones. */
export type ShortCommand = Pick<CommandSpec, 'argv' | 'cwd' | 'marker'> & Partial<CommandSpec>;

/** Runs a short command (git, a compiler's version) and keeps its output in memory, within `captureBytes`. */
export async function captureCommand(
  command: ShortCommand,
  options: Omit<CommandOptions, 'onChunk'> = {},
): Promise<CapturedCommand> {
  const parts: Record<OutputStream, Buffer[]> = { stdout: [], stderr: [] };
  const outcome = await runCommand(
    { ...usualLimits, ...command },
    { ...options, onChunk: (stream, bytes) => void parts[stream].push(bytes) },
  );
  return {
    outcome,
    stdout: Buffer.concat(parts.stdout).toString('utf8'),
    stderr: Buffer.concat(parts.stderr).toString('utf8'),
  };
}

const usualLimits = {
  env: {},
  deadlineMs: processTunables.deadlineMs,
  outputCapBytes: processTunables.captureBytes,
  graceMs: processTunables.graceMs,
  stdin: 'closed',
} satisfies Partial<CommandSpec>;
