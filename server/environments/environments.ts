import type { EnvironmentConfig } from '#lib/config/sections/environments.ts';
import { bmcEnvironment } from './board/bmc.ts';
import { boardEnvironment } from './board/board.ts';
import type { BoardAtHand } from './board/board-at-hand.ts';
import { sshEnvironment } from './board/ssh.ts';
import type { Environment, Site } from './environment.ts';
import { hostEnvironment } from './host.ts';
import { qemuEnvironment } from './qemu/qemu.ts';

interface Adapter<Config> {
  /** Programs that the runner must have. */
  readonly requires: (config: Config) => readonly string[];
  readonly open: (config: Config, site: Site) => Environment | null;
}

type Adapters = {
  readonly [Type in EnvironmentConfig['type']]: Adapter<Extract<EnvironmentConfig, { type: Type }>>;
};

/** How each type of the project file is tested in. */
const adapters: Adapters = {
  host: { requires: () => [], open: hostEnvironment },
  qemu: { requires: ({ program }) => [program], open: qemuEnvironment },
  board: { requires: () => [], open: onBoard(boardEnvironment) },
  ssh: { requires: () => [], open: onBoard(sshEnvironment) },
  bmc: { requires: () => [], open: onBoard(bmcEnvironment) },
};

/** An environment that is a board of the farm: without one at hand there is nothing to test in. */
function onBoard<Config>(open: (config: Config, site: Site, board: BoardAtHand) => Environment) {
  return (config: Config, site: Site): Environment | null =>
    site.board === undefined ? null : open(config, site, site.board);
}

/** The types that can be tested in. */
export const installedEnvironments: readonly string[] = Object.keys(adapters);

/** Programs that testing there needs on the runner. */
export function programsOf(config: EnvironmentConfig): readonly string[] {
  return adapterOf(config).requires(config);
}

/** The environment that a configuration describes; null for one that needs a board when none is at hand. */
export function environmentOf(config: EnvironmentConfig, site: Site): Environment | null {
  return adapterOf(config).open(config, site);
}

/** The type of a row follows from its key, which the compiler cannot carry through the look-up. */
function adapterOf(config: EnvironmentConfig): Adapter<EnvironmentConfig> {
  return adapters[config.type] as Adapter<EnvironmentConfig>;
}
