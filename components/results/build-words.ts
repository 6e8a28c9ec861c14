/** What is known of a build. */
interface KnownBuild {
  readonly branch: string | null;
  readonly commit: string | null;
  readonly build: string | null;
  readonly environment: string | null;
  readonly board: string | null;
  readonly release?: string | null;
}

/** A build in a line: `main, build 412, 1f3a9c2b, on nucleo-3 in hil, release v1.2`; empty when nothing is known. */
export function buildWords({ branch, commit, build, environment, board, release }: KnownBuild): string {
  const place = [board !== null && `on ${board}`, environment !== null && `in ${environment}`]
    .filter(Boolean)
    .join(' ');
  const parts = [
    branch,
    build !== null && `build ${build}`,
    commit?.slice(0, 12),
    place,
    release && `release ${release}`,
  ];
  return parts.filter(Boolean).join(', ');
}
