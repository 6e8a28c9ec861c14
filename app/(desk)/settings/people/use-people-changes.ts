'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../_lib/trpc.ts';

/** What can be changed about people. Each change reads the list again; `onDone` follows one that was taken. */
export function usePeopleChanges(onDone: () => void) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [link, setLink] = useState<{ url: string; days: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const told = {
    onMutate: () => setProblem(null),
    onError: ({ message }: { message: string }) => setProblem(message),
    onSettled: () => queries.invalidateQueries({ queryKey: trpc.people.list.queryKey() }),
  };
  const done = { ...told, onSuccess: onDone };
  const invite = useMutation(
    trpc.people.invite.mutationOptions({
      ...told,
      onSuccess: (made) => {
        setLink(made);
        onDone();
      },
    }),
  );
  const setRole = useMutation(trpc.people.setRole.mutationOptions(done));
  const remove = useMutation(trpc.people.remove.mutationOptions(done));
  const signOut = useMutation(trpc.people.signOut.mutationOptions(done));
  const withdraw = useMutation(trpc.people.revokeInvitation.mutationOptions(done));
  return {
    link,
    forgetLink: () => setLink(null),
    problem,
    pending: [invite, setRole, remove, signOut, withdraw].some(({ isPending }) => isPending),
    invite: invite.mutate,
    setRole: setRole.mutate,
    remove: remove.mutate,
    signOut: signOut.mutate,
    withdraw: withdraw.mutate,
  };
}

export type PeopleChanges = ReturnType<typeof usePeopleChanges>;
