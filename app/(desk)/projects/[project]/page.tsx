import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { orNotFound } from '../../../_lib/or-not-found.ts';
import { api } from '../../../_lib/session.ts';
import { Project } from './project.tsx';

type Props = { params: Promise<{ project: string }> };

const anId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const metadata: Metadata = { title: 'Project' };

/** How does this firmware do: its runs, its agents, the tests that stand in the way? */
export default async function ProjectPage({ params }: Props) {
  const { project } = await params;
  if (!anId.test(project)) notFound();
  const { projects } = await api();
  return <Project first={await orNotFound(projects.page({ projectId: project }))} />;
}
