'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { createContext, type ReactNode, useEffect, useState } from 'react';
import { type AccessEnd, AccessEnded } from '#components/shell/access-ended.tsx';
import type { Theme } from '#components/ui/theme.ts';
import { ZoneProvider } from '#components/ui/zone.tsx';
import type { AppRouter } from '#server/api/app-router.ts';
import { accessLink } from './access-link.ts';
import { TRPCProvider } from './trpc.ts';

/** The theme that the reader has chosen. */
export const ThemeChoice = createContext<Theme>('system');

/** What every page shares in the browser: the query cache, the API with its one stream, the URL's state. */
export function Providers({ theme, children }: { theme: Theme; children: ReactNode }) {
  const [zone, setZone] = useState('UTC');
  // The server cannot know the reader's zone, so the first paint is in UTC.
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
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
          <ZoneProvider zone={zone}>
            {end !== null && <AccessEnded end={end} onGo={() => goOn(end)} />}
            <NuqsAdapter>{children}</NuqsAdapter>
          </ZoneProvider>
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
