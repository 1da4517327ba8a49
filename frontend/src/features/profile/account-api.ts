import type { RequestEmailChangeBody } from '@courtly/contracts/account';
import type { EraseAccountBody } from '@courtly/contracts/erasure';
import type { ChangePasswordBody, Session, User } from '@courtly/contracts/identity';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call, errorMessage } from '../../lib/api';
import { paths } from '../../config/paths';
import { preparePhoto } from '../../lib/photo-file';
import { endSessionKey, handleSignedOut, meQuery } from '../../resources/session/session';
import { toast, toastError } from '../../ui/toast';

/** Always stale, because sessions change on other devices. */
export const sessionsQuery = queryOptions({
  queryKey: ['/api/auth/sessions'],
  queryFn: ({ signal }) => call('GET /api/auth/sessions', { signal }),
  staleTime: 0,
});

export const useChangePassword = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangePasswordBody) => call('PUT /api/auth/me/password', { body }),
    onSuccess: () => {
      void queryClient.invalidateQueries(sessionsQuery);
      // A new password ends the calendar address.
      void queryClient.invalidateQueries({ queryKey: ['/api/calendar'] });
      toast('Password changed', 'Every other device was signed out.');
    },
  });
};

export const useRequestEmailChange = () =>
  useMutation({
    mutationFn: (body: RequestEmailChangeBody) => call('POST /api/auth/email-changes', { body }),
  });

export const useConfirmEmail = (token: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/auth/email-changes/:token', { params: { token } }),
    onSuccess: (user) => queryClient.setQueryData(meQuery.queryKey, user),
  });
};

/** Invalidates the current user, who may be the one whose email was verified. */
export const useVerifyEmail = (token: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/auth/email-verifications', { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries(meQuery),
  });
};

/** Signs out without leaving the page. */
export const useSignOutHere = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: endSessionKey,
    mutationFn: () => call('POST /api/auth/logout'),
    onSuccess: () => handleSignedOut(queryClient),
    onError: (error) => toastError('Not signed out', errorMessage(error, 'Please try again.')),
  });
};

export const useEndSession = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ key }: Session) =>
      call('DELETE /api/auth/sessions/:sessionKey', { params: { sessionKey: key } }),
    onSuccess: (_, { browser }) => toast('Signed out', `${browser} is signed out.`),
    onError: (error) => toastError('Not signed out', errorMessage(error, 'Please try again.')),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  });
};

export const useEndOtherSessions = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/auth/sessions'),
    onSuccess: () => toast('Signed out', 'Every other device is signed out.'),
    onError: (error) => toastError('Not signed out', errorMessage(error, 'Please try again.')),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  });
};

const storeUser = (queryClient: QueryClient) => (user: User) =>
  queryClient.setQueryData(meQuery.queryKey, user);

const uploadPicture = async (file: File): Promise<User> => {
  const formData = new FormData();
  formData.append('picture', file, file.name);
  return call('PUT /api/auth/me/picture', { body: formData });
};

export const useSavePicture = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) => {
      const picture = await preparePhoto(file).catch(() => null);
      if (!picture) throw new UnreadablePicture();
      return uploadPicture(picture);
    },
    onSuccess: storeUser(queryClient),
  });
};

const EXPORT_FILE = 'courtly-my-data.json';

export const useDownloadData = () =>
  useMutation({
    mutationFn: () => call('GET /api/account/export'),
    onSuccess(accountData) {
      const downloadUrl = URL.createObjectURL(
        new Blob([JSON.stringify(accountData, null, 2)], { type: 'application/json' }),
      );
      Object.assign(document.createElement('a'), {
        href: downloadUrl,
        download: EXPORT_FILE,
      }).click();
      URL.revokeObjectURL(downloadUrl);
      toast('Your data is saved', `Look for ${EXPORT_FILE} in your downloads.`);
    },
    onError: (error) => toastError('Not downloaded', errorMessage(error, 'Please try again.')),
  });

/** Always stale, because blockers change on other pages. */
export const erasureQuery = queryOptions({
  queryKey: ['/api/account/erasure'],
  queryFn: ({ signal }) => call('GET /api/account/erasure', { signal }),
  staleTime: 0,
});

export const useEraseAccount = () => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationKey: endSessionKey,
    mutationFn: (body: EraseAccountBody) => call('POST /api/account/erase', { body }),
    async onSuccess() {
      // This leaves members-only pages before the session ends. They would redirect to sign-in.
      await navigate(paths.home, { flushSync: true });
      handleSignedOut(queryClient);
      toast('Your account is deleted', 'Thank you for playing with us.');
    },
    // A new blocker may have appeared since the last check.
    onError: () => queryClient.invalidateQueries(erasureQuery),
  });
};

export class UnreadablePicture extends Error {}

export const useRemovePicture = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/auth/me/picture'),
    onSuccess: storeUser(queryClient),
    onError: (error) => toastError('Picture not removed', errorMessage(error, 'Please try again.')),
  });
};
