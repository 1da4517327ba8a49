import type { DisputeEvidence, MoneyCase } from '@courtly/contracts/money-desk';
import { useQuery } from '@tanstack/react-query';
import {
  formatLongDate,
  formatMediumDate,
  formatMoney,
  formatTime,
  timeRange,
  zoneAbbreviation,
} from '../../lib/format';
import { disputeEvidenceQuery } from '../../resources/admin/admin-queries';
import { factLabel } from '../../resources/admin/money-labels';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { QueryPanel } from '../../ui/query-panel';
import { toast, toastError } from '../../ui/toast';

const hourLabel = ({ booking }: DisputeEvidence) => {
  const { court, startTime, endTime } = booking;
  const hour = `${timeRange(startTime, endTime, booking)} ${zoneAbbreviation(startTime, booking)}`;
  return `${court.name}, ${formatLongDate(startTime, booking)}, ${hour}`;
};

const factLines = ({ booking, facts }: DisputeEvidence) =>
  facts.map((fact) => ({
    id: `${fact.what} ${fact.at}`,
    at: `${formatMediumDate(fact.at, booking)}, ${formatTime(fact.at, booking)} ${zoneAbbreviation(fact.at, booking)}`,
    label: factLabel(fact),
  }));

const earlierLabel = ({ earlierBookings }: DisputeEvidence) =>
  `Earlier hours that the player completed: ${earlierBookings}`;

/** The evidence as text to paste into Stripe's form. */
const evidenceText = (evidence: DisputeEvidence): string =>
  [
    hourLabel(evidence),
    `Price: ${formatMoney(evidence.booking.totalAmount)}`,
    earlierLabel(evidence),
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

/** Recorded facts about a disputed hour. */
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
          <Button variant="outline" onClick={onClose}>
            Back
          </Button>
          {evidence && <Button onClick={() => void copyEvidence(evidence)}>Copy as Text</Button>}
        </>
      }
    >
      <QueryPanel query={evidenceQuery} label="the evidence">
        {(loadedEvidence) => (
          <div className="grid gap-4 wrap-anywhere">
            <p>{hourLabel(loadedEvidence)}</p>
            <p className="text-quiet">{earlierLabel(loadedEvidence)}</p>
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
