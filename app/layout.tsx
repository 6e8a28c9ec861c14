import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { preload } from 'react-dom';
import { type Theme, themeCookie, themes } from '#components/ui/theme.ts';
import { Providers } from './_lib/providers.tsx';
import { readerZone } from './_lib/reader-zone.ts';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Firmloop', template: '%s · Firmloop' },
  description: 'Durable, explained state machines for AI-driven firmware work',
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' };

/** What nearly every word is written in. Asked for along with the page, they are there when it is drawn, and no word moves. */
const fonts = [
  new URL('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', import.meta.url),
  new URL('@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2', import.meta.url),
];

/** The document around every page. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  for (const { href } of fonts) preload(href, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  const stored = (await cookies()).get(themeCookie)?.value;
  const theme: Theme = themes.find((known) => known === stored) ?? 'system';
  return (
    <html lang="en" data-theme={theme === 'system' ? undefined : theme}>
      <body>
        <Providers theme={theme} zone={await readerZone()} servedAt={Date.now()}>
          {children}
        </Providers>
      </body>
    </html>
  );
}
