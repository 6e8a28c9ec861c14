import type { CommandOptions, CommandOutcome, CommandSpec, OutputStream } from './command.ts';
import { runCommand } from './run-command.ts';
import { processTunables } from './tunables.ts';

/** A finished command with its output, decoded as UTF-8 with replacement. */
export interface CapturedCommand extends Record<OutputStream, string> {
  outcome: CommandOutcome;
}

/** The description of a short command; limits that it does not name are the usual ones. */
export type ShortCommand = Pick<CommandSpec, 'argv' | 'cwd' | 'marker'> & Partial<CommandSpec>;

export interface CaptureOptions extends Omit<CommandOptions, 'onChunk'> {
  /** Receives what is printed on stdout as it comes, for output that is no text; none of it is kept then. */
  onStdout?: (bytes: Buffer) => void;
}

/** Runs a short command (git, a compiler's version) and keeps its output in memory, within `captureBytes`. */
export async function captureCommand(
  command: ShortCommand,
  { onStdout, ...options }: CaptureOptions = {},
): Promise<CapturedCommand> {
  const parts: Record<OutputStream, Buffer[]> = { stdout: [], stderr: [] };
  const onChunk = (stream: OutputStream, bytes: Buffer): void => {
    if (stream === 'stdout' && onStdout) onStdout(bytes);
    else parts[stream].push(bytes);
  };
  const outcome = await runCommand({ ...usualLimits, ...command }, { ...options, onChunk });
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
