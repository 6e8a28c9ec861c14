/** Names of statuses that Windows gives a process that it ended (NTSTATUS). */
const names: Readonly<Record<number, string>> = {
  3221225477: 'access violation',
  3221225501: 'illegal instruction',
  3221225620: 'integer division by zero',
  3221225725: 'stack overflow',
  3221225781: 'a library was not found',
  3221225786: 'ended by Ctrl+C',
  3221225794: 'a library could not be initialised',
  3221226356: 'heap corruption',
  3221226505: 'stack buffer overrun',
};

/** Statuses of Windows are unsigned; some tools print them as negative numbers. */
export function unsignedStatus(status: number): number {
  return status >>> 0;
}

/** A large status in the words of Windows; null for an ordinary one. */
export function statusWords(status: number): string | null {
  if (status < 0xc0000000) return null;
  const name = names[status];
  return `0x${status.toString(16).toUpperCase()}${name === undefined ? '' : `, ${name}`}`;
}
