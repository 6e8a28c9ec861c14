import { TRPCError } from '@trpc/server';

/** What a page's first call answers, or null when its reader may not ask: the page then says so. */
export async function unlessForbidden<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TRPCError && error.code === 'FORBIDDEN') return null;
    throw error;
  }
}
