/** Where a role holds, as a sentence goes on: “as viewer in project thermostat”. */
export function placeWords({
  project,
  site,
}: {
  readonly project: string | null;
  readonly site: string | null;
}): string {
  if (project !== null) return `in project ${project}`;
  return site === null ? 'on the whole stack' : `at site ${site}`;
}
