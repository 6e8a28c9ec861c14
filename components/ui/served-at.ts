'use client';

import { createContext } from 'react';

/** When the server drew the page, epoch milliseconds: the present of the first paint, so that server and browser write the same times. */
export const ServedAt = createContext<number | undefined>(undefined);
