'use client';

import { useId } from 'react';
import { LaunchAside } from './launch-aside.tsx';
import { LaunchForm, type LaunchFormProps } from './launch-form.tsx';
import type { LaunchProblem } from './types.ts';

export type LaunchLayoutProps = Omit<LaunchFormProps, 'id' | 'errors'> & {
  problems: readonly LaunchProblem[];
  pending: boolean;
};

/** Left the form, right what it will do. */
export function LaunchLayout({ problems, pending, ...form }: LaunchLayoutProps) {
  const id = useId();
  const errors = Object.fromEntries(
    problems.filter(({ path }) => path !== '').map(({ path, what, next }) => [path, sentenceOf(what, next)]),
  );
  return (
    <div className="grid min-w-0 items-start gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <LaunchForm id={id} errors={errors} {...form} />
      <LaunchAside
        form={id}
        plan={form.plan}
        problems={problems}
        logs={form.logs.length}
        fork={form.fork}
        pending={pending}
      />
    </div>
  );
}

function sentenceOf(what: string, next: string | undefined): string {
  return next === undefined ? what : `${what}. ${next}`;
}
