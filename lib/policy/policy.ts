import type { AdjustableRule, PolicyRule, Severity } from './rules.ts';
import type { ChangedSyntax } from './syntax/check-syntax.ts';

/** What a patch may do, with the names of the section `policy` in `firmloop.yaml`. */
export interface Policy {
  /** Patterns over paths that may change. */
  readonly allow: readonly string[];
  /** Patterns over paths that may not, even where `allow` names them. */
  readonly forbid: readonly string[];
  /** Patterns in place of the detected protected paths. */
  readonly protect?: readonly string[] | undefined;
  readonly max_files: number;
  /** Added and deleted lines together. */
  readonly max_lines: number;
  /** 0 to 1. */
  readonly max_risk: number;
  /** Whether a person may approve a patch above it; `refuse` where nothing is said. */
  readonly above_max_risk?: 'ask' | 'refuse';
  /** Severities that differ from the defaults. */
  readonly rules: Partial<Readonly<Record<AdjustableRule, Severity | 'off'>>>;
}

/** What the diff alone does not tell. */
export interface PolicyFacts {
  /** Symbolic links tracked at the base commit: a path below one would leave the tree. */
  readonly symlinks: readonly string[];
  readonly submodules: readonly string[];
  /** The project's folder from the root of the repository, where it is another. */
  readonly subdirectory?: string | undefined;
  /** Confidence in the analysis behind the patch, 0 to 1; null when none was stated. */
  readonly confidence: number | null;
  /** The changed C and C++ files whose text is at hand. */
  readonly syntax?: readonly ChangedSyntax[];
  /** Whether a line holds a secret, where that can be told. */
  readonly hidesSecret?: (line: string) => boolean;
}

/** One rule that fired. */
export interface Finding {
  readonly rule: PolicyRule;
  readonly severity: Severity;
  /** null when the patch as a whole is meant. */
  readonly path: string | null;
  /** 1-based; null when the file as a whole is meant. */
  readonly line: number | null;
  /** Which file `line` counts in: the one before or after the patch, or the diff itself. */
  readonly side: 'old' | 'new' | 'diff' | null;
  readonly message: string;
}

/** A rule that fired for a file as a whole, or with `path` null for the patch. */
export function aboutFile(severity: Severity, rule: PolicyRule, path: string | null, message: string): Finding {
  return { rule, severity, path, line: null, side: null, message };
}

export function refusal(rule: PolicyRule, path: string | null, message: string): Finding {
  return aboutFile('refuse', rule, path, message);
}
