import type { ConfigRow } from '#lib/config/explain.ts';
import { executionModes } from '#lib/convergence/plateau.ts';

/** One setting as the launch form shows it. */
export interface SettingField {
  /** `criteria.target_pass_rate`. */
  readonly path: string;
  /** Its last part. */
  readonly name: string;
  /** What holds, as it is written in the project file; empty for a limit that is not set. */
  readonly value: string;
  readonly from: ConfigRow['from'];
  readonly description: string;
  /** The words to choose from; none for a number. */
  readonly words: readonly string[];
}

const yesOrNo = ['true', 'false'];

/** Settings that are one of a few words. */
const wordsOf: Readonly<Record<string, readonly string[]>> = {
  'criteria.convergence_type': ['improvement_based', 'stability_based', 'threshold_based', 'hybrid'],
  'plateau.mode': executionModes,
  'plateau.ci_terminate_as': ['warning', 'failure'],
};

/** What has a place of its own in the form, or cannot be written in one line. */
const elsewhere = new Set([
  'criteria.model',
  'criteria.preset',
  'plateau.auto_fallback_strategies',
  'plateau.ci_notification_channels',
  'limits.log_size',
]);

/** The single settings of a group, every one with what holds. */
export function settingFields(rows: readonly ConfigRow[], group: 'criteria' | 'plateau' | 'limits'): SettingField[] {
  return rows
    .filter(({ path }) => path.startsWith(`${group}.`) && path.split('.').length === 2 && !elsewhere.has(path))
    .filter(({ value }) => value === null || typeof value !== 'object')
    .map(({ path, value, from, description }) => ({
      path,
      name: path.slice(group.length + 1),
      value: value === null || value === undefined ? '' : String(value),
      from,
      description,
      words: wordsOf[path] ?? (typeof value === 'boolean' ? yesOrNo : []),
    }));
}
