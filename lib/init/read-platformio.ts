import type { BuildOffer, ProjectFacts } from './facts.ts';

/** What PlatformIO offers: the tests of an environment that runs on this machine. Null without a platformio.ini at the top. */
export function readPlatformio({ buildFiles }: ProjectFacts): BuildOffer | null {
  const text = buildFiles['platformio.ini'];
  if (text === undefined) return null;
  const sections = text.split(/^\s*\[/m).slice(1);
  const native = sections.find((section) => /^\s*platform\s*=\s*native\b/m.test(section));
  const name = /^env:([^\]]+)\]/.exec(native ?? '')?.[1]?.trim();
  const report = 'build/platformio-tests.xml';
  const environment = name === undefined ? '' : ` -e ${name}`;
  return {
    system: 'platformio',
    builds: [`pio test${environment} --without-testing`],
    tests:
      name === undefined
        ? []
        : [`mkdir -p build && pio test${environment} --without-building --junit-output-path ${report}`],
    clean: `pio run${environment} --target clean`,
    requires: ['pio'],
    junit: name === undefined ? null : report,
    notes: [
      'PlatformIO downloads platforms and libraries: do this once before a run, since builds have no network.',
      ...(name === undefined
        ? ['No environment of platformio.ini has `platform = native`, so no tests run on this machine.']
        : []),
    ],
  };
}
