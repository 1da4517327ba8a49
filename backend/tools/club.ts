import { currentWaiver } from '@courtly/backend/people/waivers/waiver-text';
import { weekdays } from '@courtly/contracts/opening-hours';
import { type Address, Session } from './client.js';

export const PASSWORD = 'courtly-load-test';

export const emailOf = (accountName: string): string => `${accountName}@example.com`;

export type Account = Readonly<{
  name: string;
  firstName: string;
  lastName: string;
  role: 'player' | 'owner';
}>;
export type Listing = Readonly<{
  name: string;
  location: string;
  address: string;
  hourlyRate: string;
  zone: string;
}>;

/** Registers a user and accepts the waiver. Idempotent for a name. */
export const join = async (
  address: Address,
  { name, firstName, lastName, role }: Account,
): Promise<Session> => {
  const userSession = new Session(address);
  await userSession.expect({
    method: 'POST',
    path: '/api/auth/register',
    body: {
      username: name,
      email: emailOf(name),
      password: PASSWORD,
      firstName,
      lastName,
      phone: '480-555-0100',
      role,
    },
    key: `register-${name}`,
  });
  await userSession.expect({
    method: 'POST',
    path: '/api/waiver/accept',
    body: { version: currentWaiver.version },
    key: `waiver-${name}`,
  });
  return userSession;
};

export const signIn = async (baseUrl: string, accountName: string): Promise<Session> => {
  const userSession = new Session(baseUrl);
  await userSession.expect({
    method: 'POST',
    path: '/api/auth/login',
    body: { email: emailOf(accountName), password: PASSWORD },
  });
  return userSession;
};

/** Lists a court that is always open, and returns its id. */
export const listCourt = async (
  hostSession: Session,
  key: string,
  courtListing: Listing,
): Promise<string> => {
  const form = new FormData();
  for (const [field, value] of Object.entries({ ...courtListing, surfaceType: 'hard' }))
    form.set(field, value);
  const { id } = await hostSession.expect<{ id: string }>({
    method: 'POST',
    path: '/api/courts',
    body: form,
    key,
  });
  const weeklyHours = Object.fromEntries(
    weekdays.map((weekday) => [weekday, [{ from: '00:00', to: '24:00' }]]),
  );
  const requestPath = `/api/courts/${id}/hours`;
  await hostSession.expect({
    method: 'PUT',
    path: requestPath,
    body: { weeklyHours },
    key: `${key}-hours`,
  });
  return id;
};
