import { DomainError } from '#lib/errors.ts';
import { homeAt } from '../../stack/home.ts';
import { placeFromEnvironment } from '../../stack/options.ts';
import { enterUrl, writeOwnerToken } from '../../stack/owner-token.ts';
import { runningStack } from '../../stack/stack-record.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';

/** `firmloop link`: prints a link that signs in the owner, once. Whoever may write the data folder owns the stack anyway. */
export async function link(): Promise<ExitCode> {
  const { home } = placeFromEnvironment(process.env);
  const stack = await runningStack(home);
  if (stack?.url === undefined)
    throw new DomainError('UNAVAILABLE', `No stack with pages runs on ${home}.`, {
      next: 'Start one with `npm start`, or set FIRMLOOP_HOME to its data folder.',
    });
  console.log(enterUrl(stack.url, await writeOwnerToken(homeAt(home))));
  return exitCode.success;
}
