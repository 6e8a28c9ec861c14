import type { Pool } from 'pg';
import type { ArtifactStore } from '#server/artifacts/artifact-store.ts';
import { workBacklog } from './work-backlog.ts';

/** Reads what waits, in the background; of several processes each takes other files. */
export interface Importer {
  /** Says that something may wait. Never waits itself, and never reads two files at once. */
  wake(): void;
}

export function createImporter(
  pool: Pool,
  artifacts: Pick<ArtifactStore, 'get'>,
  onTrouble: (error: unknown) => void,
): Importer {
  let isReading = false;
  let isWanted = false;
  const read = async (): Promise<void> => {
    isReading = true;
    try {
      while (isWanted) {
        isWanted = false;
        await workBacklog(pool, artifacts);
      }
    } catch (error) {
      // The files still wait; their age is on the page, and the next look at it wakes us again.
      onTrouble(error);
    } finally {
      isReading = false;
    }
  };
  return {
    wake() {
      isWanted = true;
      if (!isReading) void read();
    },
  };
}
