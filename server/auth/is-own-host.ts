const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/**
 * Whether a request names this server as it is meant to be reached. A page of another site can make a browser take its name
 * for this machine's address; whoever comes under such a name is a stranger. A stack that listens to other machines without a
 * public address cannot know its names, and takes any.
 */
export function isOwnHost(host: string | null, env: Readonly<Record<string, string | undefined>>): boolean {
  if (host === null || loopback.test(host)) return true;
  const { HOST: listens, FIRMLOOP_PUBLIC_URL: address } = env;
  if (address) return URL.parse(address)?.host === host;
  return listens !== undefined && listens !== '' && !loopback.test(listens);
}
