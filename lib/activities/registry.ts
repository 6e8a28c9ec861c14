import { analyseCause, collectEvidence, estimateImpact, triageLogs } from './analysis.ts';
import { build, cleanBuild, prepareBuild } from './build.ts';
import type { ActivityContract } from './contract.ts';
import { allocateEnvironment, captureHang, checkHealth, deploy, resetEnvironment } from './environment.ts';
import { applyPatch, proposePatch } from './patch.ts';
import { loadConfig, rollBack, setupRepository, validateEnvironment } from './repository.ts';
import { analyseResults, attachArtifacts, fetchLogs, normaliseResults } from './results.ts';
import { runAcceptance, runTests } from './testing.ts';

/** Every activity by its name. */
export const activityContracts = {
  'load-config': loadConfig,
  'validate-environment': validateEnvironment,
  'setup-repository': setupRepository,
  'triage-logs': triageLogs,
  'collect-evidence': collectEvidence,
  'analyse-cause': analyseCause,
  'estimate-impact': estimateImpact,
  'propose-patch': proposePatch,
  'apply-patch': applyPatch,
  'roll-back': rollBack,
  'prepare-build': prepareBuild,
  build,
  'clean-build': cleanBuild,
  'allocate-environment': allocateEnvironment,
  deploy,
  'check-health': checkHealth,
  'reset-environment': resetEnvironment,
  'capture-hang': captureHang,
  'run-tests': runTests,
  'run-acceptance': runAcceptance,
  'fetch-logs': fetchLogs,
  'normalise-results': normaliseResults,
  'attach-artifacts': attachArtifacts,
  'analyse-results': analyseResults,
} as const satisfies Record<string, ActivityContract>;

export type ActivityName = keyof typeof activityContracts;

/** The contract of a name that comes from a machine or a stored row, or null for a name that is not known. */
export function contractOf(activity: string): ActivityContract | null {
  const known: Readonly<Record<string, ActivityContract>> = activityContracts;
  return known[activity] ?? null;
}
