'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';
import type { Theme } from './theme.ts';

const faces = {
  system: { icon: Monitor, next: 'light' },
  light: { icon: Sun, next: 'dark' },
  dark: { icon: Moon, next: 'system' },
} as const satisfies Record<Theme, { icon: typeof Sun; next: Theme }>;

export type ThemeSwitchProps = {
  initial: Theme;
  /** Keeps the choice, in the cookie `themeCookie`, for the next visits. */
  onChange: (theme: Theme) => void;
};

/** Steps through system, light and dark, at once. */
export function ThemeSwitch({ initial, onChange }: ThemeSwitchProps) {
  const [theme, setTheme] = useState(initial);
  const { icon, next } = faces[theme];
  function step() {
    setTheme(next);
    document.documentElement.dataset.theme = next;
    onChange(next);
  }
  return <IconButton icon={icon} label={`Theme: ${theme}. Switch to ${next}`} onClick={step} />;
}
