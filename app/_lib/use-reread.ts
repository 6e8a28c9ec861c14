'use client';

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** Reads a query again when `version` changes: the part of the page's data that says whether its answer may be another. */
export function useReread(queryKey: QueryKey, version: string | number): void {
  const queries = useQueryClient();
  const key = useRef(queryKey);
  key.current = queryKey;
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    void queries.invalidateQueries({ queryKey: key.current });
  }, [queries, version]);
}
