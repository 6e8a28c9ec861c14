/** What a signed-in person must be allowed to do, for each procedure. A procedure without a row does not compile. */
export const permissions = {
  'runs.list': 'runs:read',
  'runs.page': 'runs:read',
  'runs.trace': 'runs:read',
  'runs.iteration': 'runs:read',
  'runs.heatMap': 'runs:read',
  'runs.artifacts': 'runs:read',
  'runs.logs': 'runs:read',
  'runs.log': 'runs:read',
  'runs.watch': 'runs:read',
  'runs.watchAll': 'runs:read',
  'runs.pause': 'runs:steer',
  'runs.resume': 'runs:steer',
  'runs.abort': 'runs:steer',
  'runs.message': 'runs:steer',
  'runs.limits': 'runs:steer',
  'runs.fork': 'runs:steer',
  'runs.review': 'runs:steer',
  'launch.options': 'runs:launch',
  'launch.preview': 'runs:launch',
  'launch.start': 'runs:launch',
  'runners.list': 'runners:read',
  'system.health': 'runs:read',
} as const;

export type ProcedureName = keyof typeof permissions;
export type Permission = (typeof permissions)[ProcedureName];

/** Roles and what they may do. Until people have roles, whoever holds the owner's token is the owner. */
export const roles = {
  owner: ['runs:read', 'runs:steer', 'runs:launch', 'runners:read'],
} as const satisfies Record<string, readonly Permission[]>;

export type Role = keyof typeof roles;

export function mayDo(role: Role, procedure: ProcedureName): boolean {
  return roles[role].some((permission) => permission === permissions[procedure]);
}
