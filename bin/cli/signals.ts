/** How a process is asked to end. */
export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
