import { Input } from '#components/ui/input.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';

/** How boards can be shown. */
export const fleetViews = ['fleet', 'timeline'] as const;
export type FleetView = (typeof fleetViews)[number];

export type FleetFiltersProps = {
  view: FleetView;
  /** Empty for all. */
  site: string;
  sites: readonly string[];
  text: string;
  onView: (view: FleetView) => void;
  onSite: (site: string) => void;
  onText: (text: string) => void;
};

/** Which boards are shown, and how. */
export function FleetFilters({ view, site, sites, text, onView, onSite, onText }: FleetFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segmented
        label="How to show boards"
        value={view}
        onChange={onView}
        options={[
          { value: 'fleet', label: 'Fleet' },
          { value: 'timeline', label: 'Timeline' },
        ]}
      />
      <Select
        aria-label="Site"
        className="w-40"
        value={site}
        onChange={onSite}
        options={[{ value: '', label: 'All sites' }, ...sites.map((one) => ({ value: one, label: one }))]}
      />
      <Input
        aria-label="Find boards"
        placeholder="Name, type or tag"
        className="w-56"
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
    </div>
  );
}
