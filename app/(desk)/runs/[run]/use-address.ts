import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { useCallback } from 'react';
import { firstTabOf, type TabId, tabs } from './run-commands.ts';

/**
 * What the address of a run's page asks for, and the ways to ask for something else. Another tab is an entry of the browser's
 * history, and so is a look at the past however long the slider is moved in it: *back* returns to what was there before.
 */
export function useAddress(machine: string) {
  const [asked, setAt] = useQueryState('at', parseAsInteger);
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault(firstTabOf(machine)));
  const [chosen, setChosen] = useQueryState('iteration', parseAsInteger);
  const [state, setState] = useQueryState('state', parseAsString);
  // Transitions are numbered from 1; anything else is no moment.
  const at = asked !== null && asked >= 1 && asked <= 2 ** 31 - 1 ? asked : null;
  const go = useCallback(
    (seq: number | null) => {
      if (seq !== at) void setAt(seq, { history: at === null ? 'push' : 'replace' });
    },
    [at, setAt],
  );
  const show = useCallback(
    (next: TabId) => {
      if (next !== tab) void setTab(next, { history: 'push' });
    },
    [tab, setTab],
  );
  return { at, go, tab, show, chosen, setChosen, state, setState };
}
