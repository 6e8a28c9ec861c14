'use client';

import { createContext, type ReactNode, use } from 'react';

const Zone = createContext('UTC');

export type ZoneProviderProps = { zone: string; children: ReactNode };

/** Sets the time zone, an IANA name, in which every time below is written. */
export function ZoneProvider({ zone, children }: ZoneProviderProps) {
  return <Zone value={zone}>{children}</Zone>;
}

/** The time zone to write times in. */
export function useZone(): string {
  return use(Zone);
}
