/** What a reader may choose; `system` follows the machine. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Keeps the choice, so that the server can draw the page in it. */
export const themeCookie = 'firmloop-theme';
