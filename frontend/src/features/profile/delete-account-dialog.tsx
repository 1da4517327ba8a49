import type { Erasure, ErasureBlocker } from '@courtly/contracts/erasure';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { schemaResolver } from '../../lib/schema-resolver';
import { useSession } from '../../resources/session/session';
import { AccountName } from '../../ui/account-name';
import { Button } from '../../ui/button';
import { CloseButton } from '../../ui/close-button';
import { Dialog } from '../../ui/dialog';
import { FormField } from '../../ui/form-field';
import { Input } from '../../ui/input';
import { PasswordInput } from '../../ui/password-input';
import { VerifyEmailNote } from '../../resources/session/verify-email-note';
import { QueryPanel } from '../../ui/query-panel';
import { useContractForm } from '../../ui/use-contract-form';
import { erasureQuery, useEraseAccount } from './account-api';
import { TextLink } from '../../ui/text-link';

const formResolver = schemaResolver(
  async () => (await import('@courtly/contracts/erasure')).EraseAccountBody,
);

const blockerLinkLabels: Record<ErasureBlocker['code'], string> = {
  bookings: 'See your bookings',
  hosting: 'See your court bookings',
  payments: 'See your bookings',
  refunds: 'See your bookings',
  debts: 'See your bookings',
  incidents: 'See the bookings',
  report_period: 'See your past bookings',
  payouts: 'See your earnings',
  membership: 'See your membership',
  last_admin: 'Open the admin dashboard',
};

function Blockers({ blockers }: Pick<Erasure, 'blockers'>) {
  return (
    <>
      <p>You can't delete your account yet:</p>
      <ul className="mt-4 grid gap-4">
        {blockers.map(({ code, message, link }) => (
          <li key={code} className="border-l-2 border-brass-line pl-4">
            <p>{message}</p>
            <TextLink to={link}>{blockerLinkLabels[code] ?? 'See details'}</TextLink>
          </li>
        ))}
      </ul>
    </>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className="font-display text-lg">
        {title}
      </h3>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-quiet">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}

function Confirmation({
  formId,
  erase,
}: {
  formId: string;
  erase: ReturnType<typeof useEraseAccount>;
}) {
  const { user } = useSession();
  const { form, submit } = useContractForm({
    resolver: formResolver,
    defaultValues: { currentPassword: '', confirmation: '' },
    errorToast: ['Account not deleted', 'Please try again.'],
  });
  return (
    <form
      id={formId}
      noValidate
      onSubmit={submit((formValues, onError) => erase.mutate(formValues, { onError }))}
      className="grid gap-5"
    >
      <AccountName email={user?.email} />
      <FormField form={form} name="currentPassword" label="Your password">
        {(controlProps) => <PasswordInput autoComplete="current-password" {...controlProps} />}
      </FormField>
      <FormField form={form} name="confirmation" label="Type DELETE to confirm">
        {(controlProps) => (
          <Input autoComplete="off" autoCapitalize="characters" {...controlProps} />
        )}
      </FormField>
    </form>
  );
}

/** Lists the blockers, or what is deleted and kept. Deletion requires the password. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const erasure = useQuery(erasureQuery);
  const eraseAccount = useEraseAccount();
  const canErase = erasure.data?.blockers.length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete your account"
      footer={
        <>
          <CloseButton>{canErase ? 'Keep My Account' : 'Close'}</CloseButton>
          {canErase && (
            <Button variant="danger" type="submit" form={formId} busy={eraseAccount.isPending}>
              {eraseAccount.isPending ? 'Deleting...' : 'Delete Permanently'}
            </Button>
          )}
        </>
      }
    >
      <QueryPanel query={erasure} label="the details of your account">
        {({ blockers, goes, stays }) =>
          blockers.length > 0 ? (
            <Blockers blockers={blockers} />
          ) : (
            <div className="grid gap-6">
              <p>
                You'll be signed out everywhere immediately. No one can restore your account, not
                even us.
              </p>
              <Points title="What we delete" points={goes} />
              <Points title="What we keep, without your name" points={stays} />
              <VerifyEmailNote>
                You may have applied with your email, and other people may have invited you or named
                it in a match. To delete that data too, verify your email first.
              </VerifyEmailNote>
              <Confirmation formId={formId} erase={eraseAccount} />
            </div>
          )
        }
      </QueryPanel>
    </Dialog>
  );
}
