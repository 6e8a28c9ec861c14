import { Power, PowerOff, RotateCw } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import type { PowerAction } from './types.ts';

const actions = [
  { action: 'on', label: 'Switch on', icon: Power },
  { action: 'off', label: 'Switch off', icon: PowerOff },
  { action: 'cycle', label: 'Power-cycle', icon: RotateCw },
] as const;

export type PowerButtonsProps = { isBusy: boolean; onPower: (action: PowerAction) => void };

/** The board's switch. */
export function PowerButtons({ isBusy, onPower }: PowerButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {actions.map(({ action, label, icon: Icon }) => (
        <Button key={action} disabled={isBusy} onClick={() => onPower(action)}>
          <Icon aria-hidden />
          {label}
        </Button>
      ))}
    </div>
  );
}
