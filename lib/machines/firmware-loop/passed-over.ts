import type { Json } from '#lib/engine/json.ts';
import { counted } from '#lib/format/count.ts';
import type { OutputOf } from './wiring.ts';

/** Every refused patch by its name with the reason, as far as the answer names them. */
export function passedOver({ passedOver: { count, first } }: OutputOf<'propose-patch'>): string {
  if (count === 0) return '';
  const more = count > first.length ? `, and ${count - first.length} more` : '';
  return `; ${counted(count, 'patch', 'patches')} refused before: ${first.map(({ source, why }) => `${source} (${why})`).join(', ')}${more}`;
}

/** The refused patches as the iteration's row lists them. */
export function passedOverFact({ passedOver: { first } }: OutputOf<'propose-patch'>): Json {
  return first.map(({ proposalId, source, why }) => ({ proposal_id: proposalId, source, why }));
}
