import type { Match } from '@courtly/contracts/matches';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { errorMessage } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { ResultDialog } from '../../resources/match/result-dialog';
import { matchesQuery, useRespondToMatch } from '../../resources/match/match-queries';
import { useSession } from '../../resources/session/session';
import { VerifyEmailNote } from '../../resources/session/verify-email-note';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { ReasonDialog } from '../../ui/reason-dialog';
import { toast, toastError } from '../../ui/toast';
import { ClaimMatch } from './claim-match';
import { type MatchAction, MatchCard } from './match-card';
import { HOUR_MS } from '../../lib/durations';

const reasonDialogTexts = {
  dispute: {
    title: 'Dispute this result?',
    hint: 'The player who logged the match will read this.',
    label: 'What is incorrect',
    button: 'Dispute Result',
  },
  withdraw: {
    title: 'Withdraw this result?',
    hint: 'Everyone in the match will read this. You can log the hour again.',
    label: 'Why',
    button: 'Withdraw Result',
  },
} as const;
const successMessages = {
  confirm: 'Result confirmed',
  dispute: 'Result disputed',
  withdraw: 'Result withdrawn',
} as const;

type OpenedAction = { action: Exclude<MatchAction, 'confirm'>; match: Match } | null;

/** Every booking lasts one hour. */
const bookingHourOf = (match: Match) => {
  const endTime = new Date(Date.parse(match.playedAt) + HOUR_MS).toISOString();
  return { ...match, startTime: match.playedAt, endTime };
};

/** The member's matches. Invitation links (`claim/<match id>/<token>`) also lead here. */
export function MatchesPage() {
  const [, matchId, token] = /^claim\/([^/]+)\/([^/]+)$/.exec(useParams()['*'] ?? '') ?? [];
  const { user } = useSession();
  const matches = useInfiniteQuery(matchesQuery);
  const respondToMatch = useRespondToMatch();
  const [openedAction, setOpenedAction] = useState<OpenedAction>(null);
  const closeDialog = () => setOpenedAction(null);
  const sendResponse = (response: Parameters<typeof respondToMatch.mutate>[0]) =>
    respondToMatch.mutate(response, {
      onSuccess: () => {
        toast(successMessages[response.what]);
        closeDialog();
      },
      onError: (error) =>
        toastError('Response not saved', errorMessage(error, 'Please try again.')),
    });
  const handleAction = (listedMatch: Match, matchAction: MatchAction) =>
    matchAction === 'confirm'
      ? sendResponse({ matchId: listedMatch.id, what: matchAction })
      : setOpenedAction({ action: matchAction, match: listedMatch });
  return (
    <div className="page max-w-3xl pt-10">
      <PageMeta
        title="Matches"
        description="Matches you played, and results awaiting your response."
      />
      <h1 className="mb-6 font-display text-title">Your Matches</h1>
      {matchId && token && <ClaimMatch matchId={matchId} token={token} email={user?.email ?? ''} />}
      <div className="mb-8 empty:hidden">
        <VerifyEmailNote>
          Verify your email, so that new matches that name it appear here. To add an earlier match,
          open the link in its email.
        </VerifyEmailNote>
      </div>
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
            <EmptyState
              title="No matches yet"
              action={<LinkButton to={`${paths.bookings}?tab=past`}>Your Past Bookings</LinkButton>}
            >
              After you play an hour you booked, log its result under your past bookings.
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
      {openedAction && openedAction.action !== 'again' && (
        <ReasonDialog
          {...reasonDialogTexts[openedAction.action]}
          back="Keep Result"
          busy={respondToMatch.isPending}
          onSend={(reason) =>
            sendResponse({
              matchId: openedAction.match.id,
              what: openedAction.action as 'dispute' | 'withdraw',
              reason,
            })
          }
          onClose={closeDialog}
        />
      )}
    </div>
  );
}
