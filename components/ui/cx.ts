import { type ClassValue, clsx } from 'clsx';
import { mergeClasses } from './merge-classes.ts';

/** Joins class names; of two that set the same thing the later one wins. */
export function cx(...classes: ClassValue[]): string {
  return mergeClasses(clsx(classes));
}
