import {
  type QueryClient,
  type Updater,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

/** Nobody is asked for it: it is known here alone, as long as the page is open, and goes with all else when somebody signs out. */
const draftQuery = (bookingId: string) =>
  queryOptions<string>({
    queryKey: ['message-draft', bookingId],
    queryFn: skipToken,
    gcTime: Infinity,
  });

/** Keeps what is written about a booking until it is sent. */
export const keepDraft = (
  client: QueryClient,
  bookingId: string,
  text: Updater<string | undefined, string>,
): void => void client.setQueryData(draftQuery(bookingId).queryKey, text);

/** What was written about a booking and not sent, and how to keep it. */
export const useDraft = (bookingId: string) => {
  const client = useQueryClient();
  const { data: draft = '' } = useQuery(draftQuery(bookingId));
  return [draft, (text: string) => keepDraft(client, bookingId, text)] as const;
};
