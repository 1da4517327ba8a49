import type { ReportMessageBody, SendMessageBody } from '@courtly/contracts/messages';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { toast, toastError } from '../../ui/toast';
import { bookingKeys } from '../booking/booking-keys';
import { replaceBooking } from '../booking/booking-mutations';
import { saveDraft } from './message-draft';

/** The messages of a booking. Masked contact details become visible once it is confirmed. */
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
  const queryClient = useQueryClient();
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
      // If the draft remained, reopening the conversation would restore it and the user could send
      // it twice.
      saveDraft(queryClient, bookingId, '');
      // A pending response would not include this message.
      return queryClient.cancelQueries(conversation);
    },
    onSuccess: (updatedConversation) =>
      queryClient.setQueryData(conversation.queryKey, updatedConversation),
    onError: (error, { text }) => {
      saveDraft(queryClient, bookingId, (currentDraft) => currentDraft || text);
      toastError("Your message wasn't sent", errorMessage(error, 'Please try again in a moment.'));
      return queryClient.invalidateQueries(conversation);
    },
    onSettled: (_, error) => settle(error),
  });
};

/** Marks messages as read up to a number. Ignores failures, which leave the messages unread. */
export const useReadMessages = (bookingId: string) => {
  const queryClient = useQueryClient();
  const conversation = conversationQuery(bookingId);
  return useMutation({
    mutationFn: (messageNumber: number) =>
      call('POST /api/bookings/:bookingId/messages/read', {
        params: { bookingId },
        body: { number: messageNumber },
      }),
    onMutate: () => queryClient.cancelQueries(conversation),
    onSuccess: (updatedConversation) => {
      queryClient.setQueryData(conversation.queryKey, updatedConversation);
      replaceBooking(queryClient, bookingId, (booking) => ({
        ...booking,
        unreadMessages: updatedConversation.unread,
      }));
    },
  });
};

/** Reports a message once, even if it is retried after a lost response. */
export const useReportMessage = (bookingId: string) => {
  const queryClient = useQueryClient();
  const { keyOf, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: (reportInput: Omit<ReportMessageBody, 'bookingId'>) =>
      call('POST /api/message-reports', {
        body: { bookingId, ...reportInput },
        key: keyOf(JSON.stringify(reportInput)),
      }),
    onSuccess: () => toast('Thank you for your report', 'An admin will review the message.'),
    onError: (error) =>
      toastError("Your report wasn't sent", errorMessage(error, 'Please try again in a moment.')),
    onSettled: (_, error) => {
      settle(error);
      return queryClient.invalidateQueries(conversationQuery(bookingId));
    },
  });
};
