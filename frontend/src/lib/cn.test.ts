import { describe, expect, it } from '@jest/globals';
import { cn } from './cn';

describe('joined class names', () => {
  it('let the later of two win that set the same thing', () => {
    expect(cn('p-4 text-sm font-sans', 'px-2 text-lg font-display')).toBe('p-4 px-2 text-lg font-display');
  });

  it('keep what sets different things, although it begins alike', () => {
    expect(cn('font-sans font-semibold')).toBe('font-sans font-semibold');
    expect(cn('text-sm text-quiet text-center')).toBe('text-sm text-quiet text-center');
  });
});
