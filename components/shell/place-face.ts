import {
  BookOpen,
  ChartLine,
  CircuitBoard,
  ClipboardCheck,
  FileCheck2,
  FolderGit2,
  Gauge,
  ListChecks,
  type LucideIcon,
  Repeat,
  Server,
  Settings,
} from 'lucide-react';
import type { PlaceId } from './types.ts';

/** The icon of each place, and the letter that goes there after `g`. */
export const placeFaces = {
  overview: { icon: Gauge, letter: 'o' },
  runs: { icon: Repeat, letter: 'r' },
  reviews: { icon: ClipboardCheck, letter: 'v' },
  boards: { icon: CircuitBoard, letter: 'b' },
  reports: { icon: ChartLine, letter: 'p' },
  results: { icon: FileCheck2, letter: 'i' },
  tests: { icon: ListChecks, letter: 't' },
  knowledge: { icon: BookOpen, letter: 'k' },
  projects: { icon: FolderGit2, letter: 'j' },
  runners: { icon: Server, letter: 'n' },
  settings: { icon: Settings, letter: 's' },
} satisfies Record<PlaceId, { icon: LucideIcon; letter: string }>;
