import { isDeepStrictEqual } from 'node:util';
import { TRPCError } from '@trpc/server';
import type { Reach } from '#lib/access/reach.ts';
import { DomainError } from '#lib/errors.ts';
import type { Hub } from './hub.ts';
import { tunables } from './tunables.ts';

export interface Admission {
  readonly hub: Pick<Hub, 'onAccessChange'>;
  /** Where the stream's permission was held when it began. */
  readonly reach: Reach;
  /** Where it is held now; throws when its reader may not have the stream any more. */
  readonly again: () => Promise<Reach>;
  readonly everyMs?: number;
}

/**
 * Passes a stream on for as long as its reader may have it. When the right is withdrawn or the session ends, the stream ends
 * at once with the error that says so; when the reader's reach has changed it simply ends, and the page opens it anew.
 */
export async function* whileAdmitted<T>(source: AsyncIterable<T>, admission: Admission): AsyncGenerator<T> {
  const { hub, reach, again, everyMs = tunables.admissionCheck } = admission;
  const iterator = source[Symbol.asyncIterator]();
  const over = Promise.withResolvers<IteratorReturnResult<undefined>>();
  over.promise.catch(() => undefined);
  const ask = (): void => {
    again().then(
      (now) => isDeepStrictEqual(now, reach) || over.resolve({ done: true, value: undefined }),
      (error: unknown) => isRefusal(error) && over.reject(error),
    );
  };
  const stopHearing = hub.onAccessChange(ask);
  const asking = setInterval(ask, everyMs);
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), over.promise]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    stopHearing();
    clearInterval(asking);
    // Not awaited: the source may be waiting for news, and ends with the request.
    void iterator.return?.(undefined)?.catch(() => undefined);
  }
}

/** An outage of the database is no refusal: the stream goes on when it is back. */
function isRefusal(error: unknown): boolean {
  return error instanceof DomainError || (error instanceof TRPCError && error.code === 'UNAUTHORIZED');
}
