import { type ComponentType, useState } from 'react';
import { paths } from '../../config/paths';
import { averageRating } from '../../lib/earnings';
import { money } from '../../lib/format';
import { PageMeta } from '../../lib/page-meta';
import { Button, LinkButton } from '../../ui/button';
import { AnalyticsTab } from './analytics-tab';
import { type Cancelling, HostingDashboard } from './hosting-dashboard';

type Props = { CourtDialog: ComponentType<{ courtId: string | null; onClose: () => void }>; CancelDialog: Cancelling };

/** What an owner's courts add up to. */
export function OwnerDashboard({ CourtDialog, CancelDialog }: Props) {
  const [form, setForm] = useState<{ courtId: string | null } | null>(null);
  const edit = (courtId: string | null) => setForm({ courtId });
  return (
    <div className="page pt-10">
      <PageMeta title="Owner Dashboard" description="Your courts, their bookings and their revenue." />
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <h1 className="font-display text-title">Owner Dashboard</h1>
        <div className="flex flex-wrap gap-3">
          <LinkButton variant="outline" to={paths.ownerAvailability}>
            Availability
          </LinkButton>
          <Button onClick={() => edit(null)}>Add Court</Button>
        </div>
      </div>
      <HostingDashboard
        label="Owner dashboard"
        figures={(figures, courts) => [
          { label: 'Total courts', value: figures?.courts.listed },
          { label: 'Total bookings', value: figures?.total.bookings, note: 'Cancelled ones left out' },
          { label: 'Total revenue', value: figures && money(figures.total.earned), note: 'Of completed bookings' },
          { label: 'Average rating', value: courts && averageRating(courts) },
        ]}
        courtRows={{ mayList: true, onEdit: edit }}
        last={{
          value: 'analytics',
          label: 'Analytics',
          panel: <AnalyticsTab />,
        }}
        CancelDialog={CancelDialog}
      />
      {form && <CourtDialog courtId={form.courtId} onClose={() => setForm(null)} />}
    </div>
  );
}
