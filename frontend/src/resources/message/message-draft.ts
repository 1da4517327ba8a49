import {
  type QueryClient,
  type Updater,
  queryOptions,
  skipToken,
  useQueryClient,
} from '@tanstack/react-query';
import { useOptionalData } from '../../lib/use-optional-data';

/**
 * Exists only in the browser. It is in the query cache until the page closes or the user signs out.
 */
const draftQuery = (bookingId: string) =>
  queryOptions<string>({
    queryKey: ['message-draft', bookingId],
    queryFn: skipToken,
    gcTime: Infinity,
  });

export const saveDraft = (
  queryClient: QueryClient,
  bookingId: string,
  text: Updater<string | undefined, string>,
): void => void queryClient.setQueryData(draftQuery(bookingId).queryKey, text);

/** Returns the unsent draft of a conversation and its setter. */
export const useMessageDraft = (bookingId: string) => {
  const queryClient = useQueryClient();
  const draft = useOptionalData(draftQuery(bookingId)) ?? '';
  return [draft, (text: string) => saveDraft(queryClient, bookingId, text)] as const;
};
