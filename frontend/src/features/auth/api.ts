import type { Login, Register, RequestPasswordReset } from '@courtly/contracts/identity';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call, messageOf } from '../../lib/api';
import { handleSignedIn, meQuery, popReturnPath } from '../../resources/session/session';
import { toast, toastError } from '../../ui/toast';

/** Signs in and goes on to where the person wanted to go. */
export const useLogin = () => {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: Login) => call('POST /api/auth/login', { body }),
    onSuccess: (user) => {
      handleSignedIn(client, user);
      toast('Welcome back!', 'You have successfully logged in.');
      return navigate(popReturnPath(), { replace: true });
    },
    onError: (error) => toastError('Login failed', messageOf(error, 'Invalid email or password')),
  });
};

/** Creates an account, which signs in, and goes on. */
export const useRegister = () => {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: Register) => call('POST /api/auth/register', { body }),
    onSuccess: (user) => {
      handleSignedIn(client, user);
      toast('Welcome!', 'Your account has been created successfully.');
      return navigate(popReturnPath(), { replace: true });
    },
    onError: (error) =>
      toastError('Registration failed', messageOf(error, 'An error occurred during registration')),
  });
};

/** Has a link to a new password sent. */
export const useRequestPasswordReset = () =>
  useMutation({
    mutationFn: (body: RequestPasswordReset) => call('POST /api/auth/password-resets', { body }),
  });

/** Sets a new password by the token of a mail. Sessions end with the old one, here too where it is the same person. */
export const useResetPassword = (token: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (newPassword: string) =>
      call('POST /api/auth/password-resets/:token', { params: { token }, body: { newPassword } }),
    onSuccess: async () => {
      await client.refetchQueries(meQuery);
      toast('Password Set', 'Sign in with your new password.');
    },
  });
};
