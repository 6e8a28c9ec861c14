/** Text that tells of a crash, whatever the exit code says. */
export interface FaultRule {
  kind: string;
  pattern: RegExp;
}

/** The first rule that matches names the fault. QEMU, Zephyr, FreeRTOS ports, glibc, the sanitizers, the kernel. */
export const faultRules: readonly FaultRule[] = [
  { kind: 'lockup', pattern: /qemu: fatal: Lockup/ },
  { kind: 'QEMU abort', pattern: /qemu(?:-system-\w+)?: fatal:/ },
  { kind: 'fatal error of Zephyr', pattern: /ZEPHYR FATAL ERROR/ },
  { kind: 'processor fault', pattern: /\*{5} [^*]*FAULT|\b(?:Hard|Bus|Usage|MemManage|Mem)[ _]?Fault\b/i },
  { kind: 'stack overflow', pattern: /\bstack overflow\b|stack smashing detected/i },
  { kind: 'sanitizer', pattern: /(?:Address|Memory|Thread|Leak|UndefinedBehavior)Sanitizer\b|: runtime error: / },
  { kind: 'failed assertion', pattern: /: Assertion `.*' failed\.|\bassertion ".*" failed:/ },
  { kind: 'memory corruption', pattern: /(?:free|malloc|realloc)\(\): |double free or corruption/ },
  {
    kind: 'crash',
    // cmocka catches the signal, tells of it in these words and goes on.
    pattern:
      /(?<!Test failed with exception: )\bSegmentation fault\b|\bAborted \(core dumped\)|\bIllegal instruction\b|Guru Meditation/,
  },
  { kind: 'kernel panic', pattern: /Kernel panic - not syncing/ },
];
