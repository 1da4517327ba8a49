import type {
  ApplicationReceived,
  HostApplicationForm,
  PlayerApplicationForm,
} from '@courtly/contracts/applications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { upload } from '../../lib/upload';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { meQuery } from '../../resources/session/session';
import { hostFormData, progressOf } from './host-application';

type Filled = { form: HostApplicationForm; files: readonly File[] };

/** Sends the application of a host; `progress` says how much of each photo has been sent. */
export const useApplyAsHost = () => {
  const { keyOf, settle } = useIdempotencyKey();
  const [progress, setProgress] = useState<readonly number[]>([]);
  const mutation = useMutation({
    mutationFn: ({ form, files }: Filled) =>
      upload('/api/host-apply', hostFormData(form, files), {
        key: keyOf(
          JSON.stringify([
            form,
            files.map(({ name, size, lastModified }) => [name, size, lastModified]),
          ]),
        ),
        onProgress: (sentBytes) => setProgress(progressOf(files, sentBytes)),
      }) as Promise<ApplicationReceived>,
    onSettled: (_, error) => {
      settle(error);
      setProgress([]);
    },
  });
  return { ...mutation, progress };
};

export const useApplyAsPlayer = () =>
  useMutation({
    mutationFn: (body: PlayerApplicationForm) => call('POST /api/player-applications', { body }),
  });

/** Takes what an approved application gives. */
export const useClaimApplication = (token: string) =>
  useMutation({
    mutationFn: () => call('POST /api/applications/claims', { body: { token } }),
    onSuccess: (_data, _variables, _result, { client }) => client.invalidateQueries(meQuery),
  });
