import type { PasswordProofBody } from '@courtly/contracts/provider-accounts';
import type { ProofBody } from '@courtly/contracts/second-factor';
import type { UseMutationResult } from '@tanstack/react-query';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { DeleteAccountDialog } from './delete-account-dialog';
import { EmailSettings } from './email-settings';
import { PasskeySetup } from './passkey-setup';
import { PasswordProof } from './password-proof';
import { PasswordSettings } from './password-settings';
import { TwoStepProof } from './two-step-proof';

afterEach(cleanup);

const mutation = { isPending: false };
const proof = {
  title: 'Proof',
  submitLabel: 'Confirm',
  errorTitle: 'Not done',
  onDone: () => undefined,
  onCancel: () => undefined,
};

const forms: { of: string; form: ReactNode; opener?: string }[] = [
  { of: 'the email', form: <EmailSettings user={robin} />, opener: 'Change Email' },
  { of: 'the password', form: <PasswordSettings user={robin} />, opener: 'Change Password' },
  {
    of: 'a passkey',
    form: <PasskeySetup user={robin} onDone={proof.onDone} onCancel={proof.onCancel} />,
  },
  {
    of: 'a change at a provider',
    form: (
      <PasswordProof
        {...proof}
        mutation={mutation as UseMutationResult<never, Error, PasswordProofBody>}
      />
    ),
  },
  {
    of: 'a change of two-step sign-in',
    form: (
      <TwoStepProof
        {...proof}
        mutation={mutation as UseMutationResult<never, Error, ProofBody>}
        hasPasskey={false}
      />
    ),
  },
  { of: 'the deletion', form: <DeleteAccountDialog onClose={proof.onCancel} /> },
];

it.each(forms)(
  'the form of $of names the account for password managers',
  async ({ form, opener }) => {
    mockApi({
      'GET /api/auth/me': () => [200, robin],
      'GET /api/account/erasure': () => [200, { blockers: [], goes: [], stays: [] }],
    });
    renderAt('/profile', form);
    if (opener) await userEvent.click(await screen.findByRole('button', { name: opener }));
    const password = await screen.findByLabelText(/^(?:Your|Current) password$/);
    const accountInputs = password.closest('form')!.querySelectorAll('[autocomplete="username"]');
    expect([...accountInputs]).toEqual([
      expect.objectContaining({ type: 'text', value: robin.email, className: 'hidden' }),
    ]);
    expect(password.compareDocumentPosition(accountInputs[0]!)).toBe(
      Node.DOCUMENT_POSITION_PRECEDING,
    );
  },
);
