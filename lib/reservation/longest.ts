import type { Role } from '#lib/access/roles.ts';

/** How long one reservation may last where a board's type does not say otherwise, minutes. */
export const usualLongest = {
  viewer: 0,
  engineer: 12 * 60,
  lead: 3 * 24 * 60,
  admin: 14 * 24 * 60,
} as const satisfies Record<Role, number>;

/** The most minutes that somebody in this role may have boards of these types at once. */
export function longestFor(
  role: Role,
  types: readonly { readonly maxMinutes: Readonly<Record<string, number>> }[],
): number {
  return Math.min(...types.map(({ maxMinutes }) => maxMinutes[role] ?? usualLongest[role]), longestAtAll);
}

/** A year. */
const longestAtAll = 527_040;
