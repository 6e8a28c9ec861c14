/** What ends within a second on a free machine ends within so many milliseconds on one that has ten other things to do. */
export const busySecondMs = 5_000;
