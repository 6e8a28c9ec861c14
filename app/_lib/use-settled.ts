'use client';

import { useEffect, useState } from 'react';

/** What somebody types is taken as said when the keys have rested for so long, milliseconds. */
const restMs = 200;

/** A value once it has stopped changing. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
