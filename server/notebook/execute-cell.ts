import type { CellOutput } from '#lib/workflow/notebook.ts';
import type { KernelDoor } from './kernel-door.ts';
import { notebookTunables } from './tunables.ts';

/** What came of a cell. `stopped`: it took too long. `gone`: its kernel is not there any more. */
export interface Executed {
  readonly status: 'ok' | 'error' | 'stopped' | 'gone';
  readonly outputs: readonly CellOutput[];
  readonly executionCount: number | null;
  /** Bytes that were printed and not kept. */
  readonly dropped: number;
  readonly reason: string;
}

/**
 * Executes one cell. One that takes longer than it may is interrupted, and after a moment counts as stopped whatever it
 * does; its kernel has to be ended then. Throws when `signal` is aborted.
 */
export async function executeCell(
  door: KernelDoor,
  { cell, code, limitMs }: { readonly cell: string; readonly code: string; readonly limitMs: number },
  signal: AbortSignal,
): Promise<Executed> {
  const outputs: CellOutput[] = [];
  let left = 0;
  const overtime = new AbortController();
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    door.order({ op: 'interrupt' });
    grace = setTimeout(() => overtime.abort(), notebookTunables.interruptMs);
  }, limitMs);
  let grace: NodeJS.Timeout | undefined;
  const late = `stopped after ${limitMs / 1000} s`;
  door.order({ op: 'execute', cell, code });
  try {
    for (;;) {
      const line = await door.hear(AbortSignal.any([signal, overtime.signal])).catch((error: unknown) => {
        signal.throwIfAborted();
        if (overtime.signal.aborted) return 'late' as const;
        throw error;
      });
      if (line === 'late') return { status: 'stopped', outputs, executionCount: null, dropped: left, reason: late };
      if (line === null) {
        const reason = 'the kernel is gone: it ended, or sent more than a cell may';
        return { status: 'gone', outputs, executionCount: null, dropped: left, reason };
      }
      if ('output' in line) {
        if (outputs.length < notebookTunables.cellOutputs) add(outputs, line.output);
        else left += 1;
      }
      if (!('done' in line)) continue;
      const { status, execution_count: executionCount, dropped } = line.done;
      if (status === 'died')
        return {
          status: 'gone',
          outputs,
          executionCount,
          dropped,
          reason: 'the kernel died while it executed the cell',
        };
      return { status: isLate ? 'stopped' : status, outputs, executionCount, dropped, reason: isLate ? late : '' };
    }
  } finally {
    clearTimeout(limit);
    clearTimeout(grace);
  }
}

/** Pieces of one stream that follow each other are one output, as in any notebook. */
function add(outputs: CellOutput[], output: CellOutput): void {
  const last = outputs.at(-1);
  if (output.output_type === 'stream' && last?.output_type === 'stream' && last.name === output.name)
    outputs[outputs.length - 1] = { ...last, text: last.text + output.text };
  else outputs.push(output);
}
