import { firmwareLoopSchema } from '#lib/config/firmware-loop.ts';
import type { AgentConfig } from '#lib/config/sections/agents.ts';
import type { Json } from '#lib/engine/json.ts';
import type { OperatorRecord } from '#lib/repair/mutate/learned-priors.ts';
import { type Files, git, openedWorkspace, scratchFolder } from '#server/workspace/testing.ts';
import type { AgentTask } from '../agent.ts';

type SearchTask = AgentTask<Extract<AgentConfig, { use: 'search' }>>;

/** What an agent recorded and said while it worked. */
export interface Heard {
  readonly records: Map<string, Json>;
  readonly lines: string[];
  readonly knowledge: OperatorRecord[];
}

const makefile = `CC ?= cc
CFLAGS ?= -O1 -g
OBJECTS := $(patsubst %.c,build/%.o,$(wildcard src/*.c tests/*.c))
build/run-tests: $(OBJECTS)
\t$(CC) -o $@ $^
build/%.o: %.c
\t@mkdir -p $(@D)
\t$(CC) $(CFLAGS) -Wall -Iinclude -c -o $@ $<
`;

/** A test program in TAP, of functions that return whether they hold. */
export function tapTests(header: string, tests: Readonly<Record<string, string>>): string {
  const names = Object.keys(tests);
  const functions = Object.entries(tests).map(
    ([name, holds]) => `static int ${name}(void)\n{\n    return ${holds};\n}\n`,
  );
  const calls = names.map((name, at) => `    printf("%sok ${at + 1} - ${name}\\n", ${name}() ? "" : "not ");`);
  return `#include <stdio.h>\n#include "${header}"\n\n${functions.join('\n')}\nint main(void)\n{\n${calls.join('\n')}\n    printf("1..${names.length}\\n");\n    return 0;\n}\n`;
}

/** A C project with a make file in a workspace, and the task of searching in it. */
export async function searchTask(
  files: Files,
  settings: Partial<SearchTask['config']> = {},
): Promise<{ task: SearchTask; heard: Heard }> {
  const { workspace } = await openedWorkspace({ Makefile: makefile, '.gitignore': 'build/\n', ...files });
  const heard: Heard = { records: new Map(), lines: [], knowledge: [] };
  const task: SearchTask = {
    config: { use: 'search', max_candidates: 200, timeout: 60_000, ...settings },
    git,
    workspace,
    iteration: 1,
    intent: 'fix',
    constraint: 'none',
    proposed: [],
    gain: async () => null,
    messages: [],
    bench: {
      project: firmwareLoopSchema.parse({
        machine: 'firmware-loop',
        build: { command: 'make' },
        environments: { host: { type: 'host', test: './build/run-tests', timeout: '10s' } },
        results: { format: 'tap' },
        policy: { allow: ['src/**', 'include/**'] },
        agents: [{ use: 'search' }],
      }),
      environment: 'host',
      activityId: 'search-1',
      home: scratchFolder(),
      watchdog: idleWatchdog,
      record: async (name, value) => void heard.records.set(name, value),
      knowledge: { read: async () => heard.knowledge, add: async (records) => void heard.knowledge.push(...records) },
    },
    signal: AbortSignal.timeout(60_000),
    log: {
      write: () => undefined,
      say: (text) => heard.lines.push(text),
      close: async () => [],
    },
  };
  return { task, heard };
}

/** Nothing here outlives a test: its commands have limits of their own. */
const idleWatchdog: AgentTask['bench']['watchdog'] = {
  pid: () => undefined,
  register: () => undefined,
  unregister: () => undefined,
  hasKilled: () => false,
  renew: () => undefined,
  stop: async () => undefined,
};
