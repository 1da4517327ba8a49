import type {
  ApplicationReceived,
  HostApplicationForm,
  PlayerApplicationForm,
} from '@courtly/contracts/applications';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { uploadForm } from '../../lib/upload';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { hostApprovalQuery } from '../../resources/hosting/host-approval';
import { acceptedPapersQuery } from '../../resources/paper/accepted-papers-query';
import { meQuery } from '../../resources/session/session';
import { hostFormData, fileProgress } from './host-application';

type HostSubmission = { form: HostApplicationForm; files: readonly File[] };

/** `progress` is the share of each photo that has been sent, from 0 to 1. */
export const useApplyAsHost = () => {
  const queryClient = useQueryClient();
  const { keyOf, settle } = useIdempotencyKey();
  const [progress, setProgress] = useState<readonly number[]>([]);
  const uploadMutation = useMutation({
    mutationFn: ({ form, files }: HostSubmission) =>
      uploadForm('/api/host-apply', hostFormData(form, files), {
        key: keyOf(
          JSON.stringify([
            form,
            files.map(({ name, size, lastModified }) => [name, size, lastModified]),
          ]),
        ),
        onProgress: (sentBytes) => setProgress(fileProgress(files, sentBytes)),
      }) as Promise<ApplicationReceived>,
    onSuccess: () => {
      for (const { queryKey } of [hostApprovalQuery, acceptedPapersQuery])
        void queryClient.invalidateQueries({ queryKey });
    },
    onSettled: (_, error) => {
      settle(error);
      setProgress([]);
    },
  });
  return { ...uploadMutation, progress };
};

export const useApplyAsPlayer = () =>
  useMutation({
    mutationFn: (applicationForm: PlayerApplicationForm) =>
      call('POST /api/player-applications', { body: applicationForm }),
  });

/** Grants the role or membership of an approved application. */
export const useClaimApplication = (claimToken: string) =>
  useMutation({
    mutationFn: () => call('POST /api/applications/claims', { body: { token: claimToken } }),
    onSuccess: (_data, _variables, _result, { client }) => client.invalidateQueries(meQuery),
  });

/** Deletes the application that the link in an email is about. */
export const useEraseOwnApplication = (erasureToken: string) =>
  useMutation({
    mutationFn: () => call('POST /api/applications/erasures', { body: { token: erasureToken } }),
  });

/** What the applicant entered, for as long as the link in the approval email works. */
export const invitedApplicantQuery = (claimToken: string) =>
  queryOptions({
    queryKey: ['POST /api/applications/invitations', claimToken],
    queryFn: ({ signal }) =>
      call('POST /api/applications/invitations', { body: { token: claimToken }, signal }),
    retry: false,
  });
