const yearSeconds = 31_536_000;

/** Keeps what the server is to know of this browser when it draws the next page. The value needs no escaping. */
export function keepInCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari.
  document.cookie = `${name}=${value}; path=/; max-age=${yearSeconds}; samesite=lax`;
}
