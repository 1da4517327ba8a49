import type { HostApplication, PlayerApplication } from '@courtly/contracts/applications';
import type { ReactElement } from 'react';
import { clock, longDate, viewerZone, zoneName } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { answerLabel, courtTypeLabels } from '../../resources/admin/application-labels';
import { type AnyApplication, isHostApplication } from '../../resources/admin/application-queries';
import { surfaceLabel } from '../../resources/court/court-labels';
import { StatusBadge } from './status-badge';

type Row = readonly [label: string, value: ReactElement | string | false | null | undefined];

const moment = (instant: string): string => {
  const here = viewerZone();
  return `${longDate(instant, here)}, ${clock(instant, here)} ${zoneName(instant, here)}`;
};

const hostRows = ({
  phone,
  address,
  courtType,
  courtSurface,
  availability,
  description,
}: HostApplication): Row[] => [
  [
    'Phone',
    <a href={`tel:${phone}`} className="underline">
      {phone}
    </a>,
  ],
  ['Address', address],
  ['Court', `${courtTypeLabels[courtType]}, ${surfaceLabel(courtSurface)}`],
  ['Availability', availability],
  ['Description', description],
];

const playerRows = ({ city, skillLevel, clubMembership, motivation }: PlayerApplication): Row[] => [
  ['City', city],
  ['Level', skillLevel],
  ['Other clubs', clubMembership],
  ['Why join', motivation],
  ['Fees', 'Agreed'],
];

export function ApplicationDetails({ application }: { application: AnyApplication }) {
  const now = useNow();
  const { status, email, submittedAt, answerBy, review, accountId } = application;
  const rows: Row[] = [
    ['Status', <StatusBadge status={status} />],
    ['Submitted', moment(submittedAt)],
    ['Answer by', status === 'pending' && `${moment(answerBy)} (${answerLabel(answerBy, now)})`],
    ['Reviewed by', review && `${review.by}, ${moment(review.at)}`],
    ['Reason', review?.reason],
    [
      'Email',
      <a href={`mailto:${email}`} className="underline">
        {email}
      </a>,
    ],
    ['Account', accountId === null ? 'Not linked yet' : 'Linked'],
    ...(isHostApplication(application) ? hostRows(application) : playerRows(application)),
  ];
  return (
    <>
      <dl className="border-t border-rule">
        {rows
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="grid grid-cols-[7rem_1fr] border-b border-rule py-3">
              <dt className="text-quiet">{label}</dt>
              <dd dir="auto" className="min-w-0 wrap-anywhere whitespace-pre-line">
                {value}
              </dd>
            </div>
          ))}
      </dl>
      {isHostApplication(application) && <Photos addresses={application.photos} />}
    </>
  );
}

function Photos({ addresses }: { addresses: readonly string[] }) {
  if (addresses.length === 0) return null;
  return (
    <ul aria-label="Photos" className="mt-5 grid grid-cols-2 gap-3 sm:grid-cols-3">
      {addresses.map((address, index) => (
        <li key={address}>
          <a href={address} target="_blank" rel="noreferrer" className="block">
            <img
              src={address}
              alt={`Court photo ${index + 1} of ${addresses.length}`}
              className="aspect-4/3 w-full rounded-sm bg-sunk object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
