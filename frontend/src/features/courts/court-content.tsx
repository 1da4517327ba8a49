import type { CourtDetail } from '@courtly/contracts/courts';
import { courtTexts } from '@courtly/contracts/pages';
import { Share2, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { AccessBadge } from '../../resources/court/access-badge';
import { FavouriteButton } from '../../resources/court/favourite-button';
import { placeLabel, ratingLabel, surfaceLabel } from '../../resources/court/court-labels';
import { neighborLines } from '../../resources/court/neighbor-labels';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { shareLink } from '../../ui/share';
import { CourtAmenities, CourtFacts } from './court-facts';
import { CourtDescription } from './court-description';
import { CourtHost } from './court-host';
import { CourtName } from './court-name';
import { CourtPanel } from './court-panel';
import { CourtTabs } from './court-tabs';
import { Gallery } from './gallery';
import { ReserveBar } from './reserve-bar';
import { Section } from '../../ui/heading';

const PANEL_ID = 'reserve';

export function CourtContent({ court, booking }: { court: CourtDetail; booking: ReactNode }) {
  return (
    <article className="wrap-anywhere">
      <PageMeta texts={courtTexts(court)} path={paths.court(court.id)} image={court.photos[0]} />
      <Gallery court={court} />
      <div className="page grid gap-x-16 gap-y-10 pt-8 lg:grid-cols-[1fr_25rem] lg:grid-rows-[auto_1fr] lg:pt-12">
        <div className="grid min-w-0 content-start gap-8">
          <CourtHeading court={court} />
          <CourtFacts court={court} />
          <CourtHost courtId={court.id} />
          <CourtDescription>{court.description}</CourtDescription>
          {court.amenities.length > 0 && (
            <div className="border-t border-rule pt-6">
              <CourtAmenities amenities={court.amenities} />
            </div>
          )}
          {court.houseRules && (
            <Section title="House rules">
              <p dir="auto" className="mt-2 max-w-prose wrap-anywhere whitespace-pre-line">
                {court.houseRules}
              </p>
            </Section>
          )}
          <Section title="For the neighbors">
            <ul className="mt-2">
              {neighborLines(court).map((line) => (
                <li key={line} className="border-b border-rule py-3">
                  {line}
                </li>
              ))}
            </ul>
          </Section>
        </div>
        <div id={PANEL_ID} className="scroll-mt-20 lg:row-span-2 lg:row-start-1 lg:col-start-2">
          <div className="lg:sticky lg:top-20">
            <CourtPanel court={court} booking={booking} />
          </div>
        </div>
        <CourtTabs court={court} />
      </div>
      {court.takesBookings && <ReserveBar court={court} panelId={PANEL_ID} />}
    </article>
  );
}

/** Without a day or an hour, so that the link stays valid. */
const shareCourt = (court: CourtDetail): Promise<void> => {
  const { title, description: text } = courtTexts(court);
  const url = new URL(paths.court(court.id), location.origin).href;
  return shareLink({ title, text, url }, { title: 'Link copied' });
};

function CourtHeading({ court }: { court: CourtDetail }) {
  return (
    <div>
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone="brass">{surfaceLabel(court.surfaceType)}</Badge>
        <AccessBadge access={court.courtAccess} />
        <span className="figures flex items-center gap-1.5 text-quiet">
          <Star size={16} strokeWidth={1.6} aria-hidden className="text-brass" />
          {ratingLabel(court.rating)}
        </span>
        <span className="ml-auto flex items-center gap-1">
          <Button
            variant="quiet"
            size="icon"
            aria-label="Share"
            onClick={() => void shareCourt(court)}
          >
            <Share2 size={20} strokeWidth={1.6} aria-hidden />
          </Button>
          <FavouriteButton court={court} />
        </span>
      </div>
      <CourtName>{court.name}</CourtName>
      <p dir="auto" className="mt-4 min-w-0 text-lg wrap-anywhere text-quiet">
        {placeLabel(court)}
      </p>
    </div>
  );
}
