import type { ProofBody, SecondFactors } from '@courtly/contracts/second-factor';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api';
import { secondFactorsQuery } from '../../resources/session/second-factors';
import { createPasskey, provePasskey } from '../../resources/session/passkeys';
import { toast } from '../../ui/toast';
import { sessionsQuery } from './account-api';

/** Stores the new state. The server has ended all other sessions, so they are refetched. */
const useStoreFactors = () => {
  const queryClient = useQueryClient();
  return (secondFactors: SecondFactors) => {
    queryClient.setQueryData(secondFactorsQuery.queryKey, secondFactors);
    void queryClient.invalidateQueries(sessionsQuery);
  };
};

export const useStartTotp = () =>
  useMutation({
    mutationFn: (body: { currentPassword: string }) =>
      call('POST /api/auth/second-factors/totp', { body }),
  });

export const useConfirmTotp = (factorId: string) => {
  const storeFactors = useStoreFactors();
  return useMutation({
    mutationFn: (body: { code: string }) =>
      call('PUT /api/auth/second-factors/totp/:factorId', { params: { factorId }, body }),
    onSuccess(secondFactors) {
      storeFactors(secondFactors);
      toast('Two-step sign-in is on', 'Every other device was signed out.');
    },
  });
};

type NewPasskey = { name: string; currentPassword: string };

export const useAddPasskey = () => {
  const storeFactors = useStoreFactors();
  return useMutation({
    mutationFn: async ({ name, currentPassword }: NewPasskey) => {
      const { factorId, options, recoveryCodes } = await call(
        'POST /api/auth/second-factors/passkeys',
        { body: { currentPassword } },
      );
      const passkey = await createPasskey(options);
      const secondFactors = await call('PUT /api/auth/second-factors/passkeys/:factorId', {
        params: { factorId },
        body: { name, passkey },
      });
      return { secondFactors, recoveryCodes };
    },
    onSuccess({ secondFactors }) {
      storeFactors(secondFactors);
      toast('Passkey added', 'Every other device was signed out.');
    },
  });
};

/** Asks the browser for a passkey as proof before a change. */
export const requestPasskey = async () =>
  provePasskey((await call('POST /api/auth/second-factors/passkey-options')).options);

export const useRemoveFactor = (factorId: string) => {
  const storeFactors = useStoreFactors();
  return useMutation({
    mutationFn: (body: ProofBody) =>
      call('POST /api/auth/second-factors/:factorId/removal', { params: { factorId }, body }),
    onSuccess(secondFactors) {
      storeFactors(secondFactors);
      toast('Second step removed', 'Every other device was signed out.');
    },
  });
};

export const useIssueRecoveryCodes = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ProofBody) => call('POST /api/auth/second-factors/recovery-codes', { body }),
    onSettled: () => queryClient.invalidateQueries(secondFactorsQuery),
  });
};
