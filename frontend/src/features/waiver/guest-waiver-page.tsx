import type { GuestWaiver } from '@courtly/contracts/guest-waivers';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { ApiError, call, errorMessage, invalidFieldsOf } from '../../lib/api';
import { formatLongDate, viewerZone } from '../../lib/format';
import { PageMeta } from '../../lib/page-meta';
import { GuardianFields, useGuardian } from '../../resources/waiver/guardian-fields';
import { LoadErrors, hasFailed } from '../../ui/load-error';
import { PaperLink } from '../../resources/paper/paper-link';
import { WaiverTextBox } from '../../resources/waiver/waiver-text-box';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Spinner } from '../../ui/skeleton';
import { CourtTime } from '../../ui/time';
import { Heading } from '../../ui/heading';

const guestWaiverQuery = (token: string) =>
  queryOptions({
    queryKey: ['/api/guest-waivers', token],
    queryFn: ({ signal }) => call('GET /api/guest-waivers/:token', { params: { token }, signal }),
    retry: false,
  });

/** The waiver behind a link that a player shared. Needs no account. */
export function GuestWaiverPage() {
  const { token = '' } = useParams();
  const query = useQuery(guestWaiverQuery(token));
  const { data: waiver, error } = query;
  const isInvalid = error instanceof ApiError && error.code === 'not_found';
  return (
    <div className="page max-w-3xl pt-8 md:pt-12">
      <PageMeta title="Sign the waiver" description="Sign the waiver before you play as a guest." />
      <Heading level={1} className="mb-6">
        {waiver?.signedAt ? 'Your waiver' : 'Sign the waiver'}
      </Heading>
      {!waiver && !hasFailed(query) && <Spinner />}
      {isInvalid ? (
        <p role="alert">{error.userMessage}</p>
      ) : (
        <LoadErrors className="" label="the waiver" queries={[query]} />
      )}
      {waiver && (
        <>
          <p className="break-words">
            {waiver.invitedBy
              ? `${waiver.invitedBy} invited you to play`
              : "You're invited to play"}{' '}
            at <span className="font-semibold">{waiver.courtName}</span>.
            {!waiver.signedAt &&
              " Everyone who plays signs this waiver. You don't need an account."}
          </p>
          <div className="my-6 border-y border-rule py-4">
            <CourtTime hour={waiver} />
          </div>
          {waiver.signedAt ? (
            <SignedWaiver waiver={waiver} signedAt={waiver.signedAt} />
          ) : (
            <SignForm waiver={waiver} token={token} />
          )}
        </>
      )}
    </div>
  );
}

function SignedWaiver({ waiver, signedAt }: { waiver: GuestWaiver; signedAt: string }) {
  return (
    <>
      <p role="status" className="font-display text-2xl">
        You signed on {formatLongDate(signedAt, viewerZone())}.
      </p>
      <p className="mt-2 text-quiet">The host can see your signature. You can close this page.</p>
      <details className="mt-6">
        <summary className="cursor-pointer py-1">Read what you signed</summary>
        <p className="mt-2 text-quiet">Version {waiver.version}</p>
        <p className="mt-4 whitespace-pre-line">{waiver.text}</p>
        <p className="mt-4 text-small break-all text-quiet">Fingerprint: {waiver.textHash}</p>
      </details>
    </>
  );
}

function SignForm({ waiver, token }: { waiver: GuestWaiver; token: string }) {
  const { version, adultAge } = waiver;
  const queryClient = useQueryClient();
  const { queryKey } = guestWaiverQuery(token);
  // A new version must be read and accepted again.
  const [readVersion, setReadVersion] = useState('');
  const [checkedVersion, setCheckedVersion] = useState('');
  const [name, setName] = useState('');
  const [showsHints, setShowsHints] = useState(false);
  const { guardian, setGuardian, isComplete } = useGuardian();
  const isRead = readVersion === version;
  const isChecked = checkedVersion === version;
  const signWaiver = useMutation({
    mutationFn: () =>
      call('POST /api/guest-waivers/:token/sign', {
        params: { token },
        body: { version, name, isAdult: guardian === null, guardian },
      }),
    onSuccess: (signedWaiver) => queryClient.setQueryData(queryKey, signedWaiver),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'waiver_changed')
        return queryClient.invalidateQueries({ queryKey });
      return undefined;
    },
  });
  const fieldErrors = invalidFieldsOf(signWaiver.error);
  const errorOf = (wanted: string) => fieldErrors.find(({ field }) => field === wanted)?.message;
  const nameError =
    errorOf('name') ??
    (showsHints && name.trim() === ''
      ? `Please enter ${guardian ? "the minor's" : 'your'} full name`
      : undefined);
  const guardianNameError =
    errorOf('guardian.name') ?? (showsHints && !isComplete ? 'Please enter your name' : undefined);
  const shownFields = guardian ? ['name', 'guardian.name'] : ['name'];
  const areAllShown =
    fieldErrors.length > 0 && fieldErrors.every(({ field }) => shownFields.includes(field));
  const canSign = isChecked && isComplete && name.trim() !== '';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!canSign) return setShowsHints(true);
        if (!signWaiver.isPending) signWaiver.mutate();
      }}
    >
      <WaiverTextBox waiver={waiver} onRead={setReadVersion} className="h-[70dvh]" />
      <p className="mt-2 text-small text-quiet">
        {isRead ? `Version ${version}` : 'Scroll to the end of the text first.'}
      </p>
      <GuardianFields
        guardian={guardian}
        setGuardian={(changed) => {
          // The checkbox has different text for a guardian, which no one has agreed to yet.
          if ((changed === null) !== (guardian === null)) setCheckedVersion('');
          setGuardian(changed);
        }}
        adultAge={adultAge}
        nameError={guardianNameError}
      />
      <Field
        label={guardian ? "The minor's full name" : 'Your full name'}
        required
        error={nameError}
        className="mt-4"
      >
        {(controlProps) => (
          <Input
            {...controlProps}
            autoComplete={guardian ? 'off' : 'name'}
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Checkbox
        className="mt-4"
        label={
          guardian
            ? 'I have read the waiver and accept it for myself and for the minor.'
            : `I have read the waiver and accept it. I am ${adultAge} or older.`
        }
        checked={isChecked}
        disabled={!isRead}
        aria-invalid={showsHints && !isChecked}
        onChange={(event) => setCheckedVersion(event.target.checked ? version : '')}
      />
      <p className="mt-3 text-small text-quiet">
        The <PaperLink paper="privacy">privacy notice</PaperLink> explains how long we keep this.
      </p>
      <p role="alert" className="mt-4 text-bad empty:hidden">
        {signWaiver.error && !areAllShown
          ? errorMessage(signWaiver.error, "Your signature wasn't saved. Please try again.")
          : showsHints && !isChecked && 'Read the waiver to the end, then check the box.'}
      </p>
      <Button type="submit" size="lg" busy={signWaiver.isPending} className="mt-6">
        {signWaiver.isPending ? 'One moment...' : 'Sign the Waiver'}
      </Button>
    </form>
  );
}
