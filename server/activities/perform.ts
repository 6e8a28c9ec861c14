import type { z } from 'zod';
import type { ActivityContract } from '#lib/activities/contract.ts';
import type { ActivityContext } from './context.ts';

/** The work behind a contract: input already checked, output checked afterwards. */
export type Perform<Contract extends ActivityContract> = (
  input: z.output<Contract['input']>,
  context: ActivityContext,
) => Promise<z.input<Contract['output']>>;
