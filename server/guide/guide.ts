import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lexer, type TokensList } from 'marked';

const folder = join(process.cwd(), 'docs', 'guide');

/** The pages of the guide in reading order; each is a file of `docs/guide`. */
export const guidePages = [
  { id: 'start', title: 'Getting started' },
  { id: 'overview', title: 'The overview' },
  { id: 'runs', title: 'Finding a run' },
  { id: 'launch', title: 'Launching' },
  { id: 'run', title: 'Following and steering a run' },
  { id: 'reviews', title: 'Deciding on a run that got stuck' },
  { id: 'boards', title: 'Boards' },
  { id: 'notifications', title: 'Being told' },
  { id: 'lab', title: 'The convergence lab' },
  { id: 'projects', title: 'Projects' },
  { id: 'knowledge', title: 'Agents and what they leave behind' },
  { id: 'results', title: 'Results, tests and gates' },
  { id: 'reports', title: 'Reports' },
] as const;
export type GuidePageId = (typeof guidePages)[number]['id'];

export function isGuidePage(id: string): id is GuidePageId {
  return guidePages.some((page) => page.id === id);
}

/** A page of the guide as the parts that its markdown consists of. */
export async function guidePage(id: GuidePageId): Promise<TokensList> {
  return lexer(await readFile(join(folder, `${id}.md`), 'utf8'));
}

/** A picture of the guide, or null when there is none of that name. */
export async function guideImage(name: string): Promise<Buffer | null> {
  if (!/^[a-z0-9-]{1,60}\.png$/.test(name)) return null;
  return await readFile(join(folder, 'images', name)).catch(() => null);
}
