import type { Problem } from '#lib/config/problem.ts';

/** Problems one a line as compilers write them: `firmloop.yaml:3:5: goal.text: must not be empty. Write a sentence.` */
export function problemLines(problems: readonly Problem[], file: string): string[] {
  return problems.map((problem) => `${placeOf(problem, file)}${whatAndHow(problem)}`);
}

function placeOf({ line, column, path }: Problem, file: string): string {
  const place = line > 0 ? `${file}:${line}:${column}: ` : '';
  return path === '' ? place : `${place}${path}: `;
}

function whatAndHow({ message, suggestion }: Problem): string {
  return suggestion === undefined ? message : `${message}. ${suggestion}`;
}
