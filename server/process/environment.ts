/** An entry of an environment, `name=value`. Every descendant inherits it, so escaped processes are found by it. */
export type Mark = `FIRMLOOP_ACTIVITY=${string}` | `FIRMLOOP_AHEAD_OF=${string}` | `FIRMLOOP_COMMAND=${string}`;

/** Carried by all commands of one activity; the value is the activity's id. */
export function activityMark(marker: string): Mark {
  return `FIRMLOOP_ACTIVITY=${marker}`;
}

/**
 * Carried by a command that is started before the end of this activity is stored: should that be lost, the command is
 * swept with it.
 */
export function aheadMark(marker: string): Mark {
  return `FIRMLOOP_AHEAD_OF=${marker}`;
}

/** Carried by one command only: the end of one must not take the activity's other commands with it. */
export function commandMark(id: string): Mark {
  return `FIRMLOOP_COMMAND=${id}`;
}

/** The private, empty home folder inside the sandbox. At the top, so that no real folder is ever hidden by it. */
export const SANDBOX_HOME = '/firmloop-home';

const inherited = ['PATH', 'LANG', 'LANGUAGE', 'TERM', 'TZ', 'HOME', 'TMPDIR', 'USER', 'LOGNAME', 'SHELL'] as const;
const fallbackPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const sandboxed = { HOME: SANDBOX_HOME, TMPDIR: '/tmp' };

/** What a child's environment is made of. `configured` wins over what is inherited. */
export interface EnvironmentParts {
  own: Readonly<Record<string, string | undefined>>;
  configured: Readonly<Record<string, string>>;
  inSandbox: boolean;
}

/**
 * The whole environment of a child but for its marks. Of Firmloop's own variables only harmless, listed names pass, so
 * tokens and the database's address never reach a build; a caller that wants a child to have a secret configures it by
 * name.
 */
export function childEnvironment({ own, configured, inSandbox }: EnvironmentParts): Record<string, string> {
  const passed = Object.keys(own)
    .filter(isInherited)
    .map((name) => [name, own[name]]);
  return definedOnly({
    PATH: fallbackPath,
    ...Object.fromEntries(passed),
    ...(inSandbox ? sandboxed : {}),
    ...configured,
  });
}

/** The environment with the marks, which win over whatever has their names. */
export function withMarks(env: Readonly<Record<string, string>>, marks: readonly Mark[]): Record<string, string> {
  return { ...env, ...Object.fromEntries(marks.map((mark) => mark.split(/=(.*)/s, 2))) };
}

function isInherited(name: string): boolean {
  return name.startsWith('LC_') || inherited.some((allowed) => allowed === name);
}

function definedOnly(variables: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** For `spawn`. The cast is needed because Next's types demand a NODE_ENV, which children must not inherit. */
export function asProcessEnv(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return env as NodeJS.ProcessEnv;
}
