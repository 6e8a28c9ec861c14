import type { EnvironmentConfig } from '#lib/config/sections/environments.ts';
import type { OpenBoard } from '#server/boards/drivers/open-board.ts';
import { namedCommands } from '../command-parts.ts';
import type { Answer, Environment, EvidenceFile, Part, PartEnd, Site } from '../environment.ts';
import { hostPart } from '../host.ts';
import { readImageFile } from '../image-file.ts';
import { reset, writeImage } from './board.ts';
import { type BoardAtHand, withBoard } from './board-at-hand.ts';

type BmcConfig = Extract<EnvironmentConfig, { type: 'bmc' }>;

/** A management controller: it takes the image as an update, and tests on the runner talk with it. */
export function bmcEnvironment(config: BmcConfig, site: Site, board: BoardAtHand): Environment {
  const at = <Result>(work: (open: OpenBoard) => Promise<Result>) => withBoard(board, site, work);
  // The tests have to reach the controller; what was built is behind the walls all the same.
  const outside: Site = { ...site, sandbox: { ...site.sandbox, network: true } };
  const settings = { ...config, env: { ...addressOf(board), ...config.env } };
  return {
    place: `the controller ${board.name}`,
    takesBoard: true,
    parts: namedCommands(config).map((named) => withBundle(hostPart(settings, named, outside), () => at(bundle))),
    flash: {
      image: () => readImageFile(config.image, site),
      write: () => at((open) => writeImage(open, config.image, site)),
    },
    power: { reset: () => at((open) => reset(open, site)) },
    files: { check: () => at((open) => check(open, site)) },
  };
}

/** What tests are told of the controller; a password is not among it. */
function addressOf({ name, connections }: BoardAtHand): Record<string, string> {
  const known = connections.find(({ type }) => type === 'redfish') ?? connections.find(({ type }) => type === 'ipmi');
  if (known?.type === 'redfish') return { BOARD_NAME: name, BOARD_URL: known.url, BOARD_USER: known.user };
  if (known?.type === 'ipmi')
    return { BOARD_NAME: name, BOARD_URL: `ipmi://${known.host}:${known.port}`, BOARD_USER: known.user };
  return { BOARD_NAME: name };
}

/** Of tests that fail, what the controller gathers of the failure is kept; later it would be of another one. */
function withBundle(part: Part, gather: () => Promise<EvidenceFile[]>): Part {
  return {
    ...part,
    async run(watch): Promise<PartEnd> {
      const end = await part.run(watch);
      const isFailure = end.outcome.endedBy !== 'cancelled' && end.outcome.exitCode !== 0;
      return isFailure ? { ...end, evidence: await gather() } : end;
    },
  };
}

const bundleMs = 10 * 60_000;

async function bundle({ sensors }: OpenBoard): Promise<EvidenceFile[]> {
  const gathered = await sensors?.bundle?.(AbortSignal.timeout(bundleMs));
  if (gathered === undefined) return [];
  if (!gathered.ok) return [{ name: 'first-failure.txt', content: `no bundle: ${gathered.reason}\n` }];
  return [{ name: 'first-failure.raw', content: gathered.bytes }];
}

async function check({ power, sensors }: OpenBoard, { signal }: Site): Promise<Answer[]> {
  const [read, sensed] = await Promise.all([power?.read(signal), sensors?.read(signal)]);
  return [
    read?.ok === true
      ? { ok: true, reason: `its board is ${read.on ? 'on' : 'off'}` }
      : { ok: false, reason: read?.reason ?? 'the board has no switch among its connections' },
    ...(sensed === undefined
      ? []
      : [
          sensed.ok
            ? { ok: true, reason: `${sensed.readings.length} sensors answer` }
            : { ok: false, reason: sensed.reason },
        ]),
  ];
}
