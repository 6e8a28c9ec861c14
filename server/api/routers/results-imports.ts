import { z } from 'zod';
import { DomainError } from '#lib/errors.ts';
import { judgementOf } from '#lib/history/outcome.ts';
import { fileFormats } from '#server/results/import/is-file-format.ts';
import { projectsWithResults } from '#server/store/history/places-of-results.ts';
import { importSelection, measuredTests } from '#server/store/history/selections.ts';
import { filesOfImport, filesSetAside, importBacklog } from '#server/store/imports/file-list.ts';
import { importByNumber, importList } from '#server/store/imports/import-list.ts';
import { retryFile } from '#server/store/imports/take-file.ts';
import { projectList } from '#server/store/pages/project-list.ts';
import { projectId } from '../results/result-inputs.ts';
import { webImporter } from '../results/web-importer.ts';
import { procedure } from '../trpc.ts';

const shownImports = 50;
const shownFiles = 50;
const shownTests = 300;

/** What came in, what waits, and what could not be read. */
export const resultImports = {
  overview: procedure('results.overview')
    .input(
      z.strictObject({
        projectId: projectId.nullable().default(null),
        before: z.int32().min(1).nullable().default(null),
      }),
    )
    .query(async ({ ctx: { services, reach }, input }) => {
      const { pool } = services;
      const projectIds = reach.projects;
      const [imports, backlog, setAside, projects] = await Promise.all([
        importList(pool, { ...input, projectIds, limit: shownImports + 1 }),
        importBacklog(pool, projectIds),
        filesSetAside(pool, { projectIds, limit: shownFiles }),
        projectList(pool, { text: '', projectIds }),
      ]);
      // Whoever looks at what waits sees to it that it is read.
      if (backlog.waiting > 0) webImporter(services).wake();
      const page = imports.slice(0, shownImports);
      return {
        imports: page,
        older: imports.length > shownImports ? (page.at(-1)?.number ?? null) : null,
        backlog,
        setAside,
        projects: projects.map(({ id, name }) => ({ id, name })),
        formats: fileFormats,
      };
    }),

  page: procedure('results.page')
    .input(z.strictObject({ import: z.int32().min(1) }))
    .query(async ({ ctx: { services }, input }) => {
      const { pool } = services;
      const found = await importByNumber(pool, input.import);
      if (found === null) throw new DomainError('NOT_FOUND', `There is no import #${input.import}.`);
      const [files, selected] = await Promise.all([
        filesOfImport(pool, found.id),
        importSelection(pool, found.projectId, found.number),
      ]);
      const tests = selected === null ? [] : await measuredTests(pool, selected.sets);
      const unclean = tests.filter(({ outcome }) => judgementOf(outcome) === 'bad' || outcome === 'flaky');
      return {
        import: found,
        files,
        tests: unclean.slice(0, shownTests),
        unclean: unclean.length,
        formats: fileFormats,
      };
    }),

  retry: procedure('results.retry')
    .input(z.strictObject({ fileId: z.guid(), format: z.enum(fileFormats).nullable().default(null) }))
    .mutation(async ({ ctx: { services }, input: { fileId, format } }) => {
      if (!(await retryFile(services.pool, fileId, format)))
        throw new DomainError('CONFLICT', 'This file cannot be read again.', {
          next: 'It waits already, was read in the meantime, or was not kept: then import it anew.',
        });
      webImporter(services).wake();
    }),

  places: procedure('results.places').query(async ({ ctx: { services, reach } }) =>
    projectsWithResults(services.pool, reach.projects),
  ),
};
