import type { User } from '@courtly/contracts/identity';
import type { PendingLogin } from '@courtly/contracts/second-factor';
import { useEffect, useRef, useState } from 'react';
import { errorMessage, invalidFieldsOf } from '../../lib/api';
import { schemaResolver } from '../../lib/schema-resolver';
import { Button } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { Input } from '../../ui/input';
import { toastError } from '../../ui/toast';
import { useContractForm } from '../../ui/use-contract-form';
import { useFinishLogin, usePasskeyLogin } from './api';
import { textLinkClass } from '../../ui/text-link';

const formResolver = schemaResolver(
  async () => (await import('@courtly/contracts/second-factor')).ConfirmTotpBody,
);

type SecondStepFormProps = { pendingLogin: PendingLogin; onSignedIn: (user: User) => unknown };

export function SecondStepForm({
  pendingLogin: { ticket, kinds },
  onSignedIn,
}: SecondStepFormProps) {
  const finishLogin = useFinishLogin(onSignedIn);
  const passkeyLogin = usePasskeyLogin(ticket, onSignedIn);
  const hasPasskey = kinds.includes('passkey');
  const [hasApp, setHasApp] = useState(kinds.includes('totp'));
  const [startsWithPasskey, setStartsWithPasskey] = useState(hasPasskey);
  const { form, submit } = useContractForm({ resolver: formResolver, defaultValues: { code: '' } });
  const { setFocus } = form;
  const passkeyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (startsWithPasskey) passkeyButton.current?.focus();
    else setFocus('code');
  }, [setFocus, startsWithPasskey, hasApp]);
  const handleSubmit = submit(({ code }, onError) =>
    finishLogin.mutate(
      { ticket, code },
      {
        onError(error) {
          onError(error);
          if (invalidFieldsOf(error).length > 0) return;
          toastError('Login failed', errorMessage(error, 'Please try again.'));
        },
      },
    ),
  );
  const isBusy = form.formState.isSubmitting || finishLogin.isPending;
  return (
    <>
      {hasPasskey && (
        <div className="mb-8 grid gap-6 border-b border-rule pb-8">
          <Button
            size="lg"
            ref={passkeyButton}
            busy={passkeyLogin.isPending}
            onClick={() => passkeyLogin.mutate()}
          >
            {passkeyLogin.isPending ? 'Waiting for the passkey...' : 'Use a Passkey'}
          </Button>
        </div>
      )}
      <form noValidate onSubmit={handleSubmit} className="grid gap-5">
        <FormField
          form={form}
          name="code"
          label={hasApp ? 'Code from your app' : 'Recovery code'}
          hint={
            hasApp
              ? 'The 6 digits that your authenticator app shows for Courtly.'
              : 'One of the ten codes that you saved. Each works once.'
          }
        >
          {(controlProps) => (
            <Input
              key={String(hasApp)}
              autoComplete={hasApp ? 'one-time-code' : 'off'}
              inputMode={hasApp ? 'numeric' : 'text'}
              autoCapitalize="none"
              spellCheck={false}
              {...controlProps}
            />
          )}
        </FormField>
        {kinds.includes('totp') && (
          <p>
            <button
              type="button"
              className={textLinkClass}
              onClick={() => {
                form.reset();
                setStartsWithPasskey(false);
                setHasApp(!hasApp);
              }}
            >
              {hasApp ? 'Use a recovery code' : 'Use a code from your app'}
            </button>
          </p>
        )}
        <Button
          type="submit"
          size="lg"
          variant={hasPasskey ? 'outline' : 'primary'}
          busy={isBusy}
          className="mt-2"
        >
          {isBusy ? 'Signing in...' : 'Sign In'}
        </Button>
      </form>
    </>
  );
}
