import type { ReportMessageBody, SendMessageBody } from '@courtly/contracts/messages';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { toast, toastError } from '../../ui/toast';
import { bookingKeys } from '../booking/booking-keys';
import { replaceBooking } from '../booking/booking-mutations';
import { keepDraft } from './message-draft';

/** The messages of a booking. Masked contact details appear once it is confirmed. */
export const conversationQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [...bookingKeys.detail(bookingId), 'messages'],
    queryFn: ({ signal }) =>
      call('GET /api/bookings/:bookingId/messages', { params: { bookingId }, signal }),
    staleTime: 0,
    meta: { live: [`conversations:${bookingId}`, 'bookings'] },
  });

/** Sends a message once, even if it is retried after a lost response. */
export const useSendMessage = (bookingId: string) => {
  const client = useQueryClient();
  const conversation = conversationQuery(bookingId);
  const { keyOf, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: SendMessageBody) =>
      call('POST /api/bookings/:bookingId/messages', {
        params: { bookingId },
        body,
        key: keyOf(body.text),
      }),
    onMutate: () => {
      // Otherwise reopening the conversation would restore the draft and send it twice.
      keepDraft(client, bookingId, '');
      // A pending response would not include the message.
      return client.cancelQueries(conversation);
    },
    onSuccess: (after) => client.setQueryData(conversation.queryKey, after),
    onError: (error, { text }) => {
      keepDraft(client, bookingId, (later) => later || text);
      toastError('Your message was not sent', messageOf(error, 'Please try again in a moment.'));
      return client.invalidateQueries(conversation);
    },
    onSettled: (_, error) => settle(error),
  });
};

/** Marks messages as read up to a number. Failures are silent: the messages stay unread. */
export const useReadMessages = (bookingId: string) => {
  const client = useQueryClient();
  const conversation = conversationQuery(bookingId);
  return useMutation({
    mutationFn: (number: number) =>
      call('POST /api/bookings/:bookingId/messages/read', {
        params: { bookingId },
        body: { number },
      }),
    onMutate: () => client.cancelQueries(conversation),
    onSuccess: (after) => {
      client.setQueryData(conversation.queryKey, after);
      replaceBooking(client, bookingId, (booking) => ({
        ...booking,
        unreadMessages: after.unread,
      }));
    },
  });
};

/** Reports a message once, even if it is retried after a lost response. */
export const useReportMessage = (bookingId: string) => {
  const client = useQueryClient();
  const { keyOf, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: (report: Omit<ReportMessageBody, 'bookingId'>) =>
      call('POST /api/message-reports', {
        body: { bookingId, ...report },
        key: keyOf(JSON.stringify(report)),
      }),
    onSuccess: () => toast('Thank you for your report', 'An admin will review the message.'),
    onError: (error) =>
      toastError('Your report was not sent', messageOf(error, 'Please try again in a moment.')),
    onSettled: (_, error) => {
      settle(error);
      return client.invalidateQueries(conversationQuery(bookingId));
    },
  });
};
