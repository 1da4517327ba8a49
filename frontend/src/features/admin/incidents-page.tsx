import type { AdminIncident, IncidentStatus } from '@courtly/contracts/incidents';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { AdminLayout } from '../../resources/admin/admin-layout';
import { adminIncidentsQuery } from '../../resources/admin/admin-queries';
import {
  answerLabel,
  incidentStatusLabel,
  incidentSummary,
  readingLabel,
  wordsLabel,
} from '../../resources/incident/incident-labels';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { RadioGroup } from '../../ui/radio-group';
import { AdminActionDialog } from './admin-action-dialog';
import { AdminList } from './admin-list';
import { BookedHour } from './case-details';

const statusChoices: readonly { value: IncidentStatus; label: string }[] = [
  { value: 'ruling', label: 'To decide' },
  { value: 'open', label: 'Waiting for a response' },
  { value: 'upheld', label: 'Upheld' },
  { value: 'dismissed', label: 'Dismissed' },
];

type PendingDecision = Readonly<{ incident: AdminIncident; isUpheld: boolean }>;

/** Reports and claims about booked hours, earliest deadline first. */
export function IncidentsPage() {
  const [status, setStatus] = useState<IncidentStatus>('ruling');
  const incidentPages = useInfiniteQuery(adminIncidentsQuery(status));
  const [pendingDecision, setPendingDecision] = useState<PendingDecision | null>(null);
  return (
    <AdminLayout
      title="Incidents"
      lead="No-show reports, damage claims, and weather claims. A claim puts the payout of its booking on hold."
    >
      <RadioGroup
        legend="Status"
        className="mb-8 grid-cols-2 lg:grid-cols-4"
        choices={statusChoices}
        value={status}
        onChange={setStatus}
      />
      <AdminList
        query={incidentPages}
        label="Incidents"
        itemsLabel="incidents"
        emptyState={<EmptyState title="No incidents">No incidents have this status.</EmptyState>}
        renderRow={(incident) => (
          <IncidentRow key={incident.id} incident={incident} onDecide={setPendingDecision} />
        )}
      />
      {pendingDecision && (
        <DecisionDialog decision={pendingDecision} onClose={() => setPendingDecision(null)} />
      )}
    </AdminLayout>
  );
}

function IncidentRow({
  incident,
  onDecide,
}: {
  incident: AdminIncident;
  onDecide: (decision: PendingDecision) => void;
}) {
  const { answer, reading, decision } = incident;
  return (
    <li className="grid gap-2 border-b border-rule py-5 wrap-anywhere">
      <p className="flex flex-wrap items-center gap-3 font-display text-xl">
        {incidentSummary(incident)}
        {incident.isOverdue && <Badge tone="bad">Overdue</Badge>}
      </p>
      <BookedHour booking={incident} />
      <p dir="auto" className="whitespace-pre-line">
        {wordsLabel(incident)}
      </p>
      {answer && (
        <p dir="auto" className="whitespace-pre-line">
          {answerLabel(incident)}
        </p>
      )}
      {reading && <p className="text-quiet">Weather report: {readingLabel(reading)}</p>}
      <p>{incidentStatusLabel(incident, incident)}</p>
      {decision?.reason && <p dir="auto">“{decision.reason}”</p>}
      {incident.mayDecide && (
        <div className="flex flex-wrap gap-3">
          <Button size="sm" onClick={() => onDecide({ incident, isUpheld: true })}>
            Uphold
          </Button>
          <Button
            size="sm"
            variant="outline"
            onClick={() => onDecide({ incident, isUpheld: false })}
          >
            Dismiss
          </Button>
        </div>
      )}
      {incident.status === 'ruling' && !incident.mayDecide && (
        <p className="text-quiet">This case involves you, so another admin has to decide it.</p>
      )}
    </li>
  );
}

const REFUND_TEXT = "The player gets a full refund, and the host isn't paid for this hour.";

const upheldText = ({ kind, side }: AdminIncident): string => {
  if (kind === 'damage') return "The claim is recorded. The player isn't charged automatically.";
  if (kind === 'weather') return REFUND_TEXT;
  const strikeText = 'It counts as a no-show for the reported person.';
  return side === 'player' ? `${strikeText} ${REFUND_TEXT}` : strikeText;
};

function DecisionDialog({
  decision: { incident, isUpheld },
  onClose,
}: {
  decision: PendingDecision;
  onClose: () => void;
}) {
  const { id: incidentId, kind } = incident;
  const noun = kind === 'no_show' ? 'report' : 'claim';
  return (
    <AdminActionDialog
      title={isUpheld ? `Uphold this ${noun}?` : `Dismiss this ${noun}?`}
      description={isUpheld ? upheldText(incident) : `The ${noun} has no consequences.`}
      hint="Both sides will see this reason."
      button={isUpheld ? 'Uphold' : 'Dismiss'}
      isDanger={isUpheld}
      mutationFn={(reason) =>
        call('POST /api/admin/incidents/:incidentId/decision', {
          params: { incidentId },
          body: { reason, isUpheld },
        })
      }
      successMessage={isUpheld ? 'Upheld' : 'Dismissed'}
      onClose={onClose}
    />
  );
}
