import type { Booking } from '@courtly/contracts/bookings';
import type { ReactNode } from 'react';
import { paths } from '../../config/paths';
import { ArrivalNote } from '../../resources/booking/arrival-note';
import { DirectionsLink } from '../../resources/court/directions-link';
import { WaiverLine } from '../../resources/booking/waiver-line';
import { placeLabel } from '../../resources/court/court-labels';
import { Section } from '../../ui/heading';
import { TextLink } from '../../ui/text-link';

type NextStepsProps = { booking: Booking; cancellation: ReactNode };

/** What a player of a confirmed booking does before the hour. */
export function NextSteps({ booking, cancellation }: NextStepsProps) {
  const { court, arrival, waivers } = booking;
  return (
    <Section title="Next steps" className="mt-8">
      <dl className="grid gap-5 [&>div>dt]:eyebrow [&>div>dt]:mb-1">
        <div>
          <dt>Arrival</dt>
          <dd className="grid gap-3">
            <p className="wrap-anywhere">
              <bdi>{placeLabel(court)}</bdi> <DirectionsLink court={court} />
            </p>
            <ArrivalNote arrival={arrival} />
          </dd>
        </div>
        {waivers && (
          <div>
            <dt>Waiver</dt>
            <dd>
              <WaiverLine waivers={waivers} isHosted={false}>
                <TextLink to={paths.bookings}>Manage Guests</TextLink>
              </WaiverLine>
            </dd>
          </div>
        )}
        {cancellation && (
          <div>
            <dt>Cancellation</dt>
            <dd>{cancellation}</dd>
          </div>
        )}
      </dl>
    </Section>
  );
}
