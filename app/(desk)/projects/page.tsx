import type { Metadata } from 'next';
import { api } from '../../_lib/session.ts';
import { Projects } from './projects.tsx';

export const metadata: Metadata = { title: 'Projects' };

/** Which firmware do we work on, and how does each do? */
export default async function ProjectsPage() {
  const { projects } = await api();
  return <Projects first={await projects.list({})} />;
}
