/** Keeps the zone that a browser is in, an IANA name, so that the server can write times in it from the first paint on. */
export const zoneCookie = 'firmloop-zone';
