/** Exit codes with a meaning of their own; from shells, `timeout`, and Windows, which reports them as unsigned. */
const meanings: Readonly<Record<number, string>> = {
  124: 'stopped by timeout',
  126: 'the program cannot be executed',
  127: 'the program was not found',
  3221225477: '0xC0000005, access violation',
  3221225501: '0xC000001D, illegal instruction',
  3221225620: '0xC0000094, division by zero',
  3221225725: '0xC00000FD, stack overflow',
  3221225786: '0xC000013A, interrupted',
  3221226505: '0xC0000409, stack overrun found',
};

/** Linux numbers; a shell and QEMU report a signal as 128 + its number. */
const signals: Readonly<Record<number, string>> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  4: 'SIGILL',
  5: 'SIGTRAP',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  13: 'SIGPIPE',
  15: 'SIGTERM',
  24: 'SIGXCPU',
  25: 'SIGXFSZ',
};

/** The signal that an exit code above 128 stands for; undefined for other codes. */
export function signalOfExitCode(exitCode: number | null): string | undefined {
  return exitCode === null ? undefined : signals[exitCode - 128];
}

const crashSignals: ReadonlySet<string> = new Set(['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV']);

/** Windows reports an exception as an exit code 0xC…; -1 (0xFFFFFFFF) is an ordinary one. */
const exceptionNibble = 0xc;

/** Whether an exit code alone tells of a crash. */
export function isCrash(exitCode: number | null): boolean {
  const signal = signalOfExitCode(exitCode);
  if (signal !== undefined) return crashSignals.has(signal);
  return exitCode !== null && Math.floor(unsigned(exitCode) / 2 ** 28) === exceptionNibble;
}

/** "exit code 134 (SIGABRT)", "signal SIGSEGV", "exit code 127 (the program was not found)". */
export function describeExit({ exitCode, signal }: { exitCode: number | null; signal?: string | null }): string {
  if (signal !== null && signal !== undefined) return `signal ${signal}`;
  if (exitCode === null) return 'no exit code';
  const meaning = meanings[unsigned(exitCode)] ?? signalOfExitCode(exitCode);
  return meaning === undefined ? `exit code ${exitCode}` : `exit code ${exitCode} (${meaning})`;
}

function unsigned(exitCode: number): number {
  return exitCode < 0 ? exitCode + 2 ** 32 : exitCode;
}
