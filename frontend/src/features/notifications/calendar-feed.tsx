import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { QueryPanel } from '../../ui/query-panel';
import { toast, toastError } from '../../ui/toast';

const calendarQuery = queryOptions({
  queryKey: ['/api/calendar'],
  queryFn: ({ signal }) => call('GET /api/calendar', { signal }),
});

const useCalendarAddress = () => {
  const queryClient = useQueryClient();
  const onError = (error: Error) =>
    toastError('Error updating your calendar', errorMessage(error, 'Please try again.'));
  const createAddress = useMutation({
    mutationFn: () => call('POST /api/calendar'),
    onSuccess: (calendar) => queryClient.setQueryData(calendarQuery.queryKey, calendar),
    onError,
  });
  const removeAddress = useMutation({
    mutationFn: () => call('DELETE /api/calendar'),
    onSuccess: () =>
      queryClient.setQueryData(calendarQuery.queryKey, { address: null, since: null }),
    onError,
  });
  return { create: createAddress, end: removeAddress };
};

const copyAddress = async (address: string) => {
  try {
    await navigator.clipboard.writeText(address);
    toast('Address copied');
  } catch {
    toastError("The address couldn't be copied", 'Select it and copy it manually.');
  }
};

/** Anyone who has the secret address can read the member's bookings. */
export function CalendarFeed() {
  const calendar = useQuery(calendarQuery);
  const { create: createAddress, end: removeAddress } = useCalendarAddress();
  return (
    <QueryPanel query={calendar} label="your calendar">
      {({ address }) =>
        address === null ? (
          <>
            <p className="mb-4 max-w-prose">
              Get an address to subscribe to in Google, Apple, or Outlook calendars. Anyone who has
              it can see when and where you play.
            </p>
            <Button
              variant="outline"
              busy={createAddress.isPending}
              onClick={() => createAddress.mutate()}
            >
              Create an Address
            </Button>
          </>
        ) : (
          <div className="max-w-xl">
            <Field
              label="Calendar address"
              hint="Anyone who has it can see when and where you play."
            >
              {(controlProps) => (
                <Input
                  {...controlProps}
                  readOnly
                  value={address}
                  onFocus={({ target }) => target.select()}
                />
              )}
            </Field>
            <div className="mt-4 flex flex-wrap gap-3">
              <Button onClick={() => void copyAddress(address)}>Copy</Button>
              <Button
                variant="outline"
                busy={createAddress.isPending}
                onClick={() => createAddress.mutate()}
              >
                Replace
              </Button>
              <Button
                variant="quiet"
                busy={removeAddress.isPending}
                onClick={() => removeAddress.mutate()}
              >
                Remove
              </Button>
            </div>
          </div>
        )
      }
    </QueryPanel>
  );
}
