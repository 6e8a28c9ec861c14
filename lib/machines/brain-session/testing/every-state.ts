import type { ScriptedRun } from '../../testing/scripted.ts';
import {
  begun,
  ci,
  committed,
  created,
  deployed,
  deploys,
  judge,
  message,
  nonsense,
  play,
  refused,
  tell,
  testFails,
  unreadable,
} from './script.ts';

/** A run in each state that stands still or works. */
export function everyState(): readonly (readonly [string, ScriptedRun])[] {
  const failing = play(begun(), {}, 'TESTING');
  const rows: readonly (readonly [string, ScriptedRun])[] = [
    ['IDLE', created()],
    ['DEVELOPING', begun()],
    ['REVIEWING.JUDGE', play(begun(), {}, 'REVIEWING')],
    ['REVIEWING.PERSON', play(begun(), { 'judge-session': unreadable })],
    ['REVIEWING.STAND_IN', play(begun(ci), { 'judge-session': unreadable }, 'REVIEWING.STAND_IN')],
    ['LINTING.RUN', play(begun(), {}, 'LINTING')],
    ['TESTING.RUN', failing],
    ['TESTING.JUDGE', play(failing, { 'run-session-checks': testFails }, 'TESTING.JUDGE')],
    ['TESTING.PERSON', play(failing, { 'run-session-checks': testFails, 'judge-session': nonsense })],
    ['COMMITTING.MESSAGE', play(begun(), {}, 'COMMITTING.MESSAGE')],
    ['COMMITTING.JUDGE', play(begun(), {}, 'COMMITTING.JUDGE')],
    ['COMMITTING.PERSON', play(begun(), { 'judge-session': judge({ commit_message: nonsense }) })],
    ['COMMITTING.COMMIT', play(begun(), {}, 'COMMITTING.COMMIT')],
    ['COMMITTING.FIX', play(begun(), { 'commit-work': refused('conflict') }, 'COMMITTING.FIX')],
    ['COMMITTING.CHECK', play(begun(), { 'commit-work': committed({ merged: true }) }, 'COMMITTING.CHECK')],
    ['COMMITTING.OFFER', play(begun(deploys('asked')))],
    ['DEPLOYING.RUN', play(begun(deploys('always')), {}, 'DEPLOYING')],
    ['DEPLOYING.ROLL_BACK', play(begun(deploys('always')), { 'deploy-work': deployed(false) }, 'DEPLOYING.ROLL_BACK')],
    ['REFINING.REWRITE', tell(begun(), message).run],
    ['REFINING.SHOW', play(tell(begun(), message).run)],
    ['COMPLETING', play(begun(), {}, 'COMPLETING')],
    ['DONE', play(begun())],
  ];
  for (const [state, run] of rows) if (run.state !== state) throw new Error(`${run.state} instead of ${state}`);
  return rows;
}
