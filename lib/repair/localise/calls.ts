import { everyNode, fieldOf, type SourceUnit, type SyntaxNode, textOf } from '../syntax/node.ts';
import { functionDeclarator } from '../syntax/scope.ts';
import { type LineKey, lineKey, type TestTrace } from './spectrum.ts';

/** A function with what it calls, as far as calls are written by name. */
export interface Callable {
  readonly name: string;
  readonly path: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly calls: ReadonlySet<string>;
}

/** Functions by name; the first definition counts where several files have one. */
export type CallGraph = ReadonlyMap<string, Callable>;

export function callGraph(units: Iterable<SourceUnit>): CallGraph {
  const graph = new Map<string, Callable>();
  for (const unit of units) {
    for (const node of everyNode(unit.root)) {
      const one = node.kind === 'function_definition' ? callableOf(unit, node) : null;
      if (one !== null && !graph.has(one.name)) graph.set(one.name, one);
    }
  }
  return graph;
}

function callableOf(unit: SourceUnit, definition: SyntaxNode): Callable | null {
  const declarator = functionDeclarator(definition);
  const name = declarator && fieldOf(declarator, 'declarator');
  if (name === undefined) return null;
  const used = [...everyNode(fieldOf(definition, 'body') ?? definition)].filter(({ kind }) => kind === 'identifier');
  return {
    name: textOf(unit, name),
    path: unit.path,
    firstLine: definition.line,
    lastLine: definition.line + textOf(unit, definition).split('\n').length - 1,
    calls: new Set(used.map((node) => textOf(unit, node))),
  };
}

/** Functions that can be reached, with the number of calls on the shortest way. */
export function reachedFrom(graph: CallGraph, starts: Iterable<string>): Map<string, number> {
  const reached = new Map<string, number>();
  let front = [...starts].filter((name) => graph.has(name));
  for (let steps = 0; front.length > 0; steps += 1) {
    for (const name of front) reached.set(name, steps);
    const next = front.flatMap((name) => [...(graph.get(name)?.calls ?? [])]);
    front = [...new Set(next)].filter((name) => graph.has(name) && !reached.has(name));
  }
  return reached;
}

/** The function of a test: one whose name the test's name holds, the longest first. */
export function functionOfTest(graph: CallGraph, test: string): string | null {
  const words = test.split(/[^\w]+/).filter((word) => word.length > 2);
  const named = words.flatMap((word) => [word, `test_${word}`]).filter((word) => graph.has(word));
  return named.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** Where nothing can be traced: each test counts as executing every line of the functions that it can reach. */
export function tracesByCalls(graph: CallGraph, tests: readonly { test: string; failed: boolean }[]): TestTrace[] {
  return tests.map(({ test, failed }) => {
    const start = functionOfTest(graph, test);
    const reached = start === null ? graph.keys() : reachedFrom(graph, [start]).keys();
    const lines = [...reached].flatMap((name) => linesOf(graph.get(name)));
    return { test, failed, lines: new Set(lines) };
  });
}

/** From 1 for what a failing test calls itself, halved with each further call. */
export function nearnessByCalls(graph: CallGraph, failing: readonly string[]): Map<LineKey, number> {
  const nearness = new Map<LineKey, number>();
  for (const test of failing) {
    const start = functionOfTest(graph, test);
    if (start === null) continue;
    for (const [name, steps] of reachedFrom(graph, [start])) {
      if (steps === 0) continue;
      for (const line of linesOf(graph.get(name))) {
        nearness.set(line, Math.max(nearness.get(line) ?? 0, 0.5 ** (steps - 1)));
      }
    }
  }
  return nearness;
}

function linesOf(callable: Callable | undefined): LineKey[] {
  if (callable === undefined) return [];
  const { path, firstLine, lastLine } = callable;
  return Array.from({ length: lastLine - firstLine + 1 }, (_, at) => lineKey(path, firstLine + at));
}
