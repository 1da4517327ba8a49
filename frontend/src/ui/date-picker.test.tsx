import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { Calendar } from './calendar';
import { DatePicker } from './date-picker';

afterEach(cleanup);

const limits = { today: '2027-02-27', last: '2027-03-02' };

describe('DatePicker', () => {
  function Example({ at }: { at: string }) {
    const [day, setDay] = useState(at);
    return <DatePicker label="Date" value={day} {...limits} onChange={setDay} />;
  }
  const step = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

  it('steps by one day across months up to the last day', async () => {
    render(<Example at="2027-02-28" />, { wrapper: MemoryRouter });
    await userEvent.click(step('Next day'));
    expect(screen.getByRole('button', { name: 'Date Monday, Mar 1' })).toBeTruthy();
    await userEvent.click(step('Next day'));
    expect(step('Next day').disabled).toBe(true);
  });

  it('does not step back before today', () => {
    render(<Example at="2027-02-27" />, { wrapper: MemoryRouter });
    expect(step('Previous day').disabled).toBe(true);
    expect(step('Next day').disabled).toBe(false);
  });
});

describe('Calendar', () => {
  const day = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

  it('focuses the selected day, disables past days, and returns the chosen day', async () => {
    const chosenDates: string[] = [];
    render(<Calendar value="2027-02-27" {...limits} onChange={(next) => chosenDates.push(next)} />);
    expect(document.activeElement?.textContent).toBe('27');
    expect(day('Friday, February 26, 2027').disabled).toBe(true);
    await userEvent.keyboard('{ArrowRight}{Enter}');
    expect(chosenDates).toEqual(['2027-02-28']);
  });

  it('marks the days without available hours, which can still be selected', () => {
    const freeDays = new Set(['2027-02-28']);
    render(
      <Calendar value="2027-02-27" {...limits} freeDays={freeDays} onChange={() => undefined} />,
    );
    expect(day('Saturday, February 27, 2027, no available hours').disabled).toBe(false);
    expect(day('Sunday, February 28, 2027').disabled).toBe(false);
    expect(day('Friday, February 26, 2027').disabled).toBe(true);
  });

  it('focuses today if no day is selected', () => {
    render(<Calendar value="" {...limits} onChange={() => undefined} />);
    expect(document.activeElement?.textContent).toBe('27');
  });

  it('disables days after the last one', () => {
    render(<Calendar value="2027-03-01" {...limits} onChange={() => undefined} />);
    expect(day('Tuesday, March 2, 2027').disabled).toBe(false);
    expect(day('Wednesday, March 3, 2027').disabled).toBe(true);
  });
});
