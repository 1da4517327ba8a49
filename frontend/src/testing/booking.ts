import type { Booking, HostBooking } from '@courtly/contracts/bookings';

/** A confirmed booking in Phoenix, far in the future. */
export const buildBooking = (changes: Partial<Booking> = {}): Booking => ({
  id: 'b1',
  userId: 'u1',
  courtId: 'c1',
  startTime: '2099-03-13T17:00:00.000Z',
  endTime: '2099-03-13T18:00:00.000Z',
  zone: 'America/Phoenix',
  zoneOffsets: [],
  offset: '-07:00',
  hourlyRate: '300.00',
  serviceFee: '30.00',
  tax: null,
  totalAmount: '330.00',
  payoutAmount: '297.00',
  status: 'confirmed',
  paymentStatus: 'not_required',
  charge: null,
  chargesAt: null,
  cancelReason: null,
  declineReason: null,
  cancelNote: '',
  notes: '',
  createdAt: '2027-01-01T00:00:00.000Z',
  answerBy: null,
  payBy: null,
  freeCancelUntil: '2099-03-12T17:00:00.000Z',
  policyId: 'p1',
  instantBook: false,
  canCancel: true,
  needsReview: false,
  unreadMessages: 0,
  court: {
    id: 'c1',
    name: 'Camelback Clay',
    location: 'Paradise Valley',
    address: '1 E Lincoln Dr',
    surfaceType: 'clay',
    photo: null,
  },
  arrival: null,
  ...changes,
});

/** The same booking while it is pending, as its host sees it. */
export const buildHostBooking = (changes: Partial<Booking> = {}): HostBooking => ({
  ...buildBooking({ status: 'pending', ...changes }),
  user: {
    id: 'u1',
    username: 'robin',
    firstName: 'Robin',
    lastName: 'Base',
    email: '•••',
    phone: '•••',
    record: {
      memberSince: '2026-01-01T00:00:00.000Z',
      played: 3,
      cancelled: 1,
      rating: { rating: 4.5, count: 2 },
    },
  },
});
