import type { EnvironmentConfig } from '#lib/config/sections/environments.ts';
import type { Environment, Site } from './environment.ts';
import { hostEnvironment } from './host.ts';
import { qemuEnvironment } from './qemu/qemu.ts';

interface Adapter<Config> {
  /** Programs that the runner must have. */
  readonly requires: (config: Config) => readonly string[];
  readonly open: (config: Config, site: Site) => Environment;
}

type Adapters = {
  readonly [Type in EnvironmentConfig['type']]: Adapter<Extract<EnvironmentConfig, { type: Type }>> | null;
};

/** How each type of the project file is tested in; null for a type that this installation cannot reach. */
const adapters: Adapters = {
  host: { requires: () => [], open: hostEnvironment },
  qemu: { requires: ({ program }) => [program], open: qemuEnvironment },
  board: null,
};

/** The types that can be tested in. */
export const installedEnvironments: readonly string[] = Object.entries(adapters).flatMap(([type, adapter]) =>
  adapter === null ? [] : [type],
);

/** Programs that testing there needs on the runner. */
export function programsOf(config: EnvironmentConfig): readonly string[] {
  return adapterOf(config)?.requires(config) ?? [];
}

/** The environment that a configuration describes; null when this installation cannot test there. */
export function environmentOf(config: EnvironmentConfig, site: Site): Environment | null {
  return adapterOf(config)?.open(config, site) ?? null;
}

/** The type of a row follows from its key, which the compiler cannot carry through the look-up. */
function adapterOf(config: EnvironmentConfig): Adapter<EnvironmentConfig> | null {
  return adapters[config.type] as Adapter<EnvironmentConfig> | null;
}
