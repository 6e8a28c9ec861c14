/** What browsers and PostgreSQL call a zone: no longer, and nothing else, or it came from elsewhere. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/** The name of a time zone as it was given, where times can be written in it; else null. */
export function knownZone(name: string | undefined): string | null {
  if (name === undefined || !zoneName.test(name)) return null;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch {
    return null;
  }
}
