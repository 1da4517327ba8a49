import { createTailwindMerge } from 'tailwind-merge';

const any = () => true;
const sizes = ['sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl', '5xl', 'eyebrow', 'title', 'display'];
const isLength = (value: string) => /^\[[\d.]/.test(value);
const byPrefix = (...prefixes: string[]) =>
  Object.fromEntries(prefixes.map((prefix) => [prefix, [{ [prefix]: [any] }]]));

/**
 * Joins class names; of two that set the same thing the later one wins. It knows what our components let others override,
 * since the whole list of Tailwind's classes weighs as much as a page.
 */
export const cn = createTailwindMerge(() => ({
  cacheSize: 300,
  separator: ':',
  theme: {},
  classGroups: {
    display: ['block', 'inline', 'inline-block', 'flex', 'inline-flex', 'grid', 'contents', 'hidden'],
    position: ['static', 'relative', 'absolute', 'fixed', 'sticky'],
    ...byPrefix('p', 'px', 'py', 'pt', 'pr', 'pb', 'pl', 'm', 'mx', 'my', 'mt', 'mr', 'mb', 'ml'),
    ...byPrefix('w', 'h', 'size', 'min-w', 'max-w', 'min-h', 'max-h', 'aspect', 'inset', 'gap', 'grid-cols'),
    ...byPrefix('justify', 'items', 'place-items', 'bg', 'rounded', 'leading'),
    'font-family': [{ font: ['sans', 'display'] }],
    'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold'] }],
    'text-size': [{ text: [...sizes, isLength] }],
    'text-align': [{ text: ['left', 'center', 'right'] }],
    'text-colour': [{ text: [any] }],
  },
  conflictingClassGroups: {
    p: ['px', 'py', 'pt', 'pr', 'pb', 'pl'],
    px: ['pr', 'pl'],
    py: ['pt', 'pb'],
    size: ['w', 'h'],
    'text-size': ['leading'],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: [],
}));
