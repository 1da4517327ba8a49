import { extendTailwindMerge } from 'tailwind-merge';

/** tailwind-merge treats theme sizes that it doesn't know as colors. */
const merge = extendTailwindMerge({
  extend: { theme: { text: ['small', 'eyebrow', 'title', 'display'], shadow: ['lift'] } },
});

/**
 * Fails if two classes of an element set the same property, because then their order in the
 * stylesheet decides. A class that replaces one of a component's own ends with `!`.
 */
export const checkClasses = (elements: Iterable<Element>): void => {
  for (const element of elements) {
    const merged = new Set(merge(element.getAttribute('class')).split(' '));
    const replaced = [...element.classList].filter((name) => !merged.has(name));
    if (replaced.length > 0)
      throw new Error(`Other classes of "${element.classList}" set the same as ${replaced}`);
  }
};
