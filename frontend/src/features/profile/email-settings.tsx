import type { User } from '@courtly/contracts/identity';
import { useEffect, useState } from 'react';
import { schemaResolver } from '../../lib/schema-resolver';
import { AccountName } from '../../ui/account-name';
import { Button } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { Input } from '../../ui/input';
import { PasswordInput } from '../../ui/password-input';
import { useContractForm } from '../../ui/use-contract-form';
import { EmailBounceNote } from '../../resources/session/email-bounce-note';
import { VerifyEmailNote } from '../../resources/session/verify-email-note';
import { useRequestEmailChange } from './account-api';

const formResolver = schemaResolver(
  async () => (await import('@courtly/contracts/account')).RequestEmailChangeBody,
);

type FormProps = {
  user: User;
  request: ReturnType<typeof useRequestEmailChange>;
  onClose: () => void;
};

function EmailForm({ user, request, onClose }: FormProps) {
  const { form, submit } = useContractForm({
    resolver: formResolver,
    defaultValues: { newEmail: '', currentPassword: '' },
    errorToast: ['Link not sent', 'Please try again.'],
  });
  const { setFocus } = form;
  useEffect(() => setFocus('newEmail'), [setFocus]);
  const isBusy = form.formState.isSubmitting || request.isPending;
  const handleSubmit = submit((formValues, onError) =>
    request.mutate(formValues, { onSuccess: onClose, onError }),
  );
  return (
    <form noValidate onSubmit={handleSubmit} className="mt-5 grid gap-5">
      <FormField
        form={form}
        name="newEmail"
        label="New email"
        hint="We'll send a link to this address. Your email won't change until you open it."
      >
        {(controlProps) => (
          <Input type="email" autoComplete="email" inputMode="email" {...controlProps} />
        )}
      </FormField>
      <AccountName email={user.email} />
      <FormField form={form} name="currentPassword" label="Current password">
        {(controlProps) => <PasswordInput autoComplete="current-password" {...controlProps} />}
      </FormField>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Sending...' : 'Send Link'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

export function EmailSettings({ user }: { user: User }) {
  const [isFormOpen, setFormOpen] = useState(false);
  const requestEmailChange = useRequestEmailChange();
  return (
    <>
      <p className="break-words">
        {user.email}
        {user.isEmailVerified && <span className="text-quiet"> (verified)</span>}
      </p>
      <div className="mt-4 empty:hidden">
        {user.emailBouncedAt ? (
          <EmailBounceNote />
        ) : (
          <VerifyEmailNote>
            This email isn't verified yet. Once it is, invitations from hosts and matches that name
            it reach your account.
          </VerifyEmailNote>
        )}
      </div>
      {isFormOpen ? (
        <EmailForm user={user} request={requestEmailChange} onClose={() => setFormOpen(false)} />
      ) : (
        <Button variant="outline" className="mt-4" onClick={() => setFormOpen(true)}>
          Change Email
        </Button>
      )}
      <p role="status" className="mt-4 border-l border-brass-line pl-4 text-quiet empty:hidden">
        {!isFormOpen && requestEmailChange.data?.message}
      </p>
    </>
  );
}
