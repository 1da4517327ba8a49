import type { FlaggedPlayer } from '@courtly/contracts/rankings';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { AdminLayout } from '../../resources/admin/admin-layout';
import { ratingFlagsQuery } from '../../resources/admin/admin-queries';
import { EmptyState } from '../../ui/empty-state';
import { AdminList } from './admin-list';

type RatingFlag = FlaggedPlayer['flags'][number];

const flagTitles: Record<RatingFlag['kind'], string> = {
  closed_pair: 'Closed pair',
  losing_run: 'Losing streak',
  one_sided_reports: 'One-sided reports',
  new_and_strong: 'New and strong',
};

export function RatingFlagsPage() {
  const flaggedPlayers = useInfiniteQuery(ratingFlagsQuery);
  return (
    <AdminLayout
      title="Rating Flags"
      lead="Patterns that may be worth a closer look. A flag doesn't suspend anyone or change a rating or rank. You decide what to do."
    >
      <AdminList
        query={flaggedPlayers}
        label="Rating flags"
        itemsLabel="players"
        emptyState={<EmptyState title="No flags">No matches look unusual.</EmptyState>}
        renderRow={(flaggedPlayer) => <PlayerRow key={flaggedPlayer.id} player={flaggedPlayer} />}
      />
    </AdminLayout>
  );
}

function PlayerRow({ player: { id, name, matches, flags } }: { player: FlaggedPlayer }) {
  return (
    <li className="grid gap-3 border-b border-rule py-5 wrap-anywhere">
      <h2 className="font-display text-xl">
        <PlayerLink id={id}>{name}</PlayerLink>
      </h2>
      <ul className="grid gap-2">
        {flags.map((ratingFlag) => (
          <li key={`${ratingFlag.kind} ${ratingFlag.other?.id}`}>
            <span className="font-semibold">{flagTitles[ratingFlag.kind]}.</span>{' '}
            <FlagFacts flag={ratingFlag} matches={matches} />
          </li>
        ))}
      </ul>
      <p>
        <Link className="underline" to={`${paths.audit}?${new URLSearchParams({ person: id })}`}>
          <bdi>{name}</bdi> in the audit log
        </Link>
      </p>
    </li>
  );
}

const PlayerLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <Link className="underline" to={paths.player(id)}>
    <bdi>{children}</bdi>
  </Link>
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
