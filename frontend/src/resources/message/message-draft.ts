import { type QueryClient, queryOptions, skipToken, useQueryClient } from '@tanstack/react-query';
import { clearDraft, readDraft, writeDraft } from '../../lib/drafts';
import { useOptionalData } from '../../lib/use-optional-data';
import { meQuery } from '../session/session';

const draftKey = (queryClient: QueryClient, bookingId: string) => {
  const account = queryClient.getQueryData(meQuery.queryKey)?.id;
  return account ? { account, form: `message-${bookingId}` } : null;
};

const storedText = (queryClient: QueryClient, bookingId: string): string => {
  const key = draftKey(queryClient, bookingId);
  return ((key && readDraft(key)?.['text']) as string | undefined) ?? '';
};

/** Stays on this device until the message is sent. The cache shares it between components. */
const draftQuery = (queryClient: QueryClient, bookingId: string) =>
  queryOptions<string>({
    queryKey: ['message-draft', bookingId],
    queryFn: skipToken,
    initialData: () => storedText(queryClient, bookingId),
    gcTime: Infinity,
  });

export const saveDraft = (
  queryClient: QueryClient,
  bookingId: string,
  change: string | ((currentText: string) => string),
): void => {
  const { queryKey } = draftQuery(queryClient, bookingId);
  const currentText = queryClient.getQueryData(queryKey) ?? '';
  const text = typeof change === 'string' ? change : change(currentText);
  queryClient.setQueryData(queryKey, text);
  const key = draftKey(queryClient, bookingId);
  if (key) (text ? writeDraft : clearDraft)(key, { text });
};

/** Returns the unsent draft of a conversation and its setter. */
export const useMessageDraft = (bookingId: string) => {
  const queryClient = useQueryClient();
  const draft = useOptionalData(draftQuery(queryClient, bookingId)) ?? '';
  return [draft, (text: string) => saveDraft(queryClient, bookingId, text)] as const;
};
