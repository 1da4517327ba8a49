import type { CourtDetail } from '@courtly/contracts/courts';
import {
  CalendarCheck,
  Car,
  Check,
  Droplets,
  Lightbulb,
  type LucideIcon,
  MessageCircle,
  PersonStanding,
  ShowerHead,
  Target,
  Volleyball,
  Wifi,
  Zap,
} from 'lucide-react';
import { sportOptions } from '../../lib/sports';
import { cancellationLabel } from './cancellation-label';

/** Amenities are free text, so keywords select the icon. */
const amenityIcons: readonly (readonly [RegExp, LucideIcon])[] = [
  [/light/i, Lightbulb],
  [/ball machine/i, Target],
  [/park|garage|charg/i, Car],
  [/shower/i, ShowerHead],
  [/restroom|bathroom|toilet|changing|locker/i, PersonStanding],
  [/water|pool|drink/i, Droplets],
  [/wi-?fi/i, Wifi],
];

const iconOfAmenity = (amenity: string): LucideIcon =>
  amenityIcons.find(([pattern]) => pattern.test(amenity))?.[1] ?? Check;

type Fact = Readonly<{ label: string; icon: LucideIcon }>;

function FactList({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <ul aria-label={label} className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {facts.map(({ label: fact, icon: Icon }) => (
        <li key={fact} className="flex min-w-0 items-start gap-3">
          <Icon size={20} strokeWidth={1.6} aria-hidden className="mt-0.5 shrink-0 text-brass" />
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {fact}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** How to play and book here. */
export function CourtFacts({ court: { sports, policy, quote } }: { court: CourtDetail }) {
  return (
    <FactList
      label="Facts"
      facts={[
        {
          label: sportOptions
            .filter(({ value }) => sports.includes(value))
            .map(({ label }) => label)
            .join(' and '),
          icon: Volleyball,
        },
        policy.instantBook
          ? { label: 'Bookings are confirmed instantly', icon: Zap }
          : { label: 'The host confirms each request', icon: MessageCircle },
        { label: cancellationLabel(quote), icon: CalendarCheck },
      ]}
    />
  );
}

export function CourtAmenities({ amenities }: Pick<CourtDetail, 'amenities'>) {
  return (
    <FactList
      label="Amenities"
      facts={amenities.map((label) => ({ label, icon: iconOfAmenity(label) }))}
    />
  );
}
