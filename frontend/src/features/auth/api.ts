import type {
  LoginBody,
  RegisterBody,
  RequestPasswordResetBody,
} from '@courtly/contracts/identity';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call, errorMessage } from '../../lib/api';
import { handleSignedIn, meQuery, popReturnPath } from '../../resources/session/session';
import { toast, toastError } from '../../ui/toast';

export const useLogin = () => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (credentials: LoginBody) => call('POST /api/auth/login', { body: credentials }),
    onSuccess: (user) => {
      handleSignedIn(queryClient, user);
      toast('Welcome back!', 'You have successfully logged in.');
      return navigate(popReturnPath(), { replace: true });
    },
    onError: (error) =>
      toastError('Login failed', errorMessage(error, 'Invalid email or password')),
  });
};

export const useRegister = () => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (registration: RegisterBody) =>
      call('POST /api/auth/register', { body: registration }),
    onSuccess: (user) => {
      handleSignedIn(queryClient, user);
      toast('Welcome!', 'Your account has been created successfully.');
      return navigate(popReturnPath(), { replace: true });
    },
    onError: (error) =>
      toastError(
        'Registration failed',
        errorMessage(error, 'An error occurred during registration'),
      ),
  });
};

export const useRequestPasswordReset = () =>
  useMutation({
    mutationFn: (resetRequest: RequestPasswordResetBody) =>
      call('POST /api/auth/password-resets', { body: resetRequest }),
  });

/** A reset ends all sessions, including this one if it belongs to the same user. */
export const useResetPassword = (resetToken: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (newPassword: string) =>
      call('POST /api/auth/password-resets/:token', {
        params: { token: resetToken },
        body: { newPassword },
      }),
    onSuccess: async () => {
      await queryClient.refetchQueries(meQuery);
      toast('Password Set', 'Sign in with your new password.');
    },
  });
};
