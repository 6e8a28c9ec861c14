import type { Permission } from '#lib/access/roles.ts';
import type { ThingKind } from '#server/store/place-of.ts';

/**
 * What a procedure is about, which says where its permission must be held:
 *
 * - `{ run: 'runId' }`: the thing whose id stands in this field of the input (a path such as `choices.folder`; a list of ids
 *   means each of them). Its project or site is looked up, and the permission must be held there.
 * - `each`: many things; the permission anywhere is enough, and the procedure gives only rows of `ctx.reach`.
 * - `anywhere`: nothing that belongs to a project, such as one's own tokens; the permission anywhere is enough.
 * - `stack`: the stack itself; the permission must be held on the whole of it.
 * - `self`: one's own account; no permission, but a person who has signed in: no token will do.
 */
export type Subject = { readonly [Kind in ThingKind]?: string } | 'each' | 'anywhere' | 'stack';

export type Rule = { readonly needs: Permission; readonly of: Subject } | { readonly needs: null; readonly of: 'self' };

const run = { run: 'runId' } as const;
const review = { review: 'review' } as const;
const project = { project: 'projectId' } as const;

/** What each procedure and each download needs. One without a row does not compile. */
export const rules = {
  'overview.page': { needs: 'runs:read', of: 'each' },
  'runs.list': { needs: 'runs:read', of: 'each' },
  'runs.find': { needs: 'runs:read', of: 'each' },
  'runs.filters': { needs: 'runs:read', of: 'each' },
  'runs.page': { needs: 'runs:read', of: { run: 'run' } },
  'runs.trace': { needs: 'runs:read', of: run },
  'runs.iteration': { needs: 'runs:read', of: run },
  'runs.search': { needs: 'runs:read', of: run },
  'runs.heatMap': { needs: 'runs:read', of: run },
  'runs.test': { needs: 'runs:read', of: run },
  'runs.artifacts': { needs: 'runs:read', of: run },
  'runs.costs': { needs: 'runs:read', of: run },
  'runs.logs': { needs: 'runs:read', of: run },
  'runs.findInLog': { needs: 'runs:read', of: { activity: 'activityId' } },
  'runs.log': { needs: 'runs:read', of: { activity: 'activityId' } },
  'runs.watch': { needs: 'runs:read', of: run },
  'runs.watchAll': { needs: 'runs:read', of: 'each' },
  'runs.pause': { needs: 'runs:steer', of: run },
  'runs.resume': { needs: 'runs:steer', of: run },
  'runs.abort': { needs: 'runs:steer', of: run },
  'tasks.view': { needs: 'runs:read', of: run },
  'tasks.editPlan': { needs: 'runs:steer', of: run },
  'runs.say': { needs: 'runs:steer', of: run },
  'runs.message': { needs: 'runs:steer', of: run },
  'runs.limits': { needs: 'runs:steer', of: run },
  'runs.effect': { needs: 'runs:read', of: run },
  'runs.stepIn': { needs: 'runs:steer', of: run },
  'prd.view': { needs: 'runs:read', of: run },
  'prd.progress': { needs: 'runs:read', of: run },
  'prd.updateProgress': { needs: 'runs:steer', of: run },
  'runs.fork': { needs: 'runs:launch', of: run },
  'runs.review': { needs: 'reviews:decide', of: run },
  'launch.options': { needs: 'runs:launch', of: 'each' },
  'launch.preview': { needs: 'runs:launch', of: { folder: 'choices.folder' } },
  'launch.again': { needs: 'runs:launch', of: { run: 'run' } },
  'launch.fork': { needs: 'runs:launch', of: { run: 'run', folder: 'choices.folder' } },
  'launch.start': { needs: 'runs:launch', of: { folder: 'choices.folder' } },
  'projects.list': { needs: 'projects:read', of: 'each' },
  'projects.page': { needs: 'projects:read', of: { project: 'projectId' } },
  'lab.replay': { needs: 'runs:read', of: 'each' },
  'lab.savePreset': { needs: 'runs:launch', of: 'anywhere' },
  'lab.removePreset': { needs: 'runs:launch', of: 'anywhere' },
  'reports.read': { needs: 'reports:read', of: 'each' },
  'reports.behind': { needs: 'reports:read', of: 'each' },
  'reports.choices': { needs: 'reports:read', of: 'each' },
  'reviews.counts': { needs: 'reviews:read', of: 'each' },
  'reviews.list': { needs: 'reviews:read', of: 'each' },
  'reviews.waiting': { needs: 'runs:read', of: run },
  'reviews.page': { needs: 'reviews:read', of: review },
  'reviews.story': { needs: 'reviews:read', of: review },
  'reviews.comment': { needs: 'reviews:decide', of: review },
  'reviews.assign': { needs: 'reviews:decide', of: review },
  'reviews.unassign': { needs: 'reviews:decide', of: review },
  'reviews.handOver': { needs: 'reviews:decide', of: review },
  'reviews.setDue': { needs: 'reviews:decide', of: review },
  'reviews.setApprovals': { needs: 'reviews:decide', of: review },
  'reviews.decide': { needs: 'reviews:decide', of: review },
  'reviews.approve': { needs: 'reviews:decide', of: review },
  'reviews.withdraw': { needs: 'reviews:decide', of: review },
  'reviews.endCarried': { needs: 'reviews:decide', of: review },
  'notifications.unread': { needs: 'runs:read', of: 'each' },
  'notifications.list': { needs: 'runs:read', of: 'each' },
  'notifications.read': { needs: 'runs:read', of: 'each' },
  'notifications.settings': { needs: 'settings:read', of: 'stack' },
  'notifications.deliveries': { needs: 'settings:read', of: 'stack' },
  'notifications.addChannel': { needs: 'settings:write', of: 'stack' },
  'notifications.enableChannel': { needs: 'settings:write', of: 'stack' },
  'notifications.removeChannel': { needs: 'settings:write', of: 'stack' },
  'notifications.testChannel': { needs: 'settings:write', of: 'stack' },
  'notifications.addRule': { needs: 'settings:write', of: 'stack' },
  'notifications.removeRule': { needs: 'settings:write', of: 'stack' },
  'notifications.retry': { needs: 'settings:write', of: 'stack' },
  'notifications.setPolicy': { needs: 'settings:write', of: 'stack' },
  'notifications.removePolicy': { needs: 'settings:write', of: 'stack' },
  'knowledge.search': { needs: 'results:read', of: 'each' },
  'knowledge.agents': { needs: 'results:read', of: 'each' },
  'keys.list': { needs: 'settings:read', of: 'stack' },
  'keys.set': { needs: 'settings:write', of: 'stack' },
  'keys.remove': { needs: 'settings:write', of: 'stack' },
  'results.overview': { needs: 'results:read', of: 'each' },
  'results.places': { needs: 'results:read', of: 'each' },
  'results.page': { needs: 'results:read', of: { import: 'import' } },
  'results.retry': { needs: 'results:import', of: { importFile: 'fileId' } },
  'results.tests': { needs: 'results:read', of: project },
  'results.test': { needs: 'results:read', of: { test: 'testId' } },
  'results.clusters': { needs: 'results:read', of: project },
  'results.note': { needs: 'results:import', of: project },
  'results.link': { needs: 'results:import', of: { test: 'from' } },
  'results.unlink': { needs: 'results:import', of: { test: 'testId' } },
  'results.compare': { needs: 'results:read', of: project },
  'results.gate': { needs: 'results:read', of: project },
  'results.rules': { needs: 'results:read', of: project },
  'results.previewRules': { needs: 'results:read', of: project },
  'results.setRules': { needs: 'projects:write', of: project },
  'runners.list': { needs: 'runners:read', of: 'anywhere' },
  'system.health': { needs: 'runs:read', of: 'anywhere' },
  'account.me': { needs: null, of: 'self' },
  'account.rename': { needs: null, of: 'self' },
  'account.setPassword': { needs: null, of: 'self' },
  'account.join': { needs: null, of: 'self' },
  'account.signOutElsewhere': { needs: null, of: 'self' },
  'people.list': { needs: 'people:manage', of: 'each' },
  'people.invite': { needs: 'people:manage', of: 'each' },
  'people.revokeInvitation': { needs: 'people:manage', of: { invitation: 'invitationId' } },
  'people.setRole': { needs: 'people:manage', of: 'each' },
  'people.remove': { needs: 'people:manage', of: 'stack' },
  'people.signOut': { needs: 'people:manage', of: 'stack' },
  'tokens.list': { needs: 'tokens:own', of: 'anywhere' },
  'tokens.create': { needs: 'tokens:own', of: 'anywhere' },
  'tokens.revoke': { needs: 'tokens:own', of: 'anywhere' },
  'tokens.runners': { needs: 'people:manage', of: 'stack' },
  'tokens.makeRunner': { needs: 'people:manage', of: 'stack' },
  'tokens.revokeRunner': { needs: 'people:manage', of: 'stack' },
  'audit.page': { needs: 'audit:read', of: 'each' },
  '/api/audit': { needs: 'audit:read', of: 'each' },
  '/api/artifacts/[hash]': { needs: 'runs:read', of: { artifact: 'hash' } },
  '/api/logs/[activity]': { needs: 'runs:read', of: { activity: 'activity' } },
  '/api/results/import': { needs: 'results:import', of: { project: 'project' } },
  '/api/reports/[report]': { needs: 'reports:read', of: 'each' },
  '/api/results/[set]': { needs: 'results:read', of: { resultSet: 'set' } },
} as const satisfies Record<string, Rule>;

/** A procedure, or a download by its route. */
export type DoorName = keyof typeof rules;
export type DownloadName = Extract<DoorName, `/${string}`>;
export type ProcedureName = Exclude<DoorName, DownloadName>;

export function ruleOf(door: DoorName): Rule {
  return rules[door];
}
