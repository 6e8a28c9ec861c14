import { type Tally, tally } from './iteration-row.ts';
import type { FinalRecord, IterationRecord } from './records.ts';

/** An artifact of a run, by content hash. */
export interface ArtifactRow {
  readonly iteration: number;
  readonly kind: string;
  readonly name: string;
  readonly hash: string;
}

/** The output of one activity. */
export interface LogRow {
  readonly iteration: number;
  readonly activity: string;
  readonly activity_id: string;
  readonly bytes: number;
}

/** What a run has brought forth, the newest of each kind. */
export interface ReportArtifacts {
  readonly repo_snapshot: { readonly base_commit: string | null; readonly kept_commit: string | null };
  readonly build_result: {
    readonly iteration: number;
    readonly ok: boolean;
    readonly warnings: number | null;
    readonly errors: number | null;
    readonly artifact: string | null;
  } | null;
  readonly test_result: {
    readonly iteration: number;
    readonly result_id: string | null;
    readonly counts: Tally;
  } | null;
  readonly patch_plan: {
    readonly iteration: number;
    readonly id: string | null;
    readonly hypothesis: string | null;
  } | null;
  /** The diff from the base to the best tree. */
  readonly patch_file: ArtifactRow | null;
  readonly logs: readonly LogRow[];
}

/** Looks the artifacts of a report up in the run's rows; `records` are sorted by iteration. */
export function reportArtifacts(
  { artifacts, logs }: { artifacts: readonly ArtifactRow[]; logs: readonly LogRow[] },
  final: FinalRecord,
  records: readonly IterationRecord[],
): ReportArtifacts {
  const built = records.findLast(({ build }) => build != null);
  const measured = records.findLast(({ goal }) => goal != null);
  const planned = records.findLast(({ plan, hypothesis }) => plan != null || hypothesis != null);
  const kept = (kind: string, iteration: number) =>
    artifacts.find((artifact) => artifact.kind === kind && artifact.iteration === iteration) ?? null;
  return {
    repo_snapshot: final.repo_snapshot,
    build_result:
      built?.build == null
        ? null
        : {
            iteration: built.iteration,
            ok: built.build.ok,
            warnings: built.build.warnings ?? null,
            errors: built.build.errors ?? null,
            artifact: kept('build', built.iteration)?.hash ?? null,
          },
    test_result:
      measured?.goal == null
        ? null
        : { iteration: measured.iteration, result_id: measured.result_id ?? null, counts: tally(measured.goal) },
    patch_plan:
      planned === undefined
        ? null
        : { iteration: planned.iteration, id: planned.plan?.id ?? null, hypothesis: planned.hypothesis ?? null },
    patch_file:
      artifacts.find(({ kind, hash }) => kind === 'patch' && hash === (final.best?.patchId ?? final.patch)) ?? null,
    logs,
  };
}
