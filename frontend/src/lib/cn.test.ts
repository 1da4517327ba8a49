import { describe, expect, it } from '@jest/globals';
import { cn } from './cn';

describe('cn', () => {
  it('keeps the last of two conflicting classes', () => {
    expect(cn('p-4 text-sm font-sans', 'px-2 text-lg font-display')).toBe(
      'p-4 px-2 text-lg font-display',
    );
  });

  it('overrides every kind of class of a component', () => {
    expect(
      cn(
        'border-b shadow-lift opacity-55 tracking-tight',
        'border-b-2 opacity-100 tracking-normal',
      ),
    ).toBe('shadow-lift border-b-2 opacity-100 tracking-normal');
  });

  it('keeps classes with the same prefix that set different properties', () => {
    expect(cn('font-sans font-semibold')).toBe('font-sans font-semibold');
    expect(cn('text-sm text-quiet text-center')).toBe('text-sm text-quiet text-center');
    expect(cn('text-title text-quiet')).toBe('text-title text-quiet');
  });
});
