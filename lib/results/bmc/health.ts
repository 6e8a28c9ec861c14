import type { CaseDraft } from '../collector.ts';
import { severityOfWord, statusOfSeverity } from './severity.ts';

/** Parts in these states are there and not ready: trouble of the bench, as after a reset of the controller. */
const notReady: ReadonlySet<string> = new Set(['Starting', 'UnavailableOffline', 'Updating']);

/** What `Status` of a resource of Redfish says of it: a test of whether the part is well. */
export function healthCase(name: string, { State = '', Health = '' }: Readonly<Record<string, string>>): CaseDraft {
  const severity = severityOfWord(Health);
  const told = [Health, State].filter((word) => word !== '').join(', ');
  const draft = { suite: 'health', name };
  if (severity === 'critical') return { ...draft, status: 'failed', message: told };
  if (notReady.has(State)) return { ...draft, status: 'infra', message: told };
  if (severity === 'ok' && State !== 'Absent' && State !== 'Disabled') return { ...draft, status: 'passed' };
  return { ...draft, status: statusOfSeverity[severity ?? 'ok'], reason: told || 'no health is told' };
}
