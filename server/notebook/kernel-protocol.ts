import { z } from 'zod';
import { cellOutput } from '#lib/workflow/notebook.ts';

/** One line from a kernel. What is executed may write there too, so nothing in it is trusted. */
export const kernelLine = z.union([
  z.object({ hello: z.object({ kind: z.enum(['jupyter', 'plain', 'node']), cells: z.array(z.string()).max(10_000) }) }),
  z.object({ output: cellOutput }),
  z.object({
    done: z.object({
      status: z.enum(['ok', 'error', 'died']),
      execution_count: z.number().int().nullable(),
      dropped: z.number().int().min(0),
    }),
  }),
]);
export type KernelLine = z.output<typeof kernelLine>;

/** What a kernel is told. */
export type KernelOrder =
  | { readonly op: 'execute'; readonly cell: string; readonly code: string }
  | { readonly op: 'interrupt' };
