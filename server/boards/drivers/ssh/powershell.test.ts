import { expect, test } from 'vitest';
import type { RemoteCommand } from '../capabilities.ts';
import { powershell } from './powershell.ts';
import { createUtf16Reader } from './utf16-reader.ts';
import { statusWords, unsignedStatus } from './windows-status.ts';

const marks = { activity: 'run/7', command: 'c-1' };
const command = (changes: Partial<RemoteCommand>): RemoteCommand => ({
  argv: { shell: 'Get-Date' },
  env: {},
  deadlineMs: 1,
  outputCapBytes: 1,
  ...changes,
});

/** The script behind `-EncodedCommand`, as PowerShell reads it. */
function scriptOf(line: string): string {
  const [, script = ''] = /-EncodedCommand (\S+)$/.exec(line) ?? [];
  return Buffer.from(script, 'base64').toString('utf16le');
}

test('a command is one word of base64 over UTF-16LE, whatever it holds', () => {
  const line = powershell.start(
    command({ argv: ['C:\\Program Files\\t.exe', "it's", 'größe'], folder: 'C:\\work' }),
    marks,
  );
  expect(line).toMatch(
    /^powershell\.exe -NoLogo -NoProfile -NonInteractive -ExecutionPolicy Bypass -EncodedCommand [A-Za-z0-9+/=]+$/,
  );
  expect(scriptOf(line)).toContain("& 'C:\\Program Files\\t.exe' 'it''s' 'größe'\nexit $LASTEXITCODE");
  expect(scriptOf(line)).toContain("Set-Location -LiteralPath 'C:\\work'");
  expect(scriptOf(line)).toContain("$env:FIRMLOOP_ACTIVITY = 'run/7'");
});

test('every quote that PowerShell knows is doubled, so no word ends early', () => {
  const script = scriptOf(powershell.start(command({ env: { A: "x\u2019; rm -r C:\\ ; '" } }), marks));
  expect(script).toContain("$env:A = 'x\u2019\u2019; rm -r C:\\ ; '''");
});

test('a command that has to be stopped is ended with its whole tree', () => {
  expect(scriptOf(powershell.sweep(marks))).toMatch(/firmloop-c-1\.pid[\s\S]*taskkill \/T \/F \/PID/);
});

test.each([
  ['UTF-16 with its mark', Buffer.from('\ufeffok größe\r\n', 'utf16le')],
  ['UTF-16 without it', Buffer.from('ok größe\r\n', 'utf16le')],
  ['UTF-8', Buffer.from('ok größe\r\n')],
])('output in %s is read, however it is cut', (_name, bytes) => {
  const read = createUtf16Reader();
  // The first piece is long enough to tell how it is written, the rest is cut in the middle of characters.
  const pieces = [bytes.subarray(0, 9), ...Array.from(bytes.subarray(9), (byte) => Buffer.of(byte))];
  expect(Buffer.concat(pieces.map(read)).toString('utf8').replace('\ufeff', '')).toBe('ok größe\r\n');
});

test('statuses are unsigned, and large ones are named', () => {
  expect(unsignedStatus(-1073741819)).toBe(3221225477);
  expect(statusWords(3221225477)).toBe('0xC0000005, access violation');
  expect(statusWords(1)).toBeNull();
});
