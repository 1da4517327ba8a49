import { extendTailwindMerge } from 'tailwind-merge';

/**
 * Joins class names; of two conflicting classes the last one wins. The custom theme sizes must be
 * registered, or tailwind-merge treats them as colors.
 */
export const cn = extendTailwindMerge({
  extend: { theme: { text: ['eyebrow', 'title', 'display'], shadow: ['lift'] } },
});
