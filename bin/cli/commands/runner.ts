import { boardSite } from '#lib/boards/board.ts';
import { DomainError } from '#lib/errors.ts';
import { openHome } from '../../stack/home.ts';
import { placeFromEnvironment } from '../../stack/options.ts';
import { startRunner } from '../../stack/runner.ts';
import { runningStack } from '../../stack/stack-record.ts';
import { untilStarted } from '../../stack/until-started.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { listenForInterrupts } from '../interrupts.ts';

/**
 * `firmloop runner`: one runner for a stack that runs elsewhere (`DATABASE_URL`) or on this home, until it is told to stop. With
 * a site it does the work of that site alone.
 */
export async function runner({ site }: { readonly site?: string }): Promise<ExitCode> {
  if (site !== undefined && !boardSite.safeParse(site).success)
    throw new DomainError('BAD_INPUT', `${site} is no site: it must be one word of letters, digits, dots and dashes.`);
  const place = placeFromEnvironment(process.env);
  const databaseUrl = place.databaseUrl ?? (await runningStack(place.home))?.databaseUrl;
  if (databaseUrl === undefined)
    throw new DomainError('BAD_INPUT', 'There is no stack to work for.', {
      next: 'Set DATABASE_URL to that of the stack, as `firmloop token create NAME --runner` prints it.',
    });
  const interrupts = listenForInterrupts(exitCode.aborted);
  const { first: signal } = interrupts;
  await untilStarted(databaseUrl, { supervised: false, signal });
  const home = await openHome(place.home);
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    FIRMLOOP_HOME: home.folder,
    ...(site && { FIRMLOOP_SITE: site }),
  };
  const report = (line: string) => console.error(`firmloop: ${line}`);
  const started = await startRunner(home, env, { report, signal });
  interrupts.insisted = () => started.kill();
  report(
    `the runner takes ${site === undefined ? 'work' : `the work of ${site}`}; Ctrl-C ends it gently. Its log: ${home.logs}/runner.log`,
  );
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await started.stop();
  interrupts.close();
  return exitCode.success;
}
