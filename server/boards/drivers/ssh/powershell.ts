import type { Dialect } from './dialect.ts';
import { createUtf16Reader } from './utf16-reader.ts';

/** Windows with PowerShell as the far side of OpenSSH. */
export const powershell: Dialect = {
  start({ argv, env, folder }, { activity, command }) {
    const marked = { ...env, FIRMLOOP_ACTIVITY: activity, FIRMLOOP_COMMAND: command };
    const call = 'shell' in argv ? argv.shell : `& ${argv.map(quoted).join(' ')}`;
    return encoded([
      "$ErrorActionPreference = 'Stop'",
      "$ProgressPreference = 'SilentlyContinue'",
      '[Console]::OutputEncoding = [Text.Encoding]::UTF8',
      ...Object.entries(marked).map(([name, value]) => `$env:${name} = ${quoted(value)}`),
      `Set-Content -LiteralPath ${pidFile(command)} -Value $PID`,
      ...(folder === undefined ? [] : [`Set-Location -LiteralPath ${quoted(folder)}`]),
      '$global:LASTEXITCODE = 0',
      call,
      'exit $LASTEXITCODE',
    ]);
  },
  // A tree is ended from its root; what left the tree is not found again on Windows.
  sweep: ({ command }) =>
    encoded([
      `$file = ${pidFile(command)}`,
      'if (Test-Path -LiteralPath $file) {',
      '  $root = Get-Content -LiteralPath $file',
      '  taskkill /T /F /PID $root 2>$null | Out-Null',
      '  Remove-Item -LiteralPath $file',
      '  Get-Process -Id $root -ErrorAction SilentlyContinue | ForEach-Object { $_.Id }',
      '}',
      'exit 0',
    ]),
  decoder: createUtf16Reader,
  notThere: () => null,
  doubtsSilence: true,
};

/** A script as one word without quotes, spaces or line ends, whatever shell hands it on: base64 of UTF-16LE. */
function encoded(lines: readonly string[]): string {
  const script = Buffer.from(lines.join('\n'), 'utf16le').toString('base64');
  return `powershell.exe -NoLogo -NoProfile -NonInteractive -ExecutionPolicy Bypass -EncodedCommand ${script}`;
}

function pidFile(command: string): string {
  return `(Join-Path $env:TEMP ${quoted(`firmloop-${command}.pid`)})`;
}

/** Between single quotes PowerShell reads nothing but two single quotes; it takes the curly ones for quotes too. */
function quoted(word: string): string {
  return `'${word.replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
}
