import { extendTailwindMerge } from 'tailwind-merge';

/** Joins class names; of two that set the same thing the later one wins. Sizes of our own theme are sizes, not colours. */
export const cn = extendTailwindMerge({
  extend: { theme: { text: ['eyebrow', 'title', 'display'], shadow: ['lift'] } },
});
