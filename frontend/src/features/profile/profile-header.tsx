import type { User } from '@courtly/contracts/identity';
import { Share } from 'lucide-react';
import { paths } from '../../config/paths';
import { formatMonthAndYear, viewerZone } from '../../lib/format';
import { fullName } from '../../resources/session/person-labels';
import { Avatar } from '../../ui/avatar';
import { Badge } from '../../ui/badge';
import { Button, LinkButton } from '../../ui/button';
import { CourtDrawing } from '../../resources/court/court-drawing';
import { OwnRating } from './own-rating';
import { shareProfile } from './share';
import { isEliteVerified, roleLabel } from './roles';
import { Heading } from '../../ui/heading';

export function ProfileHeader({ user }: { user: User }) {
  const memberName = fullName(user);
  const memberFacts = [
    `@${user.username}`,
    user.homeCity,
    `Member since ${formatMonthAndYear(user.createdAt, viewerZone())}`,
  ];
  return (
    <header>
      <CourtDrawing
        surface={user.surfaces[0] ?? 'clay'}
        seed={`home of ${user.id}`}
        view="perspective"
        wide
        className="h-[clamp(8rem,22vw,17rem)] rounded-md"
      />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-6">
        <div className="min-w-0 sm:flex sm:gap-6">
          <Avatar
            name={memberName}
            picture={user.avatar}
            className="relative -mt-12 ml-4 size-24! border-4 border-paper font-display text-3xl! sm:-mt-10 sm:ml-6 sm:size-28!"
          />
          <div className="mt-4 min-w-0">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Heading level={1} className="break-words">
                {memberName}
              </Heading>
              <p className="flex flex-wrap gap-2">
                <Badge>{roleLabel(user)}</Badge>
                {isEliteVerified(user) && <Badge tone="brass">Elite Verified</Badge>}
              </p>
            </div>
            <p className="mt-1 text-quiet">{memberFacts.filter(Boolean).join(' · ')}</p>
            <OwnRating user={user} />
          </div>
        </div>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.editProfile}>Edit Profile</LinkButton>
          <Button variant="outline" onClick={() => void shareProfile(user)}>
            <Share size={16} strokeWidth={1.8} aria-hidden />
            Share Profile
          </Button>
        </div>
      </div>
    </header>
  );
}
