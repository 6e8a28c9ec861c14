/** A time with its zone, as Redfish demands it. */
const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;

/**
 * When an event was, for people: in UTC where the controller tells its zone, else as it is written, since the zone of a
 * controller is seldom that of whoever reads its log. Empty for no time.
 */
export function eventTime(written: string): string {
  const text = written.trim();
  if (text === '') return '';
  if (/pre-?init/i.test(text)) return 'before the clock of the controller was set';
  if (!zoned.test(text)) return `${text}, in the time of the controller`;
  const at = new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  if (Number.isNaN(at.getTime())) return `${text}, which is no time`;
  const utc = at.toISOString().replace(/\.000Z$/, 'Z');
  return /Z$/.test(text) ? utc : `${utc} (${text.slice(11)} at the controller)`;
}

/** Whether a zone is told: a name such as CST is one of several. */
export function hasZone(written: string): boolean {
  return written.trim() === '' || zoned.test(written.trim());
}
