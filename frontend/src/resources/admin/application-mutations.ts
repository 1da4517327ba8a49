import type { ReviewHostApplicationBody } from '@courtly/contracts/applications';
import { type QueryClient, useMutation } from '@tanstack/react-query';
import { call, invalidFields, messageOf } from '../../lib/api';
import { toast, toastError } from '../../ui/toast';
import { type ApplicationKind, applicationKeys } from './application-queries';

export type Review = { applicationId: string } & Omit<ReviewHostApplicationBody, 'reason'> & {
    reason: string;
  };

/** The location of a host's court, needed only if the server can't derive it from the address. */
export type PlaceField = 'location' | 'zone';

/** Validation errors about the location; empty for any other error. */
export const placeRefusals = (error: unknown): { field: PlaceField; message: string }[] =>
  invalidFields(error).flatMap(({ field, message }) =>
    field === 'location' || field === 'zone' ? [{ field, message }] : [],
  );

const invalidateApplications = (client: QueryClient, kind: ApplicationKind) =>
  Promise.all([
    client.invalidateQueries({ queryKey: applicationKeys.counts }),
    client.invalidateQueries({ queryKey: applicationKeys.lists(kind) }),
  ]);

/**
 * Approves or rejects an application. Not optimistic, because the applicant's email can't be
 * undone.
 */
export const useReviewApplication = (kind: ApplicationKind) =>
  useMutation({
    mutationFn: ({ applicationId, ...body }: Review) =>
      call(`PATCH /api/admin/${kind}-applications/:applicationId/status` as const, {
        params: { applicationId },
        body,
      }),
    onSuccess: () => toast('Status Updated', 'Application status has been updated successfully.'),
    onError: (error) => {
      if (placeRefusals(error).length === 0)
        toastError('Error', messageOf(error, 'Failed to update application status.'));
    },
    onSettled: (_data, _error, _variables, _result, { client }) =>
      void invalidateApplications(client, kind),
  });
