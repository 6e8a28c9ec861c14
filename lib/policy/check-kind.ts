import { type FileDiff, pathOf } from '#lib/diff/parsed-diff.ts';
import { matcherOf } from './matcher.ts';
import { aboutFile, type Finding, type Policy } from './policy.ts';
import type { AdjustableRule, Severity } from './rules.ts';

/** Files that decide how a device starts and where its memory lies. */
const isCritical = matcherOf(
  [
    '**/*.{ld,lds,icf,sct,scat,s,dts,dtsi,overlay}',
    '**/*{startup,bootloader,vector,crt0,partition}*',
    '**/{boot,bootloader,mcuboot,u-boot}/**',
    '**/boot*.{c,h,cc,cpp}',
    '**/system_*.c',
  ],
  { nocase: true },
);

interface FileRule {
  readonly rule: AdjustableRule;
  readonly severity: Severity;
  readonly fires: (file: FileDiff) => boolean;
  readonly message: string;
}

const fileRules: readonly FileRule[] = [
  {
    rule: 'critical-file',
    severity: 'risk',
    fires: (file) => isCritical(pathOf(file)) || isCritical(file.oldPath ?? ''),
    message: 'this file decides how the device starts or where its memory lies',
  },
  {
    rule: 'mode-change',
    severity: 'note',
    fires: ({ oldMode, newMode }) => newMode === '100755' && oldMode !== '100755',
    message: 'the file becomes executable',
  },
];

/** Judges files by what they are, whatever changes in them. */
export function checkKind(file: FileDiff, policy: Policy): Finding[] {
  return fileRules
    .filter(({ fires }) => fires(file))
    .flatMap(({ rule, severity: usual, message }) => {
      const severity = policy.rules[rule] ?? usual;
      return severity === 'off' ? [] : [aboutFile(severity, rule, pathOf(file), message)];
    });
}
