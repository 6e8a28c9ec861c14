import type { TaskContext } from './context.ts';

/** What an entry action may ask for. */
export interface Enqueue {
  readonly raise: (event: { type: string }, options: { id: string; delay: number }) => void;
}

/** In `ci` and `auto` mode nobody is waited for. */
export function isPersonAround({ settings }: TaskContext): boolean {
  return settings.mode === 'interactive';
}
