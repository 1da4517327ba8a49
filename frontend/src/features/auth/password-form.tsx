import type { ReactNode } from 'react';
import { schemaResolver } from '../../lib/schema-resolver';
import { Button } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { Input } from '../../ui/input';
import { PasswordInput } from '../../ui/password-input';
import { useContractForm } from '../../ui/use-contract-form';
import type { useLogin } from './api';

const formResolver = schemaResolver(
  async () => (await import('@courtly/contracts/identity')).LoginBody,
);

type PasswordFormProps = {
  login: ReturnType<typeof useLogin>;
  email?: string;
  /** Below the password. */
  children: ReactNode;
};

/** The first step of a sign-in. */
export function PasswordForm({ login, email = '', children }: PasswordFormProps) {
  const { form, submit } = useContractForm({
    resolver: formResolver,
    defaultValues: { email, password: '' },
  });
  const isBusy = form.formState.isSubmitting || login.isPending;
  return (
    <form
      noValidate
      onSubmit={submit((credentials) => login.mutate(credentials))}
      className="grid gap-5"
    >
      <FormField form={form} name="email" label="Email">
        {(controlProps) => (
          <Input type="email" autoComplete="username" inputMode="email" {...controlProps} />
        )}
      </FormField>
      <FormField form={form} name="password" label="Password">
        {(controlProps) => <PasswordInput autoComplete="current-password" {...controlProps} />}
      </FormField>
      {children}
      <Button type="submit" size="lg" busy={isBusy} className="mt-2">
        {isBusy ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}
