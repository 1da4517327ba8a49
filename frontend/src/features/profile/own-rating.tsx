import type { User } from '@courtly/contracts/identity';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../config/paths';
import {
  LEVEL_NAME,
  RATING_NAME,
  figureLabel,
  rangeLabel,
  ratingNote,
} from '../../resources/ranking/ranking-labels';
import { clubSingles, ownRankQuery } from '../../resources/ranking/ranking-queries';
import { LoadErrors } from '../../ui/load-error';
import { TextLink } from '../../ui/text-link';

/** Shows the rating from matches next to the self-reported level. */
export function OwnRating({ user }: { user: User }) {
  const tennisQuery = useQuery(ownRankQuery(clubSingles));
  const { data: tennisRank } = tennisQuery;
  const pickleballQuery = useQuery({
    ...ownRankQuery({ ...clubSingles, sport: 'pickleball' }),
    enabled: tennisRank?.rating === null,
  });
  const { data: pickleballRank } = pickleballQuery;
  const isPickleball = pickleballRank?.rating != null;
  const ownRank = isPickleball ? pickleballRank : tennisRank;
  return (
    <>
      <LoadErrors className="mt-3" label="your rating" queries={[tennisQuery, pickleballQuery]} />
      <dl className="mt-3 grid gap-x-8 gap-y-1 text-small sm:grid-cols-[auto_1fr]">
        <dt className="text-quiet">{RATING_NAME}</dt>
        <dd className="figures">
          {ownRank?.rating ? (
            <>
              <span className="font-semibold">{figureLabel(ownRank.rating.figure)}</span> (
              {rangeLabel(ownRank.rating.range)}), {ratingNote(ownRank.rating)}
              {isPickleball && ' of pickleball'}.{' '}
              <TextLink
                to={paths.playerTab(user.id, 'matches', isPickleball ? 'pickleball' : 'tennis')}
              >
                Why it changed
              </TextLink>
            </>
          ) : tennisRank && pickleballRank ? (
            'No rated matches yet'
          ) : (
            '–'
          )}
        </dd>
        <dt className="text-quiet">{LEVEL_NAME}</dt>
        <dd>{user.skillLevel ? `USTA ${user.skillLevel}` : 'Not provided'}</dd>
      </dl>
    </>
  );
}
