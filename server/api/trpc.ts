import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import type { Reach } from '#lib/access/reach.ts';
import { describeIssues } from '#lib/describe-issues.ts';
import { DomainError, type ErrorCode } from '#lib/errors.ts';
import type { Person } from '#server/auth/person.ts';
import { admit } from './admit.ts';
import { asExpected } from './as-expected.ts';
import { noteRefusal } from './note-refusal.ts';
import { type Origin, signedServices } from './origin.ts';
import type { ProcedureName } from './permissions.ts';
import type { Services } from './services.ts';
import { tunables } from './tunables.ts';
import { whileAdmitted } from './while-admitted.ts';

/** Who asks, and what there is to answer with. */
export interface ApiContext {
  readonly services: Services;
  /** Null for somebody who has not signed in. */
  readonly person: Person | null;
  /** Who that is by now, for what goes on for long; missing where nothing does. */
  readonly personNow?: (() => Promise<Person | null>) | undefined;
  /** Where the request came from, for the audit log. */
  readonly from?: Origin | undefined;
}

const codes = {
  BAD_INPUT: 'BAD_REQUEST',
  NOT_FOUND: 'NOT_FOUND',
  CONFLICT: 'CONFLICT',
  REFUSED: 'PRECONDITION_FAILED',
  FORBIDDEN: 'FORBIDDEN',
  UNAVAILABLE: 'SERVICE_UNAVAILABLE',
  LIMIT: 'PAYLOAD_TOO_LARGE',
} as const satisfies Record<ErrorCode, TRPCError['code']>;

const t = initTRPC
  .context<ApiContext>()
  .meta<{ readonly door: ProcedureName }>()
  .create({
    sse: {
      ping: { enabled: true, intervalMs: tunables.streamPing },
      client: { reconnectAfterInactivityMs: tunables.streamSilence },
    },
    errorFormatter: ({ shape, error }) => ({
      ...shape,
      message:
        error.code === 'INTERNAL_SERVER_ERROR'
          ? 'Something went wrong on the server; its log has the details.'
          : error.cause instanceof ZodError
            ? describeIssues(error.cause)
            : shape.message,
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        path: shape.data.path,
        next: error.cause instanceof DomainError ? error.cause.next : undefined,
      },
    }),
  });

export const router = t.router;
export const createCaller = t.createCallerFactory;

/**
 * A procedure that asks the table of rules before anything else, also before it reads its input. Its context has the person
 * and `reach`: where the permission of this procedure is held. What a mutation changes is signed for the audit log.
 */
export function procedure(name: ProcedureName) {
  return t.procedure
    .meta({ door: name })
    .use(async ({ next }) => {
      const result = await next();
      if (!result.ok) throw asAnswer(result.error);
      return isAsyncIterable(result.data) ? { ...result, data: answering(result.data) } : result;
    })
    .use(async ({ ctx, next, getRawInput, type }) => {
      const { person, services, from = { door: 'web', address: null } } = ctx;
      if (person === null) throw signInFirst();
      const admitted = admit(services.pool, person, name, await getRawInput());
      // Reading changes nothing, and a page may well ask for what its reader may not see.
      const reach = await (type === 'mutation'
        ? admitted.catch((error: unknown) => noteRefusal(services.pool, { error, person, door: name, from }))
        : admitted);
      const signed = type === 'mutation' ? signedServices(services, person.actor, from) : services;
      const result = await next({ ctx: { ...ctx, services: signed, person, from, reach } });
      if (type !== 'subscription' || !result.ok || !isAsyncIterable(result.data)) return result;
      const again = async (): Promise<Reach> => {
        const now = await ctx.personNow?.();
        if (now === null) throw signInFirst();
        return await admit(services.pool, now ?? person, name, await getRawInput());
      };
      return { ...result, data: whileAdmitted(result.data, { hub: services.hub, reach, again }) };
    });
}

/** What goes wrong in the midst of a stream is answered like what goes wrong before it. */
async function* answering<T>(stream: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* stream;
  } catch (error) {
    throw asAnswer(error);
  }
}

/** Expected trouble as the answer that says so; anything else as it is. */
function asAnswer(error: unknown): unknown {
  const trouble = asExpected(error instanceof TRPCError ? error.cause : error);
  if (trouble === null) return error;
  return new TRPCError({ code: codes[trouble.code], message: trouble.message, cause: trouble });
}

function signInFirst(): TRPCError {
  return new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in first.' });
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
