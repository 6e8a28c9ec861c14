/**
 * What Node is started with for a runner. The first generation of the heap stays small: it is 64 MB otherwise, most of
 * them empty, and every child process costs the runner by the memory that it has ever touched, as a fork copies the page tables.
 */
export const runnerArguments = ['--max-semi-space-size=4'] as const;
