import { qemuTunables } from './tunables.ts';

/** What the emulator itself says: its beginning and its end, however much it is. */
export interface Complaint {
  push(bytes: Buffer): void;
  text(): string;
}

export function createComplaint(): Complaint {
  const half = qemuTunables.complaintBytes / 2;
  let head = '';
  let tail = '';
  return {
    push(bytes) {
      const text = bytes.toString('utf8');
      if (head.length < half) head += text.slice(0, half - head.length);
      else tail = (tail + text).slice(-half);
    },
    text: () => head + tail,
  };
}

/** The emulator's last complaint; a hint may follow it that means little alone. */
export function lastWords(complaint: string): string {
  const lines = complaint.trim().split('\n');
  return lines.findLast((line) => /^qemu/.test(line)) ?? lines.at(-1) ?? '';
}
