/** Of a longer log only so many characters of its end are taken: failures stand there. */
export const longestLog = 2_000_000;
/** As many as a run takes. */
export const mostLogs = 10;
