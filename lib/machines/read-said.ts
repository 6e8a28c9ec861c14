import { z } from 'zod';
import { describeIssues } from '#lib/describe-issues.ts';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';
import { machineOf } from './registry.ts';

/** Something a person says to a run, as it came in. */
export interface Saying {
  /** An event type that the machine lists in `said`. */
  readonly type: string;
  readonly by: string;
  readonly reason: string;
  readonly fields: unknown;
}

/** An event that a machine takes from people, checked. */
export interface ReadSaid {
  readonly type: string;
  readonly payload: { readonly [field: string]: Json };
  /** What a run says that does not take it now, as in "cannot be cancelled". */
  readonly refusal: string;
}

const payload = z.record(z.string(), z.json());

/** Reads what a person wants of the limits of a run of a machine. Throws BAD_INPUT for what the machine does not know. */
export function readLimits(machine: string, changes: object): { readonly [field: string]: Json } {
  const read = machineOf(machine)?.limits.safeParse(changes);
  if (read?.success === true) return payload.parse(read.data);
  const why = read === undefined ? 'it is not installed' : describeIssues(read.error);
  throw new DomainError('BAD_INPUT', `The limits of a ${machine} run cannot be changed so: ${why}.`);
}

/** Reads what a person says to a run of a machine. Throws BAD_INPUT for what the machine does not know, or for other fields. */
export function readSaid(machine: string, { type, by, reason, fields }: Saying): ReadSaid {
  const known = machineOf(machine)?.said ?? {};
  const said = Object.hasOwn(known, type) ? known[type] : undefined;
  if (said === undefined) {
    const names = Object.keys(known);
    throw new DomainError('BAD_INPUT', `A run of ${machine} does not know the event ${type}.`, {
      next: names.length === 0 ? 'Nothing can be said to it.' : `It knows ${names.join(', ')}.`,
    });
  }
  const read = said.schema.safeParse(fields);
  if (!read.success) throw new DomainError('BAD_INPUT', `${type} was not sent: ${describeIssues(read.error)}`);
  return { type, payload: { ...payload.parse(read.data), by, reason }, refusal: said.refusal };
}
