'use client';

import { hashKey, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

type Version = string | number;

/** Of which version the answer to each query is, also of those that nothing shows at the moment. */
const read = new WeakMap<QueryClient, Map<string, Version>>();

/** Reads a query again when `version` changes: the part of the page's data that says whether its answer may be another. */
export function useReread(queryKey: QueryKey, version: Version): void {
  const queries = useQueryClient();
  const key = useRef(queryKey);
  key.current = queryKey;
  useEffect(() => {
    const versions = read.get(queries) ?? new Map<string, Version>();
    read.set(queries, versions);
    const before = versions.get(hashKey(key.current));
    versions.set(hashKey(key.current), version);
    if (before !== undefined && before !== version) void queries.invalidateQueries({ queryKey: key.current });
  }, [queries, version]);
}
