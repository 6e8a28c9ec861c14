import { expect, test } from 'vitest';
import { covers, type Grant, isAnywhere, type Place, reachOf, within } from './reach.ts';
import { permissions, roleNames, roles } from './roles.ts';

const stack = (role: Grant['role']): Grant => ({ role, project: null, site: null });
const inA = (role: Grant['role']): Grant => ({ role, project: 'a', site: null });
const atBerlin = (role: Grant['role']): Grant => ({ role, project: null, site: 'berlin' });
const a: Place = { project: 'a' };
const b: Place = { project: 'b' };
const berlin: Place = { site: 'berlin' };

test.each([
  ['a role on the stack reaches every project', [stack('viewer')], 'runs:read', [a, b, berlin, 'stack'], []],
  ['a role in a project reaches no other and no site', [inA('admin')], 'people:manage', [a], [b, berlin, 'stack']],
  ['a role at a site reaches no project', [atBerlin('engineer')], 'boards:reserve', [berlin], [a, b, 'stack']],
  ['roles in two places add up', [inA('engineer'), atBerlin('lead')], 'boards:reserve', [a, berlin], [b, 'stack']],
  ['a role without the permission reaches nothing', [inA('viewer'), stack('viewer')], 'runs:steer', [], [a, 'stack']],
  ['no role reaches nothing', [], 'runs:read', [], [a, b, berlin, 'stack']],
] as const)('%s', (_, grants, permission, covered, others) => {
  const reach = reachOf({ grants, only: null }, permission);
  for (const place of covered) expect(covers(reach, place)).toBe(true);
  for (const place of others) expect(covers(reach, place)).toBe(false);
  expect(isAnywhere(reach)).toBe(covered.length > 0);
});

test('a token has no more than its scopes and no more than its owner', () => {
  const token = { grants: [stack('engineer')], only: ['runs:read', 'people:manage'] as const };
  expect(covers(reachOf(token, 'runs:read'), a)).toBe(true);
  expect(isAnywhere(reachOf(token, 'runs:steer'))).toBe(false);
  expect(isAnywhere(reachOf(token, 'people:manage'))).toBe(false);
});

test('a token that is bound to a project has its owner’s roles there and nowhere else', () => {
  const grants = [
    stack('viewer'),
    inA('engineer'),
    { role: 'admin', project: 'b', site: null } as const,
    atBerlin('lead'),
  ];
  const holder = { grants: within('a', grants), only: null };
  expect(reachOf(holder, 'runs:steer')).toEqual({ projects: ['a'], sites: [] });
  expect(isAnywhere(reachOf(holder, 'people:manage'))).toBe(false);
  expect(isAnywhere(reachOf(holder, 'boards:manage'))).toBe(false);
});

test('each role may do what the one before it may, and more', () => {
  for (const [index, name] of roleNames.entries()) {
    const before = roleNames[index - 1];
    if (before === undefined) continue;
    expect(roles[name]).toEqual(expect.arrayContaining([...roles[before]]));
    expect(roles[name].length).toBeGreaterThan(roles[before].length);
  }
  expect(roles.admin).toEqual(permissions);
});
