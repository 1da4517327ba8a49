import type {
  AnswerIncidentBody,
  IncidentKind,
  ReportIncidentBody,
} from '@courtly/contracts/incidents';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api';
import { toast, toastError } from '../../ui/toast';
import { bookingKeys } from '../booking/booking-keys';

export const bookingIncidentsQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [...bookingKeys.detail(bookingId), 'incidents'],
    queryFn: ({ signal }) =>
      call('GET /api/bookings/:bookingId/incidents', { params: { bookingId }, signal }),
    meta: { live: ['incidents'] },
  });

/** The viewer's upheld no-show reports. */
export const strikesQuery = queryOptions({
  queryKey: ['/api/strikes'],
  queryFn: ({ signal }) => call('GET /api/strikes', { signal }),
  meta: { live: ['strikes'] },
});

const useIncidentMutation = <Input>(
  bookingId: string,
  mutationFn: (input: Input) => Promise<unknown>,
  successMessage: string,
) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => toast(successMessage),
    onError: (error) => toastError('Not sent', errorMessage(error, 'Please try again.')),
    onSettled: () =>
      void queryClient.invalidateQueries({ queryKey: bookingKeys.detail(bookingId) }),
  });
};

export const useReportIncident = (bookingId: string) =>
  useIncidentMutation(
    bookingId,
    (body: ReportIncidentBody) =>
      call('POST /api/bookings/:bookingId/incidents', { params: { bookingId }, body }),
    'Sent. The other side can respond now.',
  );

/** Moves the hour to this start (UTC). */
export const useMoveHour = (bookingId: string) =>
  useIncidentMutation(
    bookingId,
    (startTime: string) =>
      call('POST /api/bookings/:bookingId/move', { params: { bookingId }, body: { startTime } }),
    'Your hour has moved',
  );

/** Takes the refund instead of another hour. */
export const useDeclineMove = (bookingId: string) =>
  useIncidentMutation(
    bookingId,
    () => call('POST /api/bookings/:bookingId/move/decline', { params: { bookingId } }),
    "Your refund is on its way. We'll email you.",
  );

export const useAnswerIncident = (bookingId: string, kind: IncidentKind) =>
  useIncidentMutation(
    bookingId,
    (body: AnswerIncidentBody) =>
      call('POST /api/bookings/:bookingId/incidents/:kind/answer', {
        params: { bookingId, kind },
        body,
      }),
    'Your response was sent',
  );
