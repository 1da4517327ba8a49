import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { RadioGroup } from './radio-group';

afterEach(cleanup);

it('announces that a radio group is required and what is wrong', () => {
  const choices = [{ value: 'clay', label: 'Clay' }];
  const renderGroup = (error?: string) => (
    <RadioGroup
      legend="Surface"
      required
      choices={choices}
      value={null}
      onChange={() => undefined}
      error={error}
    />
  );
  const { rerender } = render(renderGroup());
  const group = screen.getByRole('radiogroup', { name: 'Surface' });
  expect(group.getAttribute('aria-required')).toBe('true');
  expect(group.getAttribute('aria-invalid')).toBe('false');
  rerender(renderGroup('Choose a surface'));
  expect(group.getAttribute('aria-invalid')).toBe('true');
  const describedBy = group.getAttribute('aria-describedby')!;
  expect(document.getElementById(describedBy)?.textContent).toBe('Choose a surface');
});
