import { expect, it } from '@jest/globals';
import type { Streams } from '../../platform/kernel/streams.js';
import { loadAppointment } from './appointments.js';

const granted = (grantedAt: string, id: string, role = 'admin', what = 'admin') => ({
  type: 'RoleGranted',
  data: { role: what, grantedAt },
  metadata: { actor: { id, role } },
});
const appointmentIn = (histories: Record<string, readonly object[]>, userId: string) =>
  loadAppointment(
    { events: async (name: string) => histories[name] ?? [] } as unknown as Streams,
    userId,
  );

it('names the admins who appointed an admin, directly or through others', async () => {
  const histories = {
    'user-ada': [granted('2027-01-01', 'operator', 'operator')],
    'user-bea': [granted('2027-01-02', 'ada')],
    'user-cleo': [granted('2027-01-03', 'bea'), granted('2027-01-04', 'dan', 'admin', 'host')],
  };
  expect(await appointmentIn(histories, 'cleo')).toEqual({ at: '2027-01-03', by: ['bea', 'ada'] });
  expect(await appointmentIn(histories, 'ada')).toEqual({ at: '2027-01-01', by: [] });
  expect(await appointmentIn(histories, 'eve')).toEqual({ at: null, by: [] });
});

it('uses the appointment that was in force when an admin appointed another', async () => {
  const histories = {
    'user-bea': [granted('2027-01-02', 'ada'), granted('2027-01-09', 'operator', 'operator')],
    'user-cleo': [granted('2027-01-03', 'bea')],
  };
  expect((await appointmentIn(histories, 'cleo')).by).toEqual(['bea', 'ada']);
  expect((await appointmentIn(histories, 'bea')).by).toEqual([]);
});
