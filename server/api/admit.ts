import type { Pool } from 'pg';
import { covers, isAnywhere, type Place, type Reach, reachOf } from '#lib/access/reach.ts';
import { roles } from '#lib/access/roles.ts';
import { DomainError } from '#lib/errors.ts';
import type { Person } from '#server/auth/person.ts';
import { placesOf, type ThingKind, wordOf } from '#server/store/place-of.ts';
import { type DoorName, ruleOf, type Subject } from './permissions.ts';

const nowhere: Reach = { projects: [], sites: [] };

/** Of a list of ids so many are looked up. */
const mostThings = 200;

/**
 * Lets a person through a door, or throws: BAD_INPUT when the input does not name the thing, NOT_FOUND for a thing that is
 * not there or lies where the person has no role at all, FORBIDDEN where the role is too small. Answers where the
 * permission is held: the procedure shows nothing from elsewhere.
 */
export async function admit(pool: Pool, person: Person, door: DoorName, input: unknown): Promise<Reach> {
  const { needs, of } = ruleOf(door);
  if (needs === null) {
    if (person.only !== null)
      throw new DomainError('FORBIDDEN', 'That is for people who have signed in, not for tokens.');
    return nowhere;
  }
  const reach = reachOf(person, needs);
  if (of === 'each' || of === 'anywhere') {
    if (!isAnywhere(reach)) throw tooSmall(needs);
  } else if (of === 'stack') {
    if (!covers(reach, 'stack')) throw tooSmall(`${needs} on the whole stack`);
  } else {
    for (const { kind, id } of thingsIn(of, input)) await admitTo(pool, person, { kind, id, reach, needs });
  }
  return reach;
}

async function admitTo(
  pool: Pool,
  { grants }: Person,
  { kind, id, reach, needs }: { kind: ThingKind; id: string; reach: Reach; needs: string },
): Promise<void> {
  const places = await placesOf(pool, kind, id);
  if (places.some((place) => covers(reach, place))) return;
  if (places.some((place) => place === 'stack')) throw tooSmall(`${needs} on the whole stack`);
  if (places.some((place) => hasRoleAt(grants, place))) throw tooSmall(needs);
  throw new DomainError('NOT_FOUND', `There is no ${wordOf(kind)} ${id.slice(0, 80)}.`, {
    next: 'It may be one that you may not see: an admin can give you a role there.',
  });
}

function hasRoleAt(grants: Person['grants'], place: Place): boolean {
  return grants.some((grant) => covers(reachOf({ grants: [grant], only: null }, roles[grant.role][0]), place));
}

function tooSmall(needs: string): DomainError {
  return new DomainError('FORBIDDEN', `That needs the permission ${needs}, which you do not have.`, {
    next: 'An admin can give you a role that has it.',
  });
}

/** The things that an input names, each field in turn. */
function thingsIn(of: Exclude<Subject, string>, input: unknown): { kind: ThingKind; id: string }[] {
  return Object.entries(of).flatMap(([kind, path]) => {
    const value = path.split('.').reduce(fieldOf, input);
    const ids = Array.isArray(value) ? value : [value];
    if (ids.length > mostThings) throw new DomainError('BAD_INPUT', `${path}: at most ${mostThings} at once`);
    return ids.map((id: unknown) => ({ kind: kind as ThingKind, id: textAt(path, id) }));
  });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function textAt(path: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new DomainError('BAD_INPUT', `Invalid input: ${path}: must name the thing that is asked for`);
}
