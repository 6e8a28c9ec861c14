'use client';

import { useState } from 'react';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import type { PlaceChoice, Places } from './people-types.ts';

const otherSite = 'site:';

export type PlaceFieldProps = { places: Places; value: PlaceChoice; onChange: (place: PlaceChoice) => void };

/** Asks where a role shall hold. */
export function PlaceField({ places, value, onChange }: PlaceFieldProps) {
  const [isOther, setOther] = useState(false);
  const { projects, sites, wholeStack } = places;
  const options = [
    ...(wholeStack ? [{ value: 'stack', label: 'The whole stack' }] : []),
    ...projects.map(({ id, name }) => ({ value: `project:${id}`, label: `Project ${name}` })),
    ...sites.map((site) => ({ value: `site:${site}`, label: `Site ${site}` })),
    ...(wholeStack ? [{ value: otherSite, label: 'Another site…' }] : []),
  ];
  const choose = (choice: string) => {
    const [kind = '', ...rest] = choice.split(':');
    const id = rest.join(':');
    setOther(choice === otherSite);
    onChange({ project: kind === 'project' ? id : null, site: kind === 'site' ? id : null });
  };
  return (
    <>
      <Field label="Where" hint="A project’s runs and results, a site’s boards, or everything.">
        <Select options={options} value={isOther ? otherSite : wordOf(value)} onChange={choose} />
      </Field>
      {isOther && (
        <Field label="Site">
          <Input
            required
            maxLength={100}
            value={value.site ?? ''}
            onChange={({ target }) => onChange({ project: null, site: target.value })}
          />
        </Field>
      )}
    </>
  );
}

function wordOf({ project, site }: PlaceChoice): string {
  if (project !== null) return `project:${project}`;
  return site === null ? 'stack' : `site:${site}`;
}

/** The first place that a reader may give roles in. */
export function firstPlace({ wholeStack, projects, sites }: Places): PlaceChoice {
  if (wholeStack) return { project: null, site: null };
  const [project] = projects;
  return { project: project?.id ?? null, site: project === undefined ? (sites[0] ?? null) : null };
}
