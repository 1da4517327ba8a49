import type { Court } from '@courtly/contracts/courts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { paths } from '../../app/paths';
import { call, messageOf } from '../../lib/api';
import { hostCourtsQuery } from '../../lib/bookings';
import { Badge } from '../../ui/badge';
import { Button, LinkButton } from '../../ui/button';
import { CourtImage } from '../../ui/court-image';
import { EmptyState } from '../../ui/empty-state';
import { Rate } from '../../ui/price';
import { toast, toastError } from '../../ui/toast';

/** Shows or hides a court; the list changes at once and changes back when that fails. */
const useActivate = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isActive }: Pick<Court, 'id' | 'isActive'>) =>
      call('PATCH /api/courts/:courtId/status', { params: { courtId: id }, body: { isActive } }),
    onMutate: async ({ id, isActive }) => {
      await client.cancelQueries({ queryKey: hostCourtsQuery.queryKey });
      const before = client.getQueryData(hostCourtsQuery.queryKey);
      client.setQueryData(hostCourtsQuery.queryKey, (courts) =>
        courts?.map((court) => (court.id === id ? { ...court, isActive } : court)),
      );
      return before;
    },
    onSuccess: ({ name, isActive }) =>
      toast(
        isActive ? 'Court Activated' : 'Court Deactivated',
        `${name} is ${isActive ? 'shown to' : 'hidden from'} players.`,
      ),
    onError: (error, _, before) => {
      client.setQueryData(hostCourtsQuery.queryKey, before);
      toastError('Error saving court', messageOf(error, 'Failed to save court'));
    },
    onSettled: () => client.invalidateQueries(hostCourtsQuery),
  });
};

const list = <LinkButton to={paths.newCourt}>List Your Court</LinkButton>;

/** The host's courts, hidden ones too. */
export function CourtRows({ courts, mayList }: { courts: readonly Court[]; mayList: boolean }) {
  const activate = useActivate();
  if (courts.length === 0)
    return (
      <EmptyState title="No courts yet" action={mayList && list}>
        The courts that you list stand here.
      </EmptyState>
    );
  return (
    <ul className="border-t border-rule">
      {courts.map((court) => (
        <li
          key={court.id}
          className="grid gap-5 border-b border-rule py-5 sm:grid-cols-[9rem_1fr_auto] sm:items-center"
        >
          <CourtImage {...court} photo={court.photos[0]} className="aspect-16/9 h-auto w-full sm:aspect-4/3" />
          <div>
            <Badge tone={court.isActive ? 'good' : 'neutral'}>{court.isActive ? 'Active' : 'Inactive'}</Badge>
            <h2 className="mt-1 font-display text-2xl leading-tight">{court.name}</h2>
            <p className="text-quiet">
              {court.location} · <Rate amount={court.hourlyRate} />
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            <LinkButton variant="outline" to={paths.editCourt(court.id)} aria-label={`Edit ${court.name}`}>
              Edit
            </LinkButton>
            <Button
              variant="quiet"
              aria-label={`${court.isActive ? 'Deactivate' : 'Activate'} ${court.name}`}
              onClick={() => activate.mutate({ id: court.id, isActive: !court.isActive })}
            >
              {court.isActive ? 'Deactivate' : 'Activate'}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
