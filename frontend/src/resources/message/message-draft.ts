import {
  type QueryClient,
  type Updater,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

/** Client-side only: lives in the query cache until the page closes or the user signs out. */
const draftQuery = (bookingId: string) =>
  queryOptions<string>({
    queryKey: ['message-draft', bookingId],
    queryFn: skipToken,
    gcTime: Infinity,
  });

export const keepDraft = (
  client: QueryClient,
  bookingId: string,
  text: Updater<string | undefined, string>,
): void => void client.setQueryData(draftQuery(bookingId).queryKey, text);

/** The unsent draft of a conversation and its setter. */
export const useDraft = (bookingId: string) => {
  const client = useQueryClient();
  const { data: draft = '' } = useQuery(draftQuery(bookingId));
  return [draft, (text: string) => keepDraft(client, bookingId, text)] as const;
};
