'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { createContext, type ReactNode, useEffect, useState } from 'react';
import { type AccessEnd, AccessEnded } from '#components/shell/access-ended.tsx';
import { ServedAt } from '#components/ui/served-at.ts';
import type { Theme } from '#components/ui/theme.ts';
import { ZoneProvider } from '#components/ui/zone.tsx';
import { zoneCookie } from '#components/ui/zone-cookie.ts';
import { knownZone } from '#lib/format/known-zone.ts';
import type { AppRouter } from '#server/api/app-router.ts';
import { accessLink } from './access-link.ts';
import { keepInCookie } from './keep-in-cookie.ts';
import { TRPCProvider } from './trpc.ts';

/** The theme that the reader has chosen. */
export const ThemeChoice = createContext<Theme>('system');

type ProvidersProps = {
  theme: Theme;
  /** The zone and the present, epoch milliseconds, in which the server has written times. */
  zone: string;
  servedAt: number;
  children: ReactNode;
};

/** What every page shares in the browser: the query cache, the API with its one stream, the URL's state. */
export function Providers({ theme, zone: firstZone, servedAt, children }: ProvidersProps) {
  const [zone, setZone] = useState(firstZone);
  useEffect(() => {
    const own = knownZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
    if (own === null || own === firstZone) return;
    setZone(own);
    keepInCookie(zoneCookie, own);
  }, [firstZone]);
  const [queryClient] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: 5_000, refetchOnWindowFocus: true, retry: 2 } } }),
  );
  const [end, setEnd] = useState<AccessEnd | null>(null);
  const [client] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        accessLink(setEnd),
        splitLink({
          condition: (operation) => operation.type === 'subscription',
          true: httpSubscriptionLink({ url: '/api/trpc' }),
          false: httpBatchLink({ url: '/api/trpc' }),
        }),
      ],
    }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        <ThemeChoice value={theme}>
          <ServedAt value={servedAt}>
            <ZoneProvider zone={zone}>
              {end !== null && <AccessEnded end={end} onGo={() => goOn(end)} />}
              <NuqsAdapter>{children}</NuqsAdapter>
            </ZoneProvider>
          </ServedAt>
        </ThemeChoice>
      </TRPCProvider>
    </QueryClientProvider>
  );
}

/** Signing in leads back to this page; a page that may not be seen any more says so itself when it is opened anew. */
function goOn(end: AccessEnd): void {
  const { pathname, search } = window.location;
  if (end === 'withdrawn') window.location.reload();
  else window.location.assign(`/sign-in?${new URLSearchParams({ ended: '', next: `${pathname}${search}` })}`);
}
