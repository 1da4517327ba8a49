import type { User } from '@courtly/contracts/identity';
import type { SecondFactor, SecondFactors } from '@courtly/contracts/second-factor';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { formatShortDate, viewerZone } from '../../lib/format';
import { secondFactorsQuery } from '../../resources/session/second-factors';
import { VerifyEmailNote } from '../../resources/session/verify-email-note';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { QueryPanel } from '../../ui/query-panel';
import { supportsPasskeys } from '../../resources/session/passkeys';
import { PasskeySetup } from './passkey-setup';
import { RecoveryCodes } from './recovery-codes';
import { TotpSetup } from './totp-setup';
import { useIssueRecoveryCodes, useRemoveFactor } from './two-step-api';
import { TwoStepProof } from './two-step-proof';

type OpenForm = Readonly<
  { type: 'setup' | 'passkey' | 'codes' } | { type: 'removal'; factor: SecondFactor }
>;

const factorName = ({ kind, name }: SecondFactor): string =>
  name || (kind === 'totp' ? 'Authenticator app' : 'Passkey');

function FactorRow({ factor, onRemove }: { factor: SecondFactor; onRemove: () => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-rule py-4">
      <div className="min-w-0">
        <p className="break-words">{factorName(factor)}</p>
        <p className="text-small text-quiet">
          Added {formatShortDate(factor.addedAt, viewerZone())}
        </p>
      </div>
      <Button
        size="sm"
        variant="outline"
        aria-label={`Remove ${factorName(factor)}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  );
}

type RemovalFormProps = { factor: SecondFactor; hasPasskey: boolean; onClose: () => void };

function RemovalForm({ factor, hasPasskey, onClose }: RemovalFormProps) {
  return (
    <TwoStepProof
      title={`Remove ${factorName(factor)}`}
      mutation={useRemoveFactor(factor.id)}
      submitLabel="Remove"
      errorTitle="Not removed"
      hasPasskey={hasPasskey}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}

type CodesFormProps = {
  hasPasskey: boolean;
  onDone: (codes: string[]) => void;
  onCancel: () => void;
};

function CodesForm({ hasPasskey, onDone, onCancel }: CodesFormProps) {
  return (
    <TwoStepProof
      title="New recovery codes"
      mutation={useIssueRecoveryCodes()}
      submitLabel="Show New Codes"
      errorTitle="Codes not replaced"
      hasPasskey={hasPasskey}
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
      onCancel={onCancel}
    />
  );
}

function Requirement({ factors, noteRef }: { factors: SecondFactors; noteRef: Ref<HTMLElement> }) {
  if (!factors.isRequired || factors.isUsed) return null;
  return (
    <p
      ref={noteRef as Ref<HTMLParagraphElement>}
      tabIndex={-1}
      role="note"
      className="mb-5 border-l-2 border-bad pl-4"
    >
      {factors.factors.length > 0
        ? 'Your role requires your second step. Log out, then sign in again with it.'
        : 'Your role requires two-step sign-in. Turn it on to open the admin pages.'}
    </p>
  );
}

const UnverifiedNote = () => (
  <div className="mt-4 empty:hidden">
    <VerifyEmailNote>
      Verify your email first. That proves that the address is yours.
    </VerifyEmailNote>
  </div>
);

function Factors({ user, secondFactors }: { user: User; secondFactors: SecondFactors }) {
  const [openForm, setOpenForm] = useState<OpenForm | null>(null);
  const [newCodes, setNewCodes] = useState<readonly string[]>([]);
  const { factors, recoveryCodesLeft } = secondFactors;
  const hasPasskey = factors.some(({ kind }) => kind === 'passkey');
  const hasApp = factors.some(({ kind }) => kind === 'totp');
  const close = () => setOpenForm(null);
  const showCodes = (codes: readonly string[]) => {
    setNewCodes(codes);
    close();
  };
  if (newCodes.length > 0) return <RecoveryCodes codes={newCodes} onDone={() => setNewCodes([])} />;
  if (openForm?.type === 'setup') return <TotpSetup onDone={showCodes} onCancel={close} />;
  if (openForm?.type === 'passkey')
    return <PasskeySetup user={user} onDone={showCodes} onCancel={close} />;
  if (openForm?.type === 'codes')
    return <CodesForm hasPasskey={hasPasskey} onDone={showCodes} onCancel={close} />;
  if (openForm?.type === 'removal')
    return <RemovalForm factor={openForm.factor} hasPasskey={hasPasskey} onClose={close} />;
  if (factors.length === 0)
    return (
      <>
        <p className="max-w-prose">
          Sign in with your password plus a passkey or a code from an authenticator app on your
          phone. A stolen password alone is then useless.
        </p>
        <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
          {user.isEmailVerified && (
            <Button variant="outline" onClick={() => setOpenForm({ type: 'setup' })}>
              Use an App
            </Button>
          )}
          {user.isEmailVerified && supportsPasskeys() && (
            <Button variant="outline" onClick={() => setOpenForm({ type: 'passkey' })}>
              Use a Passkey
            </Button>
          )}
        </div>
        <UnverifiedNote />
      </>
    );
  return (
    <>
      <p>
        <Badge tone="good">On</Badge>
      </p>
      <ul className="mt-4 border-b border-rule">
        {factors.map((factor) => (
          <FactorRow
            key={factor.id}
            factor={factor}
            onRemove={() => setOpenForm({ type: 'removal', factor })}
          />
        ))}
      </ul>
      <p className="mt-5 text-quiet">
        {recoveryCodesLeft === 1
          ? 'One recovery code is left.'
          : `${recoveryCodesLeft} recovery codes are left.`}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {user.isEmailVerified && !hasApp && (
          <Button variant="outline" onClick={() => setOpenForm({ type: 'setup' })}>
            Add an App
          </Button>
        )}
        {user.isEmailVerified && supportsPasskeys() && (
          <Button variant="outline" onClick={() => setOpenForm({ type: 'passkey' })}>
            Add a Passkey
          </Button>
        )}
        <Button variant="outline" onClick={() => setOpenForm({ type: 'codes' })}>
          New Recovery Codes
        </Button>
      </div>
      <UnverifiedNote />
    </>
  );
}

/** Turns two-step sign-in on and off. Admin pages redirect to it if the role requires it. */
export function TwoStepSettings({ user }: { user: User }) {
  const query = useQuery({ ...secondFactorsQuery, staleTime: 0 });
  const noteRef = useRef<HTMLElement>(null);
  const { state } = useLocation();
  const isSent = (state as { needsSecondFactor?: true } | null)?.needsSecondFactor === true;
  const isLoaded = query.data !== undefined;
  useEffect(() => {
    if (isSent && isLoaded) noteRef.current?.focus();
  }, [isSent, isLoaded]);
  return (
    <QueryPanel query={query} label="your two-step sign-in">
      {(secondFactors) => (
        <>
          <Requirement factors={secondFactors} noteRef={noteRef} />
          <Factors user={user} secondFactors={secondFactors} />
        </>
      )}
    </QueryPanel>
  );
}
