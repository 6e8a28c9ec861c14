import { Switch } from '#components/ui/switch.tsx';
import { FieldGroup } from './field-group.tsx';
import { NumberField } from './number-field.tsx';
import type { LaunchDraft, LaunchErrors } from './types.ts';

export type LimitFieldsProps = {
  draft: LaunchDraft;
  errors: LaunchErrors;
  onChange: (change: Partial<LaunchDraft>) => void;
};

/** When the run is good enough, and when it has gone on for long enough. */
export function LimitFields({ draft, errors, onChange }: LimitFieldsProps) {
  return (
    <FieldGroup title="How far">
      <NumberField
        label="Target pass rate, %"
        value={Math.round(draft.targetPassRate * 1_000) / 10}
        step={0.1}
        max={100}
        error={errors.targetPassRate}
        onChange={(rate) => onChange({ targetPassRate: rate / 100 })}
      />
      <NumberField
        label="Stable for, iterations"
        value={draft.stableIterations}
        error={errors.stableIterations}
        onChange={(stableIterations) => onChange({ stableIterations })}
      />
      <NumberField
        label="Iterations at most"
        value={draft.maxIterations}
        error={errors.maxIterations}
        onChange={(maxIterations) => onChange({ maxIterations })}
      />
      <NumberField
        label="Plateau window, iterations"
        value={draft.plateauWindow}
        error={errors.plateauWindow}
        onChange={(plateauWindow) => onChange({ plateauWindow })}
      />
      <NumberField
        label="Minutes at most"
        hint="Waiting for a board or a person is not counted."
        value={draft.timeoutMinutes}
        error={errors.timeoutMinutes}
        onChange={(timeoutMinutes) => onChange({ timeoutMinutes })}
      />
      <div className="flex flex-col gap-3 sm:pt-6">
        <Switch
          label="Measure the base first"
          checked={draft.measureBaseline}
          onChange={(measureBaseline) => onChange({ measureBaseline })}
        />
        <Switch
          label="Roll back to the best"
          hint="After an iteration with fewer passes."
          checked={draft.keepBest}
          onChange={(keepBest) => onChange({ keepBest })}
        />
      </div>
    </FieldGroup>
  );
}
