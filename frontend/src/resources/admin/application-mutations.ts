import type { ApplicationKind, ReviewHostApplicationBody } from '@courtly/contracts/applications';
import { type QueryClient, useMutation } from '@tanstack/react-query';
import { call, invalidFieldsOf, errorMessage } from '../../lib/api';
import { toast, toastError } from '../../ui/toast';
import { applicationKeys } from './application-queries';
import { adminWaitingQuery } from './waiting-query';

export type ApplicationReview = { applicationId: string } & Omit<
  ReviewHostApplicationBody,
  'reason'
> & {
    reason: string;
  };

/**
 * The fields for the location of a court, which are needed only if the server can't derive it from
 * the address.
 */
export type LocationField = 'location' | 'zone';

/** Validation errors about the location; empty for any other error. */
export const locationErrors = (error: unknown): { field: LocationField; message: string }[] =>
  invalidFieldsOf(error).flatMap(({ field, message }) =>
    field === 'location' || field === 'zone' ? [{ field, message }] : [],
  );

const invalidateApplications = (queryClient: QueryClient, applicationKind: ApplicationKind) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: applicationKeys.counts }),
    queryClient.invalidateQueries({ queryKey: applicationKeys.lists(applicationKind) }),
    queryClient.invalidateQueries({ queryKey: adminWaitingQuery.queryKey }),
  ]);

/**
 * Approves or rejects an application. This is not optimistic, because the email to the applicant
 * can't be undone.
 */
export const useReviewApplication = (applicationKind: ApplicationKind) =>
  useMutation({
    mutationFn: ({ applicationId, ...body }: ApplicationReview) =>
      call(`PATCH /api/admin/${applicationKind}-applications/:applicationId/status` as const, {
        params: { applicationId },
        body,
      }),
    onSuccess: () => toast('Status Updated', 'Application status has been updated successfully.'),
    onError: (error) => {
      if (locationErrors(error).length === 0)
        toastError('Error', errorMessage(error, 'Failed to update application status.'));
    },
    onSettled: (_data, _error, _variables, _result, { client: queryClient }) =>
      void invalidateApplications(queryClient, applicationKind),
  });

const applicationAction = <Input>(
  applicationKind: ApplicationKind,
  mutationFn: (input: Input) => Promise<unknown>,
  successTitle: string,
) => ({
  mutationFn,
  onSuccess: () => toast(successTitle),
  onError: (error: Error) =>
    toastError('Not completed', errorMessage(error, 'Please try again in a moment.')),
  onSettled: (
    _data: unknown,
    _error: unknown,
    _input: Input,
    _result: unknown,
    { client: queryClient }: { client: QueryClient },
  ) => void invalidateApplications(queryClient, applicationKind),
});

/** Emails an approved applicant a new link. Earlier links stop working. */
export const useRenewLink = (applicationKind: ApplicationKind) =>
  useMutation(
    applicationAction(
      applicationKind,
      ({ applicationId }: { applicationId: string }) =>
        call('POST /api/admin/applications/:applicationId/link', { params: { applicationId } }),
      'A new link is on its way',
    ),
  );

/** `reference` is where the applicant's request is filed. */
export const useEraseApplication = (applicationKind: ApplicationKind) =>
  useMutation(
    applicationAction(
      applicationKind,
      ({ applicationId, reference }: { applicationId: string; reference: string }) =>
        call('POST /api/admin/applications/:applicationId/erasure', {
          params: { applicationId },
          body: { reference },
        }),
      'The application will be deleted within minutes',
    ),
  );
