import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { type Theme, themeCookie, themes } from '#components/ui/theme.ts';
import { Providers } from './_lib/providers.tsx';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Firmloop', template: '%s · Firmloop' },
  description: 'Durable, explained state machines for AI-driven firmware work',
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' };

/** The document around every page. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const stored = (await cookies()).get(themeCookie)?.value;
  const theme: Theme = themes.find((known) => known === stored) ?? 'system';
  return (
    <html lang="en" data-theme={theme === 'system' ? undefined : theme}>
      <body>
        <Providers theme={theme}>{children}</Providers>
      </body>
    </html>
  );
}
