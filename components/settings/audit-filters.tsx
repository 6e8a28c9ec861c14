import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Link } from '#components/ui/link.tsx';
import { Select } from '#components/ui/select.tsx';

/** What the log is narrowed down to; an empty word narrows nothing. */
export type AuditWords = Readonly<Record<'actor' | 'action' | 'target' | 'door' | 'from' | 'to', string>>;

export type AuditFiltersProps = {
  words: AuditWords;
  /** The page itself: the form asks for it anew with what was filled in. */
  href: string;
};

const actions = [
  { value: '', label: 'anything' },
  { value: 'run.', label: 'Runs' },
  { value: 'session.', label: 'Signing in and out' },
  { value: 'role.', label: 'Roles' },
  { value: 'invitation.', label: 'Invitations' },
  { value: 'person.', label: 'Members' },
  { value: 'token.', label: 'Tokens' },
  { value: 'download.', label: 'Downloads' },
  { value: 'database.', label: 'Backups' },
];
const doors = [
  { value: '', label: 'any door' },
  { value: 'web', label: 'Browser' },
  { value: 'cli', label: 'Command line' },
  { value: 'api', label: 'Token' },
  { value: 'runner', label: 'Runner' },
  { value: 'unknown', label: 'Unknown' },
];

/** Narrows the audit log down by who, what, which thing, door and days. An ordinary form: each search has an address. */
export function AuditFilters({ words, href }: AuditFiltersProps) {
  const text = (name: keyof AuditWords) => ({ name, defaultValue: words[name], maxLength: 200 });
  const isNarrow = Object.values(words).some((word) => word !== '');
  return (
    <search aria-label="Narrow down the audit log">
      <form action={href} className="grid grid-cols-2 items-end gap-2 md:grid-cols-4 xl:grid-cols-[repeat(6,1fr)_auto]">
        <Field label="Who">
          <Input type="search" {...text('actor')} />
        </Field>
        <Field label="What">
          <Select name="action" options={known(actions, words.action)} defaultValue={words.action} />
        </Field>
        <Field label="Which thing">
          <Input type="search" placeholder="#12 or an id" {...text('target')} />
        </Field>
        <Field label="Door">
          <Select name="door" options={doors} defaultValue={words.door} />
        </Field>
        <Field label="From">
          <Input type="date" {...text('from')} />
        </Field>
        <Field label="To">
          <Input type="date" {...text('to')} />
        </Field>
        <div className="flex gap-2">
          <Button type="submit" size="md">
            Show
          </Button>
          {isNarrow && (
            <Button asChild size="md" kind="quiet">
              <Link kind="bare" href={href}>
                Clear
              </Link>
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}

/** An action from the address that is no row of the list is one more. */
function known(options: typeof actions, value: string): typeof actions {
  return options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
}
