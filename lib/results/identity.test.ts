import { describe, expect, it } from 'vitest';
import { createIdentity, identityRules } from './identity.ts';

describe('createIdentity', () => {
  const identify = createIdentity();

  it.each([
    ['uuid', 't[6fa459ea-ee8a-3ca4-894e-db77e160355e]', 's::t[<uuid>]'],
    ['address', 'probe <Dev at 0x7f3a12b4c5d6>', 's::probe <Dev at <address>>'],
    ['date and time', 'log 2024-01-31T12:00:00.123Z ok', 's::log <time> ok'],
    ['date', 't[2024-01-31]', 's::t[<date>]'],
    ['temporary path', 't[/tmp/pytest-of-root/pytest-3/a.bin]', 's::t[<tmp>]'],
    ['temporary path of Windows', 't[C:\\Users\\me\\AppData\\Local\\Temp\\x1\\a.bin]', 's::t[<tmp>]'],
  ])('replaces what changes between runs: %s', (rule, name, key) => {
    expect(identify('s', name)).toBe(key);
    expect(createIdentity(identityRules.filter((each) => each.name !== rule))('s', name)).not.toBe(key);
  });

  it.each([
    ['a register number', 'write[0x40]'],
    ['a plain parameter', 'size[4096]'],
    ['a path of the project', 'load[data/tmp.bin]'],
  ])('keeps %s', (_, name) => {
    expect(identify('', name)).toBe(name);
  });

  it("follows a project's own rules", () => {
    expect(createIdentity([{ name: 'seed', pattern: 'seed=\\d+', becomes: 'seed' }])('', 't[SEED=5]')).toBe('t[seed]');
  });
});
