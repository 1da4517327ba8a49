import type { PasswordProofBody } from '@courtly/contracts/provider-accounts';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { schemaResolver } from '../../lib/schema-resolver';
import { useSession } from '../../resources/session/session';
import { AccountName } from '../../ui/account-name';
import { Button } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { PasswordInput } from '../../ui/password-input';
import { useContractForm } from '../../ui/use-contract-form';

const formResolver = schemaResolver(
  async () => (await import('@courtly/contracts/provider-accounts')).PasswordProofBody,
);

type PasswordProofProps<Result> = {
  title: string;
  mutation: UseMutationResult<Result, Error, PasswordProofBody>;
  submitLabel: string;
  errorTitle: string;
  onDone?: (result: Result) => void;
  onCancel: () => void;
  children?: ReactNode;
};

/** Asks for the password before a change. `children` are notes below the password. */
export function PasswordProof<Result>(props: PasswordProofProps<Result>) {
  const { title, mutation, submitLabel, errorTitle, onDone, onCancel, children } = props;
  const { user } = useSession();
  const { form, submit } = useContractForm({
    resolver: formResolver,
    defaultValues: { currentPassword: '' },
    errorToast: [errorTitle, 'Please try again.'],
  });
  const { setFocus } = form;
  useEffect(() => setFocus('currentPassword'), [setFocus]);
  const isBusy = form.formState.isSubmitting || mutation.isPending;
  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={submit((proof, onError) =>
        mutation.mutate(proof, { onSuccess: (result) => onDone?.(result), onError }),
      )}
      className="grid gap-5"
    >
      <AccountName email={user?.email} />
      <FormField form={form} name="currentPassword" label="Your password">
        {(controlProps) => <PasswordInput autoComplete="current-password" {...controlProps} />}
      </FormField>
      {children}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Checking...' : submitLabel}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
