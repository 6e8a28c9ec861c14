/** Everything that a person, a token or a machine can be allowed to do. */
export const permissions = [
  'runs:read',
  'runs:steer',
  'runs:launch',
  'runners:read',
  'reviews:read',
  'reviews:decide',
  'projects:read',
  'projects:write',
  'boards:read',
  'boards:reserve',
  'boards:manage',
  'results:read',
  'results:import',
  'reports:read',
  'reports:write',
  'people:manage',
  'audit:read',
  'settings:read',
  'settings:write',
  'tokens:own',
] as const;
export type Permission = (typeof permissions)[number];

/** What a token can be made for: everything but making more tokens. */
export const tokenScopes = permissions.filter((permission) => permission !== 'tokens:own');

const viewer = [
  'runs:read',
  'runners:read',
  'reviews:read',
  'projects:read',
  'boards:read',
  'results:read',
  'reports:read',
  'tokens:own',
] as const satisfies readonly Permission[];

const engineer = [
  ...viewer,
  'runs:steer',
  'runs:launch',
  'reviews:decide',
  'boards:reserve',
  'results:import',
  'reports:write',
] as const satisfies readonly Permission[];

const lead = [
  ...engineer,
  'projects:write',
  'boards:manage',
  'audit:read',
  'settings:read',
] as const satisfies readonly Permission[];

/** What each role may do where it is held. Each role includes the one before. */
export const roles = { viewer, engineer, lead, admin: permissions } as const satisfies Record<
  string,
  readonly Permission[]
>;
export type Role = keyof typeof roles;

export const roleNames = ['viewer', 'engineer', 'lead', 'admin'] as const satisfies readonly Role[];

/** Each role in a sentence, as pages explain it. */
export const roleWords: Readonly<Record<Role, string>> = {
  viewer: 'sees everything, changes nothing',
  engineer: 'launches and steers runs, decides reviews, reserves boards, imports results',
  lead: 'also manages projects and boards and reads the audit log',
  admin: 'also manages people and settings',
};
