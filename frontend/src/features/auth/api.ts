import type {
  LoginBody,
  RegisterBody,
  RequestPasswordResetBody,
  User,
} from '@courtly/contracts/identity';
import type { RegisterWithProviderBody } from '@courtly/contracts/provider-accounts';
import type { FinishLoginBody, PendingLogin } from '@courtly/contracts/second-factor';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { call, errorDetailsOf, errorMessage } from '../../lib/api';
import type { ProviderReturn } from '../../resources/session/providers';
import { popReturnPath } from '../../resources/session/return-path';
import { handleSessionEnded, handleSignedIn, meQuery } from '../../resources/session/session';
import { toast, toastError } from '../../ui/toast';

type OnSignedIn = (user: User) => unknown;

/** What happens after a sign-in on the sign-in page. */
export const useWelcomeBack = (): OnSignedIn => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (user: User) => {
    handleSignedIn(queryClient, user);
    toast('Welcome back!', 'You have successfully logged in.');
    return navigate(popReturnPath(), { replace: true });
  };
};

/** The pending second step of a sign-in, or null. The password was correct. */
export const pendingLoginOf = (error: unknown): PendingLogin | null => {
  const { ticket, kinds } = errorDetailsOf(error, 'second_factor_pending') ?? {};
  return ticket !== undefined && kinds ? { ticket, kinds } : null;
};

export const useLogin = (onSignedIn: OnSignedIn) =>
  useMutation({
    mutationFn: (credentials: LoginBody) => call('POST /api/auth/login', { body: credentials }),
    onSuccess: onSignedIn,
    onError: (error) => {
      if (!pendingLoginOf(error))
        toastError('Login failed', errorMessage(error, 'Invalid email or password'));
    },
  });

/** Sends the provider's response to the server. Each response works only once. */
export const useFinishProviderLogin = () => {
  const welcomeBack = useWelcomeBack();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ provider, response: { user: _, ...body } }: ProviderReturn) =>
      call('POST /api/auth/providers/:provider/finish', { params: { provider }, body }),
    onSuccess(login) {
      if (login.outcome === 'signedIn') return welcomeBack(login.user);
      if (login.outcome === 'unregistered') return;
      toast('Account linked', 'You can now sign in with it.');
      return navigate(paths.settings, { replace: true });
    },
  });
};

/** Completes the second step with a passkey. */
export const usePasskeyLogin = (ticket: string, onSignedIn: OnSignedIn) =>
  useMutation({
    mutationFn: async () => {
      const { provePasskey } = await import('../../resources/session/passkeys');
      const { options } = await call('POST /api/auth/login/passkey-options', { body: { ticket } });
      const passkey = await provePasskey(options);
      return call('POST /api/auth/login/second-step', { body: { ticket, passkey } });
    },
    onSuccess: onSignedIn,
    onError: (error) =>
      toastError('Passkey not used', errorMessage(error, 'Try again, or use a code.')),
  });

/** Completes the second step with a code. Its form shows the validation errors. */
export const useFinishLogin = (onSignedIn: OnSignedIn) =>
  useMutation({
    mutationFn: (body: FinishLoginBody) => call('POST /api/auth/login/second-step', { body }),
    onSuccess: onSignedIn,
  });

const useRegistration = <Registration>(register: (registration: Registration) => Promise<User>) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: register,
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

export const useRegister = () =>
  useRegistration((body: RegisterBody) => call('POST /api/auth/register', { body }));

export const useRegisterWithProvider = () =>
  useRegistration((body: RegisterWithProviderBody) =>
    call('POST /api/auth/providers/registrations', { body }),
  );

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
      // Other tabs keep what was typed there, and their members sign in again.
      handleSessionEnded(queryClient);
      await queryClient.refetchQueries(meQuery);
      toast('Password set', 'Sign in with your new password.');
    },
  });
};
