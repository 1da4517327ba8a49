import type {
  ChangePrivacyBody,
  ChangeProfileBody,
  Preferences,
} from '@courtly/contracts/identity';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api';
import { meQuery } from '../../resources/session/session';
import { toast, toastError } from '../../ui/toast';

export const useChangeProfile = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeProfileBody) => call('PATCH /api/auth/me', { body }),
    onSuccess: (cachedUser) => {
      queryClient.setQueryData(meQuery.queryKey, cachedUser);
      toast('Profile updated', 'Your details have been saved.');
    },
  });
};

const PREFERENCES = ['preferences'];

/**
 * Updates optimistically, and rolls back on failure. Changes are sent in order, each as the
 * complete set, and only the last response is used.
 */
export const useChangePreferences = () => {
  const queryClient = useQueryClient();
  const { queryKey } = meQuery;
  return useMutation({
    mutationKey: PREFERENCES,
    scope: { id: 'preferences' },
    mutationFn: (body: Preferences) => call('PUT /api/auth/me/preferences', { body }),
    onMutate: async (preferences) => {
      await queryClient.cancelQueries({ queryKey });
      const previousUser = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(
        queryKey,
        (cachedUser) => cachedUser && { ...cachedUser, ...preferences },
      );
      return previousUser;
    },
    onError: (error, _, previousUser) => {
      queryClient.setQueryData(queryKey, (cachedUser) => cachedUser && previousUser);
      toastError('Error saving preferences', errorMessage(error, 'Please try again.'));
    },
    onSettled: (cachedUser) => {
      if (queryClient.isMutating({ mutationKey: PREFERENCES }) > 1) return;
      if (cachedUser) queryClient.setQueryData(queryKey, cachedUser);
      else return queryClient.invalidateQueries({ queryKey });
    },
  });
};

/** Updates optimistically, and rolls back on failure. */
export const useChangePrivacy = () => {
  const queryClient = useQueryClient();
  const { queryKey } = meQuery;
  return useMutation({
    scope: { id: 'privacy' },
    mutationFn: (body: ChangePrivacyBody) => call('PUT /api/auth/me/privacy', { body }),
    onMutate: async (privacy) => {
      await queryClient.cancelQueries({ queryKey });
      const previousUser = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(
        queryKey,
        (cachedUser) => cachedUser && { ...cachedUser, ...privacy },
      );
      return previousUser;
    },
    onSuccess: (cachedUser) => {
      queryClient.setQueryData(queryKey, cachedUser);
      toast('Privacy saved', 'The change applies immediately.');
    },
    onError: (error, _, previousUser) => {
      queryClient.setQueryData(queryKey, (cachedUser) => cachedUser && previousUser);
      toastError('Error saving privacy', errorMessage(error, 'Please try again.'));
    },
  });
};
