'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Note, NoteDialog } from '#components/results/note-dialog.tsx';
import { useTRPC } from '../../_lib/trpc.ts';

type NoteEditorProps = { projectId: string; signature: string; note: Note; onClose: () => void };

/** Writes down who looks after a failure, and reads what shows it anew. */
export function NoteEditor({ projectId, signature, note, onClose }: NoteEditorProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const save = useMutation(
    trpc.results.note.mutationOptions({
      onSuccess: async () => {
        await Promise.all(
          [trpc.results.clusters, trpc.results.test].map(({ queryKey }) =>
            queries.invalidateQueries({ queryKey: queryKey() }),
          ),
        );
        onClose();
      },
    }),
  );
  return (
    <NoteDialog
      signature={signature}
      note={note}
      isBusy={save.isPending}
      trouble={save.error?.message}
      onSave={(written) => save.mutate({ projectId, signature, ...written })}
      onClose={onClose}
    />
  );
}
