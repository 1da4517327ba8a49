import type { Player } from '@courtly/contracts/rankings';
import { paths } from '../../config/paths';
import { formatMonthAndYear, viewerZone } from '../../lib/format';
import { BlockButton } from '../../resources/block/block-button';
import { useEndBlock } from '../../resources/block/block-queries';
import { useFollowPlayer } from '../../resources/player/player-queries';
import { StreakFlag } from '../../resources/ranking/streak-flag';
import { fullName } from '../../resources/session/person-labels';
import { Avatar } from '../../ui/avatar';
import { Badge } from '../../ui/badge';
import { Button, LinkButton } from '../../ui/button';
import { Heading } from '../../ui/heading';

function FollowButton({ player: { id, isFollowed }, name }: { player: Player; name: string }) {
  const { mutate } = useFollowPlayer(id);
  return (
    <Button
      variant="outline"
      aria-pressed={isFollowed}
      aria-label={`${isFollowed ? 'Following' : 'Follow'}: ${name}`}
      onClick={() => mutate(!isFollowed)}
    >
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  );
}

function EndBlockButton({ blockId, name }: { blockId: string; name: string }) {
  const endBlock = useEndBlock();
  return (
    <Button
      variant="outline"
      busy={endBlock.isPending}
      aria-label={`End the block of ${name}`}
      onClick={() => endBlock.mutate({ id: blockId })}
    >
      End Block
    </Button>
  );
}

function ContactButtons({ player, name }: { player: Player; name: string }) {
  return (
    <>
      <LinkButton to={paths.challenge(player.id)} aria-label={`Challenge: ${name}`}>
        Challenge
      </LinkButton>
      <FollowButton player={player} name={name} />
    </>
  );
}

export function PlayerHeader({ player, isOwn }: { player: Player; isOwn: boolean }) {
  const playerName = fullName(player);
  const memberSinceLabel =
    player.memberSince && `Member since ${formatMonthAndYear(player.memberSince, viewerZone())}`;
  const playerFacts = [player.username && `@${player.username}`, player.homeCity, memberSinceLabel];
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-6">
      <div className="flex min-w-0 gap-5">
        <Avatar name={playerName} className="size-16! font-display text-2xl! sm:size-20!" />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Heading level={1} dir="auto" className="break-words">
              {playerName}
            </Heading>
            {player.isElite && <Badge tone="brass">Elite Verified</Badge>}
          </div>
          <p dir="auto" className="mt-1 break-words text-quiet">
            {playerFacts.filter(Boolean).join(' · ')}
          </p>
          <p className="mt-2 empty:hidden">
            <StreakFlag streak={player.streak} />
          </p>
        </div>
      </div>
      {isOwn ? (
        <LinkButton to={paths.profile} variant="outline">
          Your Profile
        </LinkButton>
      ) : (
        <div className="flex flex-wrap gap-3">
          {player.sections.contact && player.blockId === null && (
            <ContactButtons player={player} name={playerName} />
          )}
          {player.blockId === null ? (
            <BlockButton target={{ playerId: player.id }} name={playerName} />
          ) : (
            <EndBlockButton blockId={player.blockId} name={playerName} />
          )}
        </div>
      )}
    </header>
  );
}
