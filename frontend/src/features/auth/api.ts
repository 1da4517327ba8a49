import type { Login, Register } from '@courtly/contracts/identity';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call, messageOf } from '../../lib/api';
import { signedInAs, takeReturn } from '../../lib/session';
import { toast, toastError } from '../../ui/toast';

/** Signs in and goes on to where the person wanted to go. */
export const useLogin = () => {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: Login) => call('POST /api/auth/login', { body }),
    onSuccess: (user) => {
      signedInAs(client, user);
      toast('Welcome back!', 'You have successfully logged in.');
      return navigate(takeReturn(), { replace: true });
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
      signedInAs(client, user);
      toast('Welcome!', 'Your account has been created successfully.');
      return navigate(takeReturn(), { replace: true });
    },
    onError: (error) => toastError('Registration failed', messageOf(error, 'An error occurred during registration')),
  });
};
