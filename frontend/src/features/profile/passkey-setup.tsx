import type { User } from '@courtly/contracts/identity';
import { useEffect } from 'react';
import { schemaResolver } from '../../lib/schema-resolver';
import { AccountName } from '../../ui/account-name';
import { Button } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { Input } from '../../ui/input';
import { PasswordInput } from '../../ui/password-input';
import { useContractForm } from '../../ui/use-contract-form';
import { useAddPasskey } from './two-step-api';

/** The name and the password, which are sent in two separate requests. */
const formResolver = schemaResolver(async () => {
  const { ConfirmPasskeyBody, StartPasskeyBody } = await import('@courtly/contracts/second-factor');
  return StartPasskeyBody.extend({ name: ConfirmPasskeyBody.shape.name });
});

type PasskeySetupProps = {
  user: User;
  onDone: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
};

/** Asks the user for a name and the password, and then asks the browser for a passkey. */
export function PasskeySetup({ user, onDone, onCancel }: PasskeySetupProps) {
  const addPasskey = useAddPasskey();
  const { form, submit } = useContractForm({
    resolver: formResolver,
    defaultValues: { name: '', currentPassword: '' },
    errorToast: ['Passkey not added', 'Please try again.'],
  });
  const { setFocus } = form;
  useEffect(() => setFocus('name'), [setFocus]);
  const isBusy = form.formState.isSubmitting || addPasskey.isPending;
  return (
    <form
      noValidate
      onSubmit={submit((body, onError) =>
        addPasskey.mutate(body, {
          onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
          onError,
        }),
      )}
      className="grid gap-5"
    >
      <AccountName email={user.email} />
      <FormField
        form={form}
        name="name"
        label="Passkey name"
        hint="For example, the device that stores it."
      >
        {(controlProps) => <Input autoComplete="off" {...controlProps} />}
      </FormField>
      <FormField form={form} name="currentPassword" label="Your password">
        {(controlProps) => <PasswordInput autoComplete="current-password" {...controlProps} />}
      </FormField>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Waiting for the passkey...' : 'Add Passkey'}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
