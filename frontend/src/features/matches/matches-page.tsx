import type { Match } from '@courtly/contracts/matches';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { errorMessage } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { ReviewDialog } from '../../resources/match/review-dialog';
import { matchesQuery, useRespondToMatch } from '../../resources/match/match-queries';
import { useSession } from '../../resources/session/session';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { ReasonDialog } from '../../ui/reason-dialog';
import { toast, toastError } from '../../ui/toast';
import { ClaimMatch } from './claim-match';
import { type MatchAction, MatchCard } from './match-card';

const HOUR_MS = 3_600_000;
const reasons = {
  dispute: {
    title: 'Dispute this result?',
    hint: 'The player who logged the match will read this.',
    label: 'What is wrong',
    button: 'Dispute Result',
  },
  withdraw: {
    title: 'Withdraw this result?',
    hint: 'Everyone in the match will read this. You can log the hour again.',
    label: 'Why',
    button: 'Withdraw Result',
  },
} as const;
const done = {
  confirm: 'Result confirmed',
  dispute: 'Result disputed',
  withdraw: 'Result withdrawn',
} as const;

type Opened = { action: Exclude<MatchAction, 'confirm'>; match: Match } | null;

/** Every booking lasts one hour. */
const hourOf = ({ bookingId, court, playedAt, zone }: Match) => {
  const endTime = new Date(Date.parse(playedAt) + HOUR_MS).toISOString();
  return { bookingId, court, startTime: playedAt, endTime, zone };
};

/** Also the target of invitation links (`claim/<match id>/<token>`). */
export function MatchesPage() {
  const [, matchId, token] = /^claim\/([^/]+)\/([^/]+)$/.exec(useParams()['*'] ?? '') ?? [];
  const { user } = useSession();
  const matches = useInfiniteQuery(matchesQuery);
  const answer = useRespondToMatch();
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const send = (sent: Parameters<typeof answer.mutate>[0]) =>
    answer.mutate(sent, {
      onSuccess: () => {
        toast(done[sent.what]);
        close();
      },
      onError: (error) => toastError('Error', errorMessage(error, 'Please try again.')),
    });
  const act = (match: Match, action: MatchAction) =>
    action === 'confirm' ? send({ matchId: match.id, what: action }) : setOpened({ action, match });
  return (
    <div className="page max-w-3xl pt-10">
      <PageMeta
        title="Matches"
        description="Matches you played, and results waiting for your answer."
      />
      <h1 className="mb-6 font-display text-title">Your Matches</h1>
      {matchId && token && <ClaimMatch matchId={matchId} token={token} email={user?.email ?? ''} />}
      <QueryPanel query={matches} label="your matches">
        {({ items }) =>
          items.length > 0 ? (
            items.map((match) => (
              <MatchCard
                key={match.id}
                match={match}
                busy={answer.isPending}
                onAct={(action) => act(match, action)}
              />
            ))
          ) : (
            <EmptyState
              title="No matches yet"
              action={<LinkButton to={`${paths.bookings}?tab=past`}>Your Past Bookings</LinkButton>}
            >
              After you play an hour you booked, log the result in its review.
            </EmptyState>
          )
        }
      </QueryPanel>
      <LoadMore query={matches} of="matches" />
      {opened?.action === 'again' && (
        <ReviewDialog resultOnly hour={hourOf(opened.match)} onClose={close} />
      )}
      {opened && opened.action !== 'again' && (
        <ReasonDialog
          {...reasons[opened.action]}
          back="Keep Result"
          busy={answer.isPending}
          onSend={(reason) =>
            send({
              matchId: opened.match.id,
              what: opened.action as 'dispute' | 'withdraw',
              reason,
            })
          }
          onClose={close}
        />
      )}
    </div>
  );
}
