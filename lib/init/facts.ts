/** What was read of a project's folder. Paths are relative to it, with `/` between folders. */
export interface ProjectFacts {
  /** The name of the folder. */
  readonly name: string;
  readonly files: readonly string[];
  /** The texts of the build files: Makefiles, CMakeLists.txt, meson.build, platformio.ini, and those that they may include. */
  readonly buildFiles: Readonly<Record<string, string>>;
  /** Every header that a source includes with `#include`, as it is written. */
  readonly includes: ReadonlySet<string>;
}

/** What a build system offers. Commands are in the order in which they are worth trying; the first is what is written unless a trial finds another. */
export interface BuildOffer {
  readonly system: BuildSystem;
  readonly builds: readonly string[];
  readonly tests: readonly string[];
  readonly clean: string | null;
  readonly requires: readonly string[];
  /** Result files that the tests write, where they say more than the output. */
  readonly junit: string | null;
  /** What a person should know or decide, one sentence each. */
  readonly notes: readonly string[];
}

export type BuildSystem = 'platformio' | 'cmake' | 'meson' | 'make';
