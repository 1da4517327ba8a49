import { useState } from 'react';
import { paths } from '../../config/paths';
import { money } from '../../lib/format';
import { PageMeta } from '../../lib/page-meta';
import { Button, LinkButton } from '../../ui/button';
import { AnalyticsTab } from './analytics-tab';
import { HostingDashboard } from './hosting-dashboard';
import { averageRating } from '../../resources/court/court-labels';
import { CourtDialog } from '../../resources/court/lazy-court-dialog';

/** What an owner's courts add up to. */
export function OwnerDashboardPage() {
  const [form, setForm] = useState<{ courtId: string | null } | null>(null);
  const edit = (courtId: string | null) => setForm({ courtId });
  return (
    <div className="page pt-10">
      <PageMeta title="Owner Dashboard" description="Your courts, their bookings and their revenue." />
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <h1 className="font-display text-title">Owner Dashboard</h1>
        <div className="flex flex-wrap gap-3">
          <LinkButton variant="outline" to={paths.hostCalendar}>
            Calendar
          </LinkButton>
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
      />
      {form && <CourtDialog courtId={form.courtId} onClose={() => setForm(null)} />}
    </div>
  );
}
