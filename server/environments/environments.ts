import type { EnvironmentConfig } from '#lib/config/sections/environments.ts';
import type { Environment, Site } from './environment.ts';
import { hostEnvironment } from './host.ts';
import { qemuEnvironment } from './qemu/qemu.ts';

type Adapters = {
  readonly [Type in EnvironmentConfig['type']]:
    | ((config: Extract<EnvironmentConfig, { type: Type }>, site: Site) => Environment)
    | null;
};

/** How each type of the project file is tested in; null for a type that this installation cannot reach. */
const adapters: Adapters = { host: hostEnvironment, qemu: qemuEnvironment, board: null };

/** The types that can be tested in. */
export const installedEnvironments: readonly string[] = Object.entries(adapters).flatMap(([type, adapter]) =>
  adapter === null ? [] : [type],
);

/** The environment that a configuration describes; null when this installation cannot test there. */
export function environmentOf(config: EnvironmentConfig, site: Site): Environment | null {
  const adapter = adapters[config.type] as ((config: EnvironmentConfig, site: Site) => Environment) | null;
  return adapter === null ? null : adapter(config, site);
}
