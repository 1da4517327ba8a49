import { useQuery } from '@tanstack/react-query';
import type { AnyBooking } from '../booking/booking-queries';
import { Dialog } from '../../ui/dialog';
import { QueryPanel } from '../../ui/query-panel';
import { IncidentEntry } from './incident-entry';
import { bookingIncidentsQuery, useReportIncident } from './incident-queries';
import { ReportForm } from './report-form';

type IncidentsDialogProps = { booking: AnyBooking; onClose: () => void };

/** No-show reports, damage claims, and weather claims about a booking, and a form for a new one. */
export function IncidentsDialog({ booking, onClose }: IncidentsDialogProps) {
  const incidentsQuery = useQuery(bookingIncidentsQuery(booking.id));
  const reportIncident = useReportIncident(booking.id);
  return (
    <Dialog
      open
      keepsEntries
      side="right"
      onClose={onClose}
      title="Problems with this booking"
      description={booking.court.name}
    >
      <QueryPanel query={incidentsQuery} label="reports">
        {({ incidents, canReport, answerHours }) => (
          <div className="grid gap-8">
            {incidents.length > 0 && (
              <ul className="border-t border-rule">
                {incidents.map((incident) => (
                  <IncidentEntry key={incident.id} incident={incident} booking={booking} />
                ))}
              </ul>
            )}
            {canReport.length > 0 ? (
              <ReportForm
                key={canReport.map(({ kind }) => kind).join()}
                bookingId={booking.id}
                kinds={canReport.map(({ kind }) => kind)}
                answerHours={answerHours}
                busy={reportIncident.isPending}
                onSend={(report, onSuccess) => reportIncident.mutate(report, { onSuccess })}
              />
            ) : (
              incidents.length === 0 && (
                <p>
                  There is nothing to report now. Report bad weather shortly before and during the
                  hour, and a no-show or damage once it has started.
                </p>
              )
            )}
          </div>
        )}
      </QueryPanel>
    </Dialog>
  );
}
