import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call } from '../lib/api';
import { signedOut } from '../lib/session';
import { toast, toastError } from '../ui/toast';
import { paths } from './paths';

/** Ends the session and goes home; says how it went. */
export const useLogout = (): (() => Promise<void>) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await call('POST /api/auth/logout');
      await navigate(paths.home);
      signedOut(client);
      toast('Logged out successfully');
    } catch {
      toastError('Error logging out');
    }
  };
};
