import type { EvidenceFile } from '#server/environments/environment.ts';
import type { ActivityContext } from '../context.ts';
import type { MeasuredPart } from './measured-part.ts';

interface EvidenceOfPart {
  readonly files: readonly EvidenceFile[];
  readonly attempt: number;
  readonly part: string;
}

/** Stores what an environment found as `registers-1.txt`, `console-1.raw`: named after the attempt, and the part where it has a name of its own. */
export async function keepEvidence(
  context: ActivityContext,
  { files, attempt, part }: EvidenceOfPart,
): Promise<MeasuredPart['evidence']> {
  const { runId, iteration, activityId, host } = context;
  return await Promise.all(
    files.map(async ({ name, content }) => {
      const own = part === 'tests' ? `${attempt}` : `${attempt}-${part}`;
      const filed = name.replace(/(?=\.\w+$)/, `-${own}`);
      const mediaType = name.endsWith('.raw') ? 'application/octet-stream' : 'text/plain; charset=utf-8';
      const hash = await host.artifacts.put({ runId, iteration, kind: 'file', name: filed, activityId }, content, {
        mediaType,
      });
      return { name: filed, hash };
    }),
  );
}
