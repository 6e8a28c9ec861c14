/** SQL of the time that a window takes up, by its table's alias: what was released early, or never began, takes up less or none. */
export function takenBy(window: string): string {
  const w = window;
  return `tstzrange(${w}.starts_at, GREATEST(${w}.starts_at, LEAST(coalesce(${w}.released_at, ${w}.ends_at), ${w}.ends_at)), '[)')`;
}
