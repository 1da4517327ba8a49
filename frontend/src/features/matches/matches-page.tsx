import type { Match } from '@courtly/contracts/matches';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { errorMessage } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { ResultDialog } from '../../resources/match/result-dialog';
import { matchesQuery, useRespondToMatch } from '../../resources/match/match-queries';
import { useSession } from '../../resources/session/session';
import { VerifyEmailNote } from '../../resources/session/verify-email-note';
import { Button } from '../../ui/button';
import { CloseButton } from '../../ui/close-button';
import { Dialog } from '../../ui/dialog';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { ReasonDialog } from '../../ui/reason-dialog';
import { CourtTime } from '../../ui/time';
import { toast, toastError } from '../../ui/toast';
import { ChallengedHours } from './challenged-hours';
import { ClaimMatch } from './claim-match';
import { LogMatch } from './log-match';
import { type MatchAction, MatchCard } from './match-card';
import { HOUR_MS } from '../../lib/durations';
import { Heading } from '../../ui/heading';

const reasonDialogTexts = {
  dispute: {
    title: 'Dispute this result?',
    hint: 'Everyone in the match and the admin who decides will read this.',
    label: 'What is incorrect',
    button: 'Dispute Result',
  },
  withdraw: {
    title: 'Withdraw this result?',
    hint: 'Everyone in the match will read this. You can log the hour again.',
    label: 'Why',
    button: 'Withdraw Result',
  },
  ask: {
    title: 'Ask to withdraw this result?',
    hint: 'It counts until the other side agrees or an admin decides. Everyone in the match will read this.',
    label: 'Why',
    button: 'Ask to Withdraw',
  },
} as const;
const successMessages = {
  confirm: 'Result confirmed',
  dispute: 'Result disputed',
  leave: "You're no longer in this match",
  agree: 'Result withdrawn',
  withdraw: 'Result withdrawn',
  ask: 'The other side has been asked',
} as const;

type ReasonAction = keyof typeof reasonDialogTexts;
const isReasonAction = (action: MatchAction): action is ReasonAction => action in reasonDialogTexts;

type OpenedAction = { action: Exclude<MatchAction, 'confirm' | 'agree'>; match: Match } | null;

/** Every booking lasts one hour. */
const bookingHourOf = (match: Match) => {
  const endTime = new Date(Date.parse(match.playedAt) + HOUR_MS).toISOString();
  return { ...match, startTime: match.playedAt, endTime };
};

function LeaveDialog({
  match,
  busy,
  onLeave,
  onClose,
}: {
  match: Match;
  busy: boolean;
  onLeave: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="You weren't there?"
      description="You'll be removed from this match, and it won't affect your rating. You can't undo this."
      footer={
        <>
          <CloseButton>Go Back</CloseButton>
          <Button variant="danger" busy={busy} onClick={onLeave}>
            I Wasn't There
          </Button>
        </>
      }
    >
      <CourtTime hour={bookingHourOf(match)} />
    </Dialog>
  );
}

/** The member's matches. Invitation links (`claim/<match id>/<token>`) also lead here. */
export function MatchesPage() {
  const [, matchId, token] = /^claim\/([^/]+)\/([^/]+)$/.exec(useParams()['*'] ?? '') ?? [];
  const { user } = useSession();
  const matches = useInfiniteQuery(matchesQuery);
  const respondToMatch = useRespondToMatch();
  const [openedAction, setOpenedAction] = useState<OpenedAction>(null);
  const closeDialog = () => setOpenedAction(null);
  const sendResponse = (
    response: Parameters<typeof respondToMatch.mutate>[0],
    action: keyof typeof successMessages = response.what,
  ) =>
    respondToMatch.mutate(response, {
      onSuccess: () => {
        toast(successMessages[action]);
        closeDialog();
      },
      onError: (error) =>
        toastError('Response not saved', errorMessage(error, 'Please try again.')),
    });
  const handleAction = (listedMatch: Match, matchAction: MatchAction) =>
    matchAction === 'confirm' || matchAction === 'agree'
      ? sendResponse({ matchId: listedMatch.id, what: matchAction })
      : setOpenedAction({ action: matchAction, match: listedMatch });
  return (
    <div className="page max-w-3xl pt-10">
      <PageMeta
        title="Matches"
        description="Matches you played, and results awaiting your response."
      />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <Heading level={1}>Your Matches</Heading>
        <LogMatch />
      </div>
      {matchId && token && <ClaimMatch matchId={matchId} token={token} email={user?.email ?? ''} />}
      <div className="mb-8 empty:hidden">
        <VerifyEmailNote>
          Verify your email, so that new matches that name it appear here. To add an earlier match,
          open the link in its email.
        </VerifyEmailNote>
      </div>
      <ChallengedHours />
      <QueryPanel query={matches} label="your matches">
        {({ items }) =>
          items.length > 0 ? (
            items.map((listedMatch) => (
              <MatchCard
                key={listedMatch.id}
                match={listedMatch}
                busy={respondToMatch.isPending}
                onAct={(matchAction) => handleAction(listedMatch, matchAction)}
              />
            ))
          ) : (
            <EmptyState title="No matches yet">
              After you play an hour that you booked or were challenged to, log its result here.
            </EmptyState>
          )
        }
      </QueryPanel>
      <LoadMore query={matches} itemLabel="matches" />
      {openedAction?.action === 'again' && (
        <ResultDialog
          hour={bookingHourOf(openedAction.match)}
          title="Log the result again"
          onClose={closeDialog}
        />
      )}
      {openedAction?.action === 'leave' && (
        <LeaveDialog
          match={openedAction.match}
          busy={respondToMatch.isPending}
          onLeave={() => sendResponse({ matchId: openedAction.match.id, what: 'leave' })}
          onClose={closeDialog}
        />
      )}
      {openedAction && isReasonAction(openedAction.action) && (
        <ReasonDialog
          {...reasonDialogTexts[openedAction.action]}
          back="Keep Result"
          busy={respondToMatch.isPending}
          onSend={(reason) => {
            const action = openedAction.action as ReasonAction;
            const what = action === 'ask' ? 'withdraw' : action;
            sendResponse({ matchId: openedAction.match.id, what, reason }, action);
          }}
          onClose={closeDialog}
        />
      )}
    </div>
  );
}
