import { DomainError } from '#lib/errors.ts';
import type { ExitCode } from '../exit-code.ts';
import { tell } from '../tell.ts';

interface SayOptions {
  readonly with?: string;
  readonly reason: string;
  readonly ifSeq?: number;
}

/** `firmloop say`: any event that the run's machine takes from people. */
export async function say(reference: string, type: string, options: SayOptions): Promise<ExitCode> {
  const { reason, ifSeq } = options;
  const fields = readFields(options.with ?? '{}');
  return await tell(reference, `has ${type}`, async () => ({ type, reason, fields, expectedSeq: ifSeq }));
}

function readFields(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DomainError(
      'BAD_INPUT',
      `--with is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      {
        next: `Write it like --with '{"text": "16 bits"}'.`,
      },
    );
  }
}
