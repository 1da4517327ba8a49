import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { isFormValid } from './form-validity';
import { NumberField } from './number-input';

afterEach(cleanup);

const rule = { least: 1, most: 10_000, decimals: 2, isDollars: true };
const onSend = jest.fn();

function RateForm() {
  const [rate, setRate] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isFormValid(event.currentTarget)) onSend(rate);
  };
  return (
    <form noValidate onSubmit={submit}>
      <NumberField label="Rate" rule={rule} value={rate} onChange={setRate} />
      <button>Send</button>
    </form>
  );
}

it('keeps a decimal comma as typed, refuses it at the field, and focuses it', async () => {
  render(<RateForm />);
  const field = screen.getByLabelText('Rate');
  await userEvent.type(field, '99,50');
  expect(screen.queryByText(/Use a point/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.getByText('Use a point for decimals, such as 99.50')).toBeTruthy();
  expect(field).toHaveProperty('value', '99,50');
  expect(document.activeElement).toBe(field);
  expect(onSend).not.toHaveBeenCalled();
  await userEvent.clear(field);
  await userEvent.type(field, '$1,234.50{Enter}');
  expect(onSend).toHaveBeenCalledWith('$1,234.50');
});
