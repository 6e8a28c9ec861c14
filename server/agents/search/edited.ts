import type { Tree } from './bench.ts';
import type { Sources } from './sources.ts';
import { writeInside } from './write-inside.ts';

/** The files of a tree that differ from the unchanged code. */
export interface Edited {
  original(path: string): string;
  /** Writes these texts; what was written before and is not among them becomes the original again. */
  write(texts: ReadonlyMap<string, string>): Promise<void>;
}

export function edited(tree: Tree, sources: Sources): Edited {
  const now = new Map<string, string>();
  const original = (path: string) => sources.units.get(path)?.text ?? '';
  return {
    original,
    async write(texts) {
      for (const path of [...now.keys()].filter((one) => !texts.has(one))) {
        await writeInside(tree, path, original(path));
        now.delete(path);
      }
      for (const [path, text] of texts) {
        if (now.get(path) === text) continue;
        await writeInside(tree, path, text);
        now.set(path, text);
      }
    },
  };
}
