import type { ProofBody } from '@courtly/contracts/second-factor';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { errorMessage } from '../../lib/api';
import { schemaResolver } from '../../lib/schema-resolver';
import { useSession } from '../../resources/session/session';
import { AccountName } from '../../ui/account-name';
import { Button } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { Input } from '../../ui/input';
import { PasswordInput } from '../../ui/password-input';
import { toastError } from '../../ui/toast';
import { useContractForm } from '../../ui/use-contract-form';
import { requestPasskey } from './two-step-api';

const formResolver = schemaResolver(
  async () => (await import('@courtly/contracts/second-factor')).ProofBody,
);

type TwoStepProofProps<Result> = {
  title: string;
  mutation: UseMutationResult<Result, Error, ProofBody>;
  submitLabel: string;
  errorTitle: string;
  onDone: (result: Result) => void;
  onCancel: () => void;
  hasPasskey: boolean;
};

/** Asks for the password and a code before a change. */
export function TwoStepProof<Result>(props: TwoStepProofProps<Result>) {
  const { title, mutation, submitLabel, errorTitle, onDone, onCancel, hasPasskey } = props;
  const { user } = useSession();
  const { form, submit, setServerErrors } = useContractForm({
    resolver: formResolver,
    defaultValues: { currentPassword: '', code: '' },
    errorToast: [errorTitle, 'Please try again.'],
  });
  const { setFocus } = form;
  useEffect(() => setFocus('currentPassword'), [setFocus]);
  const proveWithPasskey = async () => {
    const currentPassword = form.getValues('currentPassword');
    if (!currentPassword)
      return form.setError('currentPassword', { message: 'Enter your current password' });
    try {
      const passkey = await requestPasskey();
      mutation.mutate(
        { currentPassword, passkey },
        { onSuccess: onDone, onError: setServerErrors },
      );
    } catch (error) {
      toastError('Passkey not used', errorMessage(error, 'Try again, or use a code.'));
    }
  };
  const isBusy = form.formState.isSubmitting || mutation.isPending;
  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={submit((proof, onError) => mutation.mutate(proof, { onSuccess: onDone, onError }))}
      className="grid gap-5"
    >
      <h3 className="font-display text-lg">{title}</h3>
      <AccountName email={user?.email} />
      <FormField form={form} name="currentPassword" label="Your password">
        {(controlProps) => <PasswordInput autoComplete="current-password" {...controlProps} />}
      </FormField>
      <FormField
        form={form}
        name="code"
        label="Code"
        hint="The 6-digit code from your app, or a recovery code."
      >
        {(controlProps) => (
          <Input
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            {...controlProps}
          />
        )}
      </FormField>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Checking...' : submitLabel}
        </Button>
        {hasPasskey && (
          <Button variant="outline" busy={isBusy} onClick={() => void proveWithPasskey()}>
            Use a Passkey
          </Button>
        )}
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
