import { TRPCError } from '@trpc/server';
import { notFound } from 'next/navigation';

/** The answer, or the page that says that there is nothing here: for what is not there and for what the reader may not see. */
export async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  return await answer.catch((error: unknown) => {
    if (error instanceof TRPCError && error.code === 'NOT_FOUND') notFound();
    throw error;
  });
}
