import { RequestPasswordResetBody } from '@courtly/contracts/identity';
import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { schemaResolver } from '../lib/schema-resolver';
import { renderAt } from '../testing/render';
import { mockApi } from '../testing/server';
import { FormField } from './form-field';
import { Input } from './input';
import { useContractForm } from './use-contract-form';

const offline = new TypeError('Failed to fetch dynamically imported module');

afterEach(cleanup);

it('says that nothing was sent if its schema does not load, and sends on the next try', async () => {
  mockApi({});
  const reported: unknown[] = [];
  const report = jest.fn((error: unknown) => void reported.push(error));
  Object.assign(globalThis, { reportError: report });
  let isOnline = false;
  const formResolver = schemaResolver(async () => {
    if (!isOnline) throw offline;
    return RequestPasswordResetBody;
  });
  const sent: unknown[] = [];
  function EmailPage() {
    const { form, submit } = useContractForm({ resolver: formResolver });
    return (
      <form onSubmit={submit((values) => void sent.push(values))}>
        <FormField form={form} name="email" label="Email">
          {(controlProps) => <Input {...controlProps} />}
        </FormField>
        <button>Send</button>
      </form>
    );
  }
  renderAt('/', <EmailPage />);
  await userEvent.type(screen.getByLabelText('Email'), 'robin@example.test');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Not sent')).toBeTruthy();
  expect([sent, reported]).toEqual([[], [offline]]);
  isOnline = true;
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect([sent, reported]).toEqual([[{ email: 'robin@example.test' }], [offline]]);
});
