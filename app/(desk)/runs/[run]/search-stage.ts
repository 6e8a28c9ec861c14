import { topState } from '#lib/engine/top-state.ts';

/** A search files lines while the cause is looked for, and candidates while a patch is; nothing before or after. */
export function searchStageOf(state: string): string {
  const top = topState(state);
  return top === 'CODE_ANALYSIS' || top === 'PATCH_GENERATION' ? top : '';
}
