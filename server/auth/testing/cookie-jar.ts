/** The cookies of one browser, by origin. */
export interface CookieJar {
  /** What the browser sends there. */
  headersFor(url: string): Record<string, string>;
  keep(url: string, response: Response): void;
}

/** Keeps cookies as a browser does; paths and dates are not looked at. */
export function createCookieJar(): CookieJar {
  const cookies = new Map<string, string>();
  return {
    headersFor: (url) => {
      const own = [...cookies].filter(([key]) => key.startsWith(`${new URL(url).origin} `));
      return own.length === 0 ? {} : { cookie: own.map(([, pair]) => pair).join('; ') };
    },
    keep: (url, response) => {
      for (const line of response.headers.getSetCookie()) {
        const pair = line.split(';')[0] ?? '';
        cookies.set(`${new URL(url).origin} ${pair.split('=')[0]}`, pair);
      }
    },
  };
}
