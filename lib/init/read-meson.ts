import type { BuildOffer, ProjectFacts } from './facts.ts';

/** What Meson offers: `meson test`, whose report as JUnit says more than its output. Null without a meson.build at the top. */
export function readMeson({ buildFiles }: ProjectFacts): BuildOffer | null {
  if (buildFiles['meson.build'] === undefined) return null;
  const texts = Object.entries(buildFiles)
    .filter(([path]) => /(?:^|\/)meson\.build$/.test(path))
    .map(([, text]) => text.replaceAll(/#.*$/gm, ''))
    .join('\n');
  const hasTests = /^\s*(?:\w+\.)?test\s*\(/m.test(texts);
  return {
    system: 'meson',
    builds: ['(test -d builddir/meson-info || meson setup builddir) && meson compile -C builddir'],
    tests: hasTests ? ['meson test -C builddir --no-rebuild'] : [],
    clean: 'rm -rf builddir',
    requires: ['meson', 'ninja', 'cc'],
    junit: hasTests ? 'builddir/meson-logs/testlog.junit.xml' : null,
    notes: hasTests ? [] : ['No meson.build calls test().'],
  };
}
