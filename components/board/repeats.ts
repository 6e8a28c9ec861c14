/** How often a reservation comes again, as people say it and as RFC 5545 does. */
export const repeats = {
  once: { label: 'once', rule: null },
  daily: { label: 'every day', rule: 'FREQ=DAILY' },
  workdays: { label: 'Monday to Friday', rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR' },
  weekly: { label: 'every week', rule: 'FREQ=WEEKLY' },
} as const satisfies Record<string, { label: string; rule: string | null }>;
export type Repeat = keyof typeof repeats;
