import { formatAmount } from '@courtly/contracts/amount';
import type { DisputeEvidence, MoneyCase } from '@courtly/contracts/money-desk';
import { useQuery } from '@tanstack/react-query';
import {
  type Place,
  formatLongDate,
  formatMediumDate,
  formatMoney,
  formatTime,
  timeRange,
  zoneAbbreviation,
} from '../../lib/format';
import { disputeEvidenceQuery } from '../../resources/admin/admin-queries';
import { factLabel } from '../../resources/admin/money-labels';
import { periodLabels } from '../../resources/membership/membership-queries';
import { Button } from '../../ui/button';
import { CloseButton } from '../../ui/close-button';
import { Dialog } from '../../ui/dialog';
import { QueryPanel } from '../../ui/query-panel';
import { toast, toastError } from '../../ui/toast';

type BookingEvidence = Extract<DisputeEvidence, { about: 'booking' }>;

const hourLabel = ({ booking }: BookingEvidence) => {
  const { court, startTime, endTime } = booking;
  const hour = `${timeRange(startTime, endTime, booking)} ${zoneAbbreviation(startTime, booking)}`;
  return `${court.name}, ${formatLongDate(startTime, booking)}, ${hour}`;
};

/** Founding years and months begin and end at an instant in UTC. */
const placeOf = (evidence: DisputeEvidence): Place =>
  evidence.about === 'booking' ? evidence.booking : 'UTC';

const factLines = (evidence: DisputeEvidence) => {
  const place = placeOf(evidence);
  return evidence.facts.map((fact) => ({
    id: `${fact.what} ${fact.at}`,
    at: `${formatMediumDate(fact.at, place)}, ${formatTime(fact.at, place)} ${zoneAbbreviation(fact.at, place)}`,
    label: factLabel(fact),
  }));
};

/** What is disputed, its price, and what else is known about the person. */
const subjectLines = (evidence: DisputeEvidence): readonly [string, ...string[]] => {
  if (evidence.about === 'booking')
    return [
      hourLabel(evidence),
      `Price: ${formatMoney(evidence.booking.totalAmount)}`,
      `Hours the player completed earlier: ${evidence.earlierBookings}`,
    ];
  const { member, plan, amount, period } = evidence;
  return [
    `${periodLabels[plan]}, ${member.name}`,
    `Price: ${formatAmount(amount)}`,
    period
      ? `Paid for ${formatMediumDate(period.from, 'UTC')} – ${formatMediumDate(period.until, 'UTC')}`
      : "The amount was wrong, so it didn't pay for a membership.",
  ];
};

/** The evidence as text to paste into Stripe's form. */
const evidenceText = (evidence: DisputeEvidence): string =>
  [
    ...subjectLines(evidence),
    ...factLines(evidence).map(({ at, label }) => `${at}: ${label}`),
  ].join('\n');

const copyEvidence = async (evidence: DisputeEvidence) => {
  try {
    await navigator.clipboard.writeText(evidenceText(evidence));
    toast('Evidence copied');
  } catch {
    toastError('Unable to copy', 'Select the text and copy it yourself.');
  }
};

/** Recorded facts about a disputed hour or membership. */
export function EvidenceDialog({
  moneyCase,
  onClose,
}: {
  moneyCase: MoneyCase;
  onClose: () => void;
}) {
  const evidenceQuery = useQuery(disputeEvidenceQuery(moneyCase.id));
  const evidence = evidenceQuery.data;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Evidence"
      description={`Facts from the log for your response to ${moneyCase.stripeId} in Stripe.`}
      footer={
        <>
          <CloseButton>Back</CloseButton>
          {evidence && <Button onClick={() => void copyEvidence(evidence)}>Copy as Text</Button>}
        </>
      }
    >
      <QueryPanel query={evidenceQuery} label="the evidence">
        {(loadedEvidence) => (
          <div className="grid gap-4 wrap-anywhere">
            <SubjectLines evidence={loadedEvidence} />
            <ol aria-label="Facts" className="grid gap-3">
              {factLines(loadedEvidence).map(({ id, at, label }) => (
                <li key={id}>
                  <span className="figures block text-sm text-quiet">{at}</span>
                  {label}
                </li>
              ))}
            </ol>
          </div>
        )}
      </QueryPanel>
    </Dialog>
  );
}

function SubjectLines({ evidence }: { evidence: DisputeEvidence }) {
  const [subject, ...details] = subjectLines(evidence);
  return (
    <>
      <p>{subject}</p>
      {details.map((line) => (
        <p key={line} className="text-quiet">
          {line}
        </p>
      ))}
    </>
  );
}
