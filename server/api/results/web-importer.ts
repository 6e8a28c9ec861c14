import { createImporter, type Importer } from '#server/results/import/importer.ts';
import type { Services } from '../services.ts';

/** Next bundles a module several times over, so what must exist once per process hangs on the process. */
const shared = globalThis as typeof globalThis & { firmloopImporter?: Importer };

/** The one importer of this web server. */
export function webImporter({ pool, artifacts }: Pick<Services, 'pool' | 'artifacts'>): Importer {
  shared.firmloopImporter ??= createImporter(pool, artifacts, (error) =>
    process.stderr.write(
      `import of results: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    ),
  );
  return shared.firmloopImporter;
}
