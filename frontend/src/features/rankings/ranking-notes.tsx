import { RANK_COMPARISON_DAYS, RATED_FROM, SMALL_RANKING } from '@courtly/contracts/ranking-limits';
import type { RankingEntry, RankingsTab, Rating } from '@courtly/contracts/rankings';
import { paths } from '../../config/paths';
import { rangeLabel } from '../../resources/ranking/ranking-labels';
import { TextLink } from '../../ui/text-link';

/** The width from which a range is explained, in rating points. */
const WIDE_RANGE = 2;

export const isWide = ([lowest, highest]: Rating['range']): boolean =>
  highest - lowest >= WIDE_RANGE;

/** What every rank needs, in addition to what the formula requires of opponents. */
export const RANK_NEEDS = `A rank needs ${RATED_FROM} confirmed matches, also against opponents who have played several other players.`;

const rankedPlaces: Record<Exclude<RankingsTab, 'friends'>, string> = {
  all: '',
  local: ' in your city',
  clay: ' on clay',
};

/** What is missing in a ranking with few players, and what to do about it. */
export function SmallRankingNote({ tab, count }: { tab: RankingsTab; count: number }) {
  if (tab === 'friends' || count >= SMALL_RANKING) return null;
  return (
    <p className="mb-6 border-y border-rule py-4">
      {count === 1 ? 'Only one player is' : `Only ${count} players are`} ranked{rankedPlaces[tab]}{' '}
      so far, so places and tiers can change with a single match. {RANK_NEEDS}{' '}
      <TextLink to={paths.matches}>Log a match</TextLink>
    </p>
  );
}

/** How to read the rows that are shown. */
export function RankingLegend({ entries }: { entries: readonly RankingEntry[] }) {
  const uncertain = entries.find(({ range }) => isWide(range));
  return (
    <p className="mb-4 max-w-4xl text-small text-quiet">
      Ranked by the lower end of the range, without points that rest on a few opponents. A more
      certain rating ranks higher.
      {uncertain &&
        ` A wide range, such as ${rangeLabel(uncertain.range)}, means that the rating is still uncertain. Each match narrows it.`}
      {entries.some(({ movement }) => movement) &&
        ` Arrows show places gained or lost through matches in the last ${RANK_COMPARISON_DAYS} days.`}
    </p>
  );
}
