import type { User } from '@courtly/contracts/identity';
import { useEffect, useState } from 'react';
import { paths } from '../../config/paths';
import { schemaResolver } from '../../lib/schema-resolver';
import { AccountName } from '../../ui/account-name';
import { Button } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { PasswordInput } from '../../ui/password-input';
import { useContractForm } from '../../ui/use-contract-form';
import { useChangePassword } from './account-api';
import { TextLink } from '../../ui/text-link';

const formResolver = schemaResolver(
  async () => (await import('../../resources/session/repeated-password-schema')).PasswordForm,
);

const emptyValues = { currentPassword: '', newPassword: '', confirmPassword: '' };

function PasswordForm({ user, onClose }: { user: User; onClose: () => void }) {
  const changePassword = useChangePassword();
  const { form, submit } = useContractForm({
    resolver: formResolver,
    defaultValues: emptyValues,
    errorToast: ['Password not changed', 'Please try again.'],
  });
  const { setFocus } = form;
  useEffect(() => setFocus('currentPassword'), [setFocus]);
  const isBusy = form.formState.isSubmitting || changePassword.isPending;
  const handleSubmit = submit(({ confirmPassword: _, ...body }, onError) =>
    changePassword.mutate(body, { onSuccess: onClose, onError }),
  );
  const passwordField = (
    fieldName: keyof typeof emptyValues,
    label: string,
    autoComplete: string,
  ) => (
    <FormField form={form} name={fieldName} label={label}>
      {(controlProps) => <PasswordInput autoComplete={autoComplete} {...controlProps} />}
    </FormField>
  );
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-5">
      <AccountName email={user.email} />
      {passwordField('currentPassword', 'Current password', 'current-password')}
      {passwordField('newPassword', 'New password', 'new-password')}
      {passwordField('confirmPassword', 'Confirm new password', 'new-password')}
      <p className="text-small text-quiet">
        Every other device will be signed out, and your calendar address will stop working. This
        device stays signed in.{' '}
        <TextLink to={paths.forgotPassword}>Forgot your current password?</TextLink>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving...' : 'Save Password'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

export function PasswordSettings({ user }: { user: User }) {
  const [isFormOpen, setFormOpen] = useState(false);
  if (isFormOpen) return <PasswordForm user={user} onClose={() => setFormOpen(false)} />;
  return (
    <Button variant="outline" onClick={() => setFormOpen(true)}>
      Change Password
    </Button>
  );
}
