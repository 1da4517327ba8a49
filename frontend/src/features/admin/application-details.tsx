import type { HostApplication, PlayerApplication } from '@courtly/contracts/applications';
import { formatTime, formatLongDate, viewerZone, zoneAbbreviation } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import {
  answerLabel,
  courtTypeLabels,
  emailOutcomeLabels,
} from '../../resources/admin/application-labels';
import { type AnyApplication, isHostApplication } from '../../resources/admin/application-queries';
import { surfaceLabel } from '../../resources/court/court-labels';
import { StatusBadge } from './status-badge';
import { type FactRow, FactList } from '../../ui/fact-list';
import { textLinkClass } from '../../ui/text-link';

const localTimeLabel = (instant: string): string => {
  const localZone = viewerZone();
  return `${formatLongDate(instant, localZone)}, ${formatTime(instant, localZone)} ${zoneAbbreviation(instant, localZone)}`;
};

const hostDetailRows = ({
  phone,
  address,
  courtType,
  courtSurface,
  availability,
  description,
}: HostApplication): FactRow[] => [
  [
    'Phone',
    <a href={`tel:${phone}`} className={textLinkClass}>
      {phone}
    </a>,
  ],
  ['Address', address],
  ['Court', `${courtTypeLabels[courtType]}, ${surfaceLabel(courtSurface)}`],
  ['Availability', availability],
  ['Description', description],
];

const playerDetailRows = ({
  city,
  skillLevel,
  clubMembership,
  motivation,
}: PlayerApplication): FactRow[] => [
  ['City', city],
  ['Level', skillLevel],
  ['Other clubs', clubMembership],
  ['Reason for joining', motivation],
  ['Fees', 'Agreed'],
];

export function ApplicationDetails({ application }: { application: AnyApplication }) {
  const now = useNow();
  const { status, email, submittedAt, answerBy, review, accountId } = application;
  const { emailState, link, erasure, eraseAt } = application;
  const detailRows: FactRow[] = [
    ['Status', <StatusBadge status={status} />],
    ['Submitted', localTimeLabel(submittedAt)],
    [
      'Respond by',
      status === 'pending' && `${localTimeLabel(answerBy)} (${answerLabel(answerBy, now)})`,
    ],
    ['Reviewed by', review && `${review.by}, ${localTimeLabel(review.at)}`],
    ['Reason', review?.reason],
    [
      'Email',
      <a href={`mailto:${email}`} className={textLinkClass}>
        {email}
      </a>,
    ],
    [
      'Last email',
      emailState && `${emailOutcomeLabels[emailState.outcome]} (${localTimeLabel(emailState.at)})`,
    ],
    [
      'Link',
      link &&
        (link.expiresAt <= now
          ? `Expired on ${localTimeLabel(link.expiresAt)}`
          : `Works until ${localTimeLabel(link.expiresAt)}`),
    ],
    [
      'Data',
      erasure === 'erased'
        ? 'Deleted'
        : erasure === 'requested'
          ? 'Being deleted'
          : eraseAt && `Will be deleted on ${localTimeLabel(eraseAt)}`,
    ],
    ['Account', accountId === null ? 'Not linked yet' : 'Linked'],
    ...(isHostApplication(application)
      ? hostDetailRows(application)
      : playerDetailRows(application)),
  ];
  return (
    <>
      <FactList rows={detailRows} />
      {isHostApplication(application) && <ApplicationPhotos photoUrls={application.photos} />}
    </>
  );
}

function ApplicationPhotos({ photoUrls }: { photoUrls: readonly string[] }) {
  if (photoUrls.length === 0) return null;
  return (
    <ul aria-label="Photos" className="mt-5 grid grid-cols-2 gap-3 sm:grid-cols-3">
      {photoUrls.map((photoUrl, index) => (
        <li key={photoUrl}>
          <a href={photoUrl} target="_blank" rel="noreferrer" className="block">
            {/* eslint-disable-next-line jsx-a11y/img-redundant-alt -- The text names the link. */}
            <img
              src={photoUrl}
              alt={`Court photo ${index + 1} of ${photoUrls.length}`}
              className="aspect-4/3 w-full rounded-sm bg-sunk object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
