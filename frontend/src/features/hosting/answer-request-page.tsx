import type { DeclineReason } from '@courtly/contracts/bookings';
import type { RequestToAnswer } from '@courtly/contracts/emailed-answers';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../config/paths';
import { ApiError, call, errorMessage } from '../../lib/api';
import { formatMoney } from '../../lib/format';
import { PageMeta } from '../../lib/page-meta';
import { NoteField } from '../../resources/booking/note-field';
import { declineReasonOptions } from '../../resources/booking/reason-labels';
import { Button, LinkButton } from '../../ui/button';
import { Field } from '../../ui/field';
import { Heading } from '../../ui/heading';
import { hasFailed } from '../../ui/load-error';
import { Select } from '../../ui/select';
import { CourtTime } from '../../ui/time';

const LOAD_ERROR = "We couldn't open this request. Please try again.";

/** Errors that remain after a reload or a sign-in. */
const finalCodes: readonly (string | undefined)[] = [
  'not_found',
  'wrong_status',
  'suspended',
  'second_factor_required',
];
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && finalCodes.includes(error.code);

const requestQuery = (token: string) =>
  queryOptions({
    queryKey: ['emailed-answer', token],
    queryFn: () => call('POST /api/emailed-answers/request', { body: { token } }),
    enabled: token !== '',
    // The form must not disappear while the host reads it.
    staleTime: Infinity,
    retry: false,
  });

const newAnswers = {
  approve: "Approved. We've let the player know.",
  decline: "Declined. We've let the player know.",
};
const earlierAnswers = {
  approve: 'You approved this request.',
  decline: 'You declined this request.',
};

function Answered({ children }: { children: string }) {
  return (
    <div role="status">
      <p>{children}</p>
      <LinkButton to={paths.hostTab('bookings')} className="mt-6">
        See Your Bookings
      </LinkButton>
    </div>
  );
}

function AnswerForm({ token, request }: { token: string; request: RequestToAnswer }) {
  const { action, given, courtName, playerName, payoutAmount } = request;
  const [reason, setReason] = useState<DeclineReason | ''>('');
  const [showsError, setShowsError] = useState(false);
  const reasonSelect = useRef<HTMLSelectElement>(null);
  const [note, setNote] = useState('');
  const answer = useMutation({
    mutationFn: () =>
      call('POST /api/emailed-answers', {
        body: {
          token,
          ...(reason && { reason, ...(note.trim() && { note: note.trim() }) }),
        },
      }),
  });
  if (given) return <Answered>{earlierAnswers[given]}</Answered>;
  if (answer.isSuccess) return <Answered>{newAnswers[action]}</Answered>;
  const send = () => {
    if (action === 'approve' || reason) return answer.mutate();
    setShowsError(true);
    reasonSelect.current?.focus();
  };
  const label = action === 'approve' ? 'Approve Request' : 'Decline Request';
  return (
    <>
      <dl className="grid gap-3">
        <div>
          <dt className="text-quiet">Player</dt>
          <dd>{playerName}</dd>
        </div>
        <div>
          <dt className="text-quiet">Court and time</dt>
          <dd>
            {courtName}
            <br />
            <CourtTime hour={request} />
          </dd>
        </div>
        <div>
          <dt className="text-quiet">You receive</dt>
          <dd className="figures">{formatMoney(payoutAmount)}</dd>
        </div>
      </dl>
      {action === 'decline' && (
        <div className="mt-6 grid gap-5">
          <Field
            label="Reason"
            required
            error={showsError && reason === '' ? 'Choose a reason' : undefined}
          >
            {(controlProps) => (
              <Select
                {...controlProps}
                ref={reasonSelect}
                options={declineReasonOptions}
                value={reason}
                onChange={(event) => setReason(event.target.value as DeclineReason)}
              />
            )}
          </Field>
          <NoteField
            label="Note to the player"
            hint="The player won't see phone numbers or email addresses in it."
            value={note}
            onChange={setNote}
          />
        </div>
      )}
      {answer.isError && (
        <p role="alert" className="mt-4 text-bad">
          {errorMessage(answer.error, "That didn't work. Please try again.")}
        </p>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        <Button
          size="lg"
          variant={action === 'approve' ? 'primary' : 'danger'}
          busy={answer.isPending}
          onClick={send}
        >
          {answer.isPending ? 'Sending...' : label}
        </Button>
        <LinkButton size="lg" variant="quiet" to={paths.hostTab('bookings')}>
          See All Details
        </LinkButton>
      </div>
    </>
  );
}

function RequestBehind({ token }: { token: string }) {
  const query = useQuery(requestQuery(token));
  const { data: request, error, errorUpdateCount, isFetching, refetch } = query;
  if (request) return <AnswerForm token={token} request={request} />;
  if (token && !hasFailed(query)) return <p role="status">Opening the request...</p>;
  return (
    <div>
      <p key={errorUpdateCount} role="alert">
        {token ? errorMessage(error, LOAD_ERROR) : "This link doesn't work. It is incomplete."}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {token && !isFinal(error) && (
          <Button busy={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        )}
        <LinkButton variant="outline" to={paths.hostTab('bookings')}>
          See Your Bookings
        </LinkButton>
      </div>
    </div>
  );
}

/**
 * Approves or declines a request through the link in an email, without signing in. It takes a
 * click, because mail programs open links. Browsers don't send the fragment, which has the token.
 */
export function AnswerRequestPage() {
  const token = useLocation().hash.slice(1);
  const title = token.includes('.decline.') ? 'Decline this request?' : 'Approve this request?';
  return (
    <section className="page max-w-2xl pt-10">
      <PageMeta title="Booking request" />
      <Heading level={1} className="mb-6">
        {title}
      </Heading>
      <RequestBehind key={token} token={token} />
    </section>
  );
}
