'use client';

import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { TestGroup } from '#lib/heat/test-groups.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { useReread } from '../../../_lib/use-reread.ts';

type Piece = Outputs['runs']['heatMap'];
type Row = Piece['rows'][number];

/** Rows that are asked for at once. */
const pieceSize = 100;

export interface HeatWish {
  readonly runId: string;
  readonly at: number | null;
  readonly group: TestGroup;
  readonly text: string;
  /** Changes when the map may be another. */
  readonly version: string;
}

export interface HeatPieces {
  /** What every piece says of the whole; undefined before the first answer. */
  readonly whole: Pick<Piece, 'iterations' | 'counts' | 'isRemoved' | 'total'> | undefined;
  readonly rowAt: (index: number) => Row | undefined;
  readonly onRange: (first: number, last: number) => void;
}

/** The heat map piece by piece: only the rows in sight are asked for. */
export function useHeatMap({ runId, at, group, text, version }: HeatWish): HeatPieces {
  const trpc = useTRPC();
  const [{ from, to }, setRange] = useState({ from: 0, to: 0 });
  const pieces = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const data = useQueries({
    queries: pieces.map((piece) =>
      trpc.runs.heatMap.queryOptions(
        { runId, ...(at !== null && { at }), group, text, offset: piece * pieceSize, limit: pieceSize },
        { placeholderData: keepPreviousData, staleTime: Number.POSITIVE_INFINITY },
      ),
    ),
    combine: piecesOf,
  });
  useReread(trpc.runs.heatMap.queryKey({ runId }), version);
  const onRange = useCallback((first: number, last: number) => {
    setRange((was) => {
      const next = { from: Math.floor(first / pieceSize), to: Math.floor(last / pieceSize) };
      return next.from === was.from && next.to === was.to ? was : next;
    });
  }, []);
  return {
    whole: data.find((piece) => piece !== undefined),
    rowAt: (index) => data[Math.floor(index / pieceSize) - from]?.rows[index % pieceSize],
    onRange,
  };
}

/** The same array until a piece has changed. */
function piecesOf(results: readonly { readonly data: Piece | undefined }[]): (Piece | undefined)[] {
  return results.map(({ data }) => data);
}
