import { createTailwindMerge } from 'tailwind-merge';

const any = () => true;
const isWidth = (part: string) => /^(?:\d|\[\d)/.test(part);
const ofSides = ['x', 'y', 't', 'r', 'b', 'l'] as const;

/** One thing each: of two classes that set it the later one counts. */
const byPrefix = [
  ...'bg fill stroke opacity rounded cursor whitespace overflow overflow-x overflow-y outline-offset'.split(' '),
  ...'size h w min-h max-h min-w max-w basis leading top z'.split(' '),
  ...'items justify self gap gap-x gap-y grid-cols border-spacing'.split(' '),
  ...['p', 'm'].flatMap((edge) => [edge, ...ofSides.map((side) => edge + side)]),
];

/**
 * Leaves of classes that set the same thing the last one. Tailwind's own table of what sets the same thing knows every class
 * there is, and that is 5 kB on each page; this one knows those that ours mix, which a test compares.
 */
export const mergeClasses = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...Object.fromEntries(byPrefix.map((prefix) => [prefix, [{ [prefix]: [any] }]])),
    display: ['block', 'inline-block', 'flex', 'inline-flex', 'grid', 'table', 'hidden', 'contents'],
    flex: [{ flex: ['1', 'auto', 'none', 'initial'] }],
    grow: [{ grow: ['', any] }],
    shrink: [{ shrink: ['', any] }],
    position: ['static', 'relative', 'absolute', 'fixed', 'sticky'],
    'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold'] }],
    'text-size': [{ text: ['xs', 'sm', 'base', 'lg', 'xl', '2xl'] }],
    'text-align': [{ text: ['left', 'right', 'center'] }],
    'text-color': [{ text: [any] }],
    'border-collapse': ['border-collapse', 'border-separate'],
    'border-style': [{ border: ['solid', 'dashed', 'dotted'] }],
    'border-width': [{ border: ['', isWidth] }],
    ...Object.fromEntries(ofSides.map((side) => [`border-${side}`, [{ [`border-${side}`]: ['', isWidth] }]])),
    'border-color': [{ border: [any] }],
    'outline-width': [{ outline: ['', isWidth] }],
    'outline-color': [{ outline: [any] }],
  },
  conflictingClassGroups: {
    size: ['h', 'w'],
    'text-size': ['leading'],
    flex: ['basis', 'grow', 'shrink'],
    overflow: ['overflow-x', 'overflow-y'],
    p: ofSides.map((side) => `p${side}`),
    px: ['pl', 'pr'],
    py: ['pt', 'pb'],
    m: ofSides.map((side) => `m${side}`),
    mx: ['ml', 'mr'],
    my: ['mt', 'mb'],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: [],
}));
