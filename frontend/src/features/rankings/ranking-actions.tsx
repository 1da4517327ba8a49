import type { RankingEntry } from '@courtly/contracts/rankings';
import type { Sport } from '@courtly/contracts/sport';
import { Ellipsis } from 'lucide-react';
import { paths } from '../../config/paths';
import { fullName } from '../../resources/session/person-labels';
import { Button, LinkButton } from '../../ui/button';
import { Menu, MenuGroup, MenuLink } from '../../ui/menu';

export function RankingActions({
  entry,
  isOwn,
  sport,
}: {
  entry: RankingEntry;
  isOwn: boolean;
  sport: Sport;
}) {
  const { id, isChallengeable } = entry;
  const playerName = fullName(entry);
  if (!entry.hasPage) return null;
  return (
    <span className="flex items-center gap-1 lg:justify-end">
      {isChallengeable && (
        <LinkButton
          to={paths.challenge(id)}
          variant="outline"
          aria-label={`Challenge: ${playerName}`}
        >
          Challenge
        </LinkButton>
      )}
      {!isChallengeable && !isOwn && (
        <Button variant="outline" disabled aria-label={`Locked: ${playerName}`}>
          Locked
        </Button>
      )}
      <Menu
        trigger={(triggerProps) => (
          <Button
            {...triggerProps}
            variant="quiet"
            size="icon"
            aria-label={`More about ${playerName}`}
          >
            <Ellipsis size={20} strokeWidth={1.6} aria-hidden />
          </Button>
        )}
      >
        <MenuGroup>
          <MenuLink to={paths.playerIn(id, sport)}>View Profile</MenuLink>
          <MenuLink to={paths.playerTab(id, 'matches', sport)}>Match History</MenuLink>
          <MenuLink to={paths.playerTab(id, 'courts', sport)}>Courts Played</MenuLink>
        </MenuGroup>
      </Menu>
    </span>
  );
}
