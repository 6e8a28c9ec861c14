'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { Bell } from '#components/notifications/bell.tsx';
import { AccountMenu } from '#components/shell/account-menu.tsx';
import { CommandPalette } from '#components/shell/command-palette.tsx';
import { Frame } from '#components/shell/frame.tsx';
import { ShortcutsSheet } from '#components/shell/shortcuts-sheet.tsx';
import { TopBar } from '#components/shell/top-bar.tsx';
import type { Command, Crumb, Place, PlaceId } from '#components/shell/types.ts';
import { useGoKeys } from '#components/shell/use-go-keys.ts';
import { themeCookie } from '#components/ui/theme.ts';
import { ThemeSwitch } from '#components/ui/theme-switch.tsx';
import { useZone } from '#components/ui/zone.tsx';
import { keepInCookie } from '../_lib/keep-in-cookie.ts';
import { knock } from '../_lib/knock.ts';
import { ThemeChoice } from '../_lib/providers.tsx';
import { useTRPC } from '../_lib/trpc.ts';
import { useNeeded } from './needed.ts';

const places: readonly Place[] = [
  { id: 'overview', label: 'Overview', href: '/' },
  { id: 'runs', label: 'Runs', href: '/runs' },
  { id: 'reviews', label: 'Reviews', href: '/reviews' },
  { id: 'reports', label: 'Reports', href: '/reports' },
  { id: 'results', label: 'Results', href: '/results' },
  { id: 'tests', label: 'Tests', href: '/tests' },
  { id: 'boards', label: 'Boards', href: '/boards' },
  { id: 'knowledge', label: 'Knowledge', href: '/knowledge' },
  { id: 'projects', label: 'Projects', href: '/projects' },
  { id: 'runners', label: 'Runners', href: '/runners' },
  { id: 'settings', label: 'Settings', href: '/settings/account' },
];

const unknownHealth = { tone: 'idle' as const, word: 'checking', parts: [] };
const unheardHealth = { tone: 'bad' as const, word: 'the server does not answer', parts: [] };
const none: readonly Command[] = [];
/** More than this is shown as more. */
const mostUnread = 99;

/** The frame of every page behind the door: places, way, palette, health, theme. */
export function Desk({
  current,
  crumbs,
  commands: own = none,
  children,
}: {
  current: PlaceId | null;
  crumbs: readonly Crumb[];
  /** What can be done on this page alone; first in the palette. */
  commands?: readonly Command[];
  children: ReactNode;
}) {
  'use memo';
  const trpc = useTRPC();
  const router = useRouter();
  const zone = useZone();
  const theme = use(ThemeChoice);
  const [query, setQuery] = useState('');
  const go = useCallback((href: string) => router.push(href), [router]);
  useGoKeys(places, go);
  const needed = useNeeded();
  const health = useQuery(trpc.system.health.queryOptions(undefined, { refetchInterval: 10_000 }));
  // What a server answers has a code of its own.
  const isUnheard = health.isError && !health.error.data;
  const found = useQuery(trpc.runs.list.queryOptions({ limit: 8, text: query }, { enabled: query !== '' }));
  const projects = useQuery(trpc.projects.list.queryOptions({ text: query }, { enabled: query !== '' }));
  const commands = useMemo<Command[]>(
    () => [
      ...own,
      { id: 'launch', group: 'Do', label: 'Launch a run', run: () => go('/runs/new') },
      { id: 'reserve', group: 'Do', label: 'Reserve a board', run: () => go('/boards') },
      { id: 'lab', group: 'Do', label: 'Try other criteria in the convergence lab', run: () => go('/lab') },
      { id: 'compare', group: 'Do', label: 'Compare two builds or runs', run: () => go('/compare') },
      { id: 'guide', group: 'Go to', label: 'Guide', keywords: ['help'], run: () => go('/guide') },
      ...places.map((place) => ({ id: place.id, group: 'Go to', label: place.label, run: () => go(place.href) })),
      ...(found.data ?? []).map((run) => ({
        id: run.id,
        group: 'Runs',
        label: `${run.project} #${run.number}`,
        keywords: [run.goal, run.state],
        run: () => go(run.href),
      })),
      ...namedFirst(projects.data?.projects ?? [], query).map((project) => ({
        id: project.id,
        group: 'Projects',
        label: project.name,
        keywords: [project.repository],
        run: () => go(project.href),
      })),
    ],
    [own, found.data, projects.data, query, go],
  );
  return (
    <Frame
      places={places.map((place) =>
        place.id === 'reviews' && needed.reviews > 0 ? { ...place, needs: needed.reviews } : place,
      )}
      current={current}
      onGo={go}
      topBar={
        <TopBar
          crumbs={crumbs}
          search={<CommandPalette commands={commands} onQuery={setQuery} />}
          health={isUnheard ? unheardHealth : (health.data ?? unknownHealth)}
          zone={zone}
          user={
            <>
              <Bell unread={needed.unread} most={mostUnread} />
              <ThemeSwitch initial={theme} onChange={keepTheme} />
              <AccountMenu onGo={go} onSignOut={() => void signOut()} />
            </>
          }
        />
      }
    >
      {children}
      <ShortcutsSheet places={places} />
    </Frame>
  );
}

function keepTheme(theme: string): void {
  keepInCookie(themeCookie, theme);
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset.theme = theme;
}

async function signOut(): Promise<void> {
  await knock('/sign-out', {});
  window.location.assign('/sign-in');
}

/** So many projects are offered; the one that is called just so is among them. */
const mostProjects = 5;

function namedFirst<One extends { readonly name: string }>(projects: readonly One[], name: string): One[] {
  return projects
    .toSorted((one, other) => Number(other.name === name) - Number(one.name === name))
    .slice(0, mostProjects);
}
