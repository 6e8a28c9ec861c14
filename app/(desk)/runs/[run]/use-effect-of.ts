'use client';

import { useCallback } from 'react';
import type { AskEffect } from '#components/run/steer-types.ts';
import { useTRPCClient } from '../../../_lib/trpc.ts';

/** Asks the run what a deed would do to it. */
export function useEffectOf(runId: string): AskEffect {
  const client = useTRPCClient();
  return useCallback((deed) => client.runs.effect.query({ runId, deed }), [client, runId]);
}
