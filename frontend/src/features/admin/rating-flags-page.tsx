import type { FlaggedPlayer } from '@courtly/contracts/rankings';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { paths } from '../../config/paths';
import { AdminLayout } from '../../resources/admin/admin-layout';
import { ratingFlagsQuery } from '../../resources/admin/admin-queries';
import { call } from '../../lib/api';
import { sportLabels } from '../../lib/sports';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { AdminActionDialog } from './admin-action-dialog';
import { AdminList } from './admin-list';
import { FlaggedMatches } from './flagged-matches';
import { TextLink } from '../../ui/text-link';
import { Heading } from '../../ui/heading';

type RatingFlag = FlaggedPlayer['flags'][number];

const flagTitles: Record<RatingFlag['kind'], string> = {
  closed_pair: 'Closed pair',
  losing_run: 'Losing streak',
  one_sided_reports: 'One-sided reports',
  new_and_strong: 'New and strong',
};

/** Dismisses the flag, or without one, hides the player or shows them again. */
type PendingAction = Readonly<{ player: FlaggedPlayer; flag: RatingFlag | null }>;

export function RatingFlagsPage() {
  const flaggedPlayers = useInfiniteQuery(ratingFlagsQuery);
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null);
  return (
    <AdminLayout
      title="Rating Flags"
      lead="Patterns that may be worth a closer look. A flag doesn't change a rating or rank. Hide a player from rankings, void a match, or dismiss a flag if nothing is wrong."
    >
      <AdminList
        query={flaggedPlayers}
        label="Rating flags"
        itemsLabel="players"
        emptyState={<EmptyState title="No flags">No matches look unusual.</EmptyState>}
        renderRow={(flaggedPlayer) => (
          <PlayerRow
            key={`${flaggedPlayer.sport} ${flaggedPlayer.id}`}
            player={flaggedPlayer}
            onAct={setPendingAction}
          />
        )}
      />
      {pendingAction && (
        <FlagActionDialog action={pendingAction} onClose={() => setPendingAction(null)} />
      )}
    </AdminLayout>
  );
}

function PlayerRow({
  player,
  onAct,
}: {
  player: FlaggedPlayer;
  onAct: (action: PendingAction) => void;
}) {
  const { id, sport, name, matches, flags, isHidden } = player;
  const [showsMatches, setShowsMatches] = useState(false);
  return (
    <li className="grid gap-3 border-b border-rule py-5 wrap-anywhere">
      <Heading level={2} size={3}>
        <PlayerLink id={id}>{name}</PlayerLink>
      </Heading>
      <p className="text-quiet">{sportLabels[sport]}</p>
      <ul className="grid gap-2">
        {flags.map((ratingFlag) => (
          <li key={`${ratingFlag.kind} ${ratingFlag.other?.id}`}>
            <span className="font-semibold">{flagTitles[ratingFlag.kind]}.</span>{' '}
            <FlagFacts flag={ratingFlag} matches={matches} />
            <Button
              size="sm"
              variant="quiet"
              aria-label={`Dismiss ${flagTitles[ratingFlag.kind]} of ${name}`}
              onClick={() => onAct({ player, flag: ratingFlag })}
            >
              Dismiss
            </Button>
          </li>
        ))}
      </ul>
      {isHidden && <p className="text-quiet">Hidden from rankings.</p>}
      <Button
        size="sm"
        variant="quiet"
        className="justify-self-start"
        aria-expanded={showsMatches}
        aria-label={`Matches of ${name} in ${sportLabels[sport].toLowerCase()}`}
        onClick={() => setShowsMatches(!showsMatches)}
      >
        Matches
      </Button>
      {showsMatches && <FlaggedMatches player={player} />}
      <Button
        size="sm"
        variant="outline"
        className="justify-self-start"
        onClick={() => onAct({ player, flag: null })}
      >
        {isHidden ? 'Show in Rankings' : 'Hide from Rankings'}
      </Button>
      <p>
        <TextLink to={`${paths.audit}?${new URLSearchParams({ person: id })}`}>
          <bdi>{name}</bdi> in the audit log
        </TextLink>
      </p>
    </li>
  );
}

function FlagActionDialog({
  action: { player, flag },
  onClose,
}: {
  action: PendingAction;
  onClose: () => void;
}) {
  const params = { playerId: player.id };
  if (flag)
    return (
      <AdminActionDialog
        title="Dismiss this flag?"
        description={`${flagTitles[flag.kind]}, ${player.name}. It returns after ten more rated matches.`}
        button="Dismiss Flag"
        isDanger={false}
        mutationFn={(reason) =>
          call('POST /api/admin/rating-flags/:playerId/dismissals', {
            params,
            body: { sport: player.sport, kind: flag.kind, otherId: flag.other?.id ?? null, reason },
          })
        }
        successMessage="Flag dismissed"
        onClose={onClose}
      />
    );
  const { isHidden } = player;
  return (
    <AdminActionDialog
      title={isHidden ? `Show ${player.name} in rankings?` : `Hide ${player.name} from rankings?`}
      description={
        isHidden
          ? 'They will be ranked again with the next update.'
          : 'They will leave all rankings with the next update. Their matches still count for others.'
      }
      {...(!isHidden && { hint: 'The player will see this reason.' })}
      button={isHidden ? 'Show in Rankings' : 'Hide from Rankings'}
      isDanger={!isHidden}
      mutationFn={(reason) =>
        call('POST /api/admin/players/:playerId/ranking-visibility', {
          params,
          body: { isHidden: !isHidden, reason },
        })
      }
      successMessage={isHidden ? 'Player shown in rankings' : 'Player hidden from rankings'}
      onClose={onClose}
    />
  );
}

const PlayerLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <TextLink to={paths.player(id)}>
    <bdi>{children}</bdi>
  </TextLink>
);

/** Shares are rounded to hundredths, so the counts are exact only for fewer than 100 matches. */
const matchCountLabel = (matchShare: number, matchCount: number): string =>
  `${matchCount < 100 ? '' : 'about '}${Math.round(matchShare * matchCount)}`;

function FlagFacts({
  flag: { kind, other, share },
  matches,
}: {
  flag: RatingFlag;
  matches: number;
}) {
  const percentLabel = `${Math.round(share * 100)}%`;
  switch (kind) {
    case 'closed_pair':
      return (
        <>
          Met {other ? <PlayerLink id={other.id}>{other.name}</PlayerLink> : 'one other player'} in{' '}
          {matchCountLabel(share, matches)} of {matches} rated matches.
        </>
      );
    case 'losing_run':
      return `Lost ${matchCountLabel(share, matches)} in a row out of ${matches} rated matches.`;
    case 'one_sided_reports':
      return `Won ${percentLabel} of the matches they logged and lost most of the matches others logged.`;
    case 'new_and_strong':
      return `Won ${percentLabel} of the games in only ${matches} rated matches.`;
  }
}
