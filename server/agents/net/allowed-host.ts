/** Hosts of well-known providers of language models. */
const wellKnown: ReadonlySet<string> = new Set([
  'api.openai.com',
  'api.anthropic.com',
  'openrouter.ai',
  'api.mistral.ai',
  'api.groq.com',
  'api.deepseek.com',
  'api.together.xyz',
  'api.x.ai',
  'generativelanguage.googleapis.com',
]);

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The variable of the runner that allows further hosts, separated by commas. */
export const hostsVariable = 'FIRMLOOP_AGENT_HOSTS';

/**
 * Why an address may not be asked, or null. A project file comes with its repository: it must not make the runner send
 * prompts and keys, or any request at all, to whoever it likes.
 */
export function whyNotAllowed(
  address: string,
  allowed: string | undefined = process.env[hostsVariable],
): string | null {
  const { protocol, hostname, host } = new URL(address);
  if (loopback.has(hostname)) return null;
  const listed = (allowed ?? '').split(',').map((one) => one.trim().toLowerCase());
  if (listed.includes(hostname) || listed.includes(host)) return null;
  if (!wellKnown.has(hostname))
    return `${hostname} is no well-known provider: name it in ${hostsVariable} of the runner to allow it`;
  return protocol === 'https:' ? null : `${hostname} is only asked over https`;
}
