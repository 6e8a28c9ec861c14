import type { ReactNode } from 'react';
import { Sign } from '#components/shell/sign.tsx';

export type DoorFrameProps = { title: string; children: ReactNode };

/** A page in front of the door: the sign, what is asked for, and nothing of the house. */
export function DoorFrame({ title, children }: DoorFrameProps) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-5 px-4 py-8">
      <p className="flex items-center gap-2 font-semibold text-base">
        <Sign /> Firmloop
      </p>
      <h1 className="font-semibold text-xl">{title}</h1>
      {children}
    </main>
  );
}
