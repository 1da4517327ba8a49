import type { User } from '@courtly/contracts/identity';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RouterProvider, createMemoryRouter, useLocation } from 'react-router-dom';
import { Toaster, toast } from 'sonner';
import { createQueryClient } from '../app/query-client';
import { NavigationGuard } from '../ui/navigation-guard';

// Generous for slow machines. Only missing elements time out.
configure({ asyncUtilTimeout: 5_000 });

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

/** Renders a page at a URL with its providers; `data-testid="address"` shows the current URL. */
export const renderAt = (address: string, page: ReactNode): QueryClient => {
  // Toasts outlive the toaster of the previous test.
  for (const { id } of toast.getToasts()) toast.dismiss(id);
  const client = createQueryClient();
  const element = (
    <>
      {page}
      <Address />
      <NavigationGuard />
    </>
  );
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  return client;
};

export const robin: User = {
  id: 'u1',
  username: 'robin',
  email: 'robin@example.test',
  isEmailVerified: true,
  firstName: 'Robin',
  lastName: 'Base',
  phone: '4805550123',
  avatar: null,
  role: 'player',
  membershipTier: 'free',
  homeCity: '',
  skillLevel: null,
  surfaces: [],
  socialTags: [],
  pageAudience: 'everyone',
  createdAt: '2027-01-01T00:00:00.000Z',
};

export const signedOut = () => [401, { code: 'not_signed_in', message: 'Sign in first.' }] as const;
