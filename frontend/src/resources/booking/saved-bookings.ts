import type { Booking } from '@courtly/contracts/bookings';
import { formatLongDate, timeRange, zoneAbbreviation } from '../../lib/format';
import { readStorage, writeStorage } from '../../lib/storage';
import { SAVED_BOOKINGS_KEY, hasSession } from '../session/session';

export const isOpenBooking = ({ status }: Pick<Booking, 'status'>): boolean =>
  status === 'pending' || status === 'confirmed';

/** The texts of a booking on the offline page, which has no code to format them. */
export type SavedBooking = Readonly<
  Record<'id' | 'endTime' | 'court' | 'time' | 'address' | 'status' | 'notes' | 'gateCode', string>
>;

/** The player's upcoming bookings on this device, earliest first. `savedAt` is a UTC instant. */
export type SavedBookings = Readonly<{ savedAt: string; bookings: readonly SavedBooking[] }>;

const toSavedBooking = (booking: Booking): SavedBooking => {
  const { id, startTime, endTime, court, status, arrival } = booking;
  return {
    id,
    endTime,
    court: court.name,
    time: [
      formatLongDate(startTime, booking),
      `${timeRange(startTime, endTime, booking)} ${zoneAbbreviation(startTime, booking)}`,
    ].join(', '),
    address: court.address || court.location,
    status: status === 'pending' ? "The host hasn't confirmed this booking yet." : '',
    notes: arrival?.notes ?? '',
    gateCode: arrival?.gateCode ?? '',
  };
};

const readSaved = (): SavedBookings | null => {
  try {
    return JSON.parse(readStorage(SAVED_BOOKINGS_KEY) ?? 'null') as SavedBookings | null;
  } catch {
    return null;
  }
};

const write = (saved: SavedBookings): void => {
  // If storage is full, no bookings are better than outdated ones.
  writeStorage(SAVED_BOOKINGS_KEY, null);
  // A response may arrive after the member signed out in another tab.
  if (!hasSession()) return;
  writeStorage(SAVED_BOOKINGS_KEY, JSON.stringify(saved));
  // The service worker shows them if Courtly can't be reached. The app works without it.
  void navigator.serviceWorker?.register('/offline-worker.js').catch(() => undefined);
};

/** Saves the upcoming bookings for the offline page (decision 110). */
export const saveBookings = (bookings: readonly Booking[]): void => {
  const currentTime = () => new Date().toISOString();
  write({ savedAt: currentTime(), bookings: bookings.filter(isOpenBooking).map(toSavedBooking) });
};

/** Updates a saved booking, for example when its gate code appears. The others may be older. */
export const saveBooking = (booking: Booking): void => {
  const saved = readSaved();
  if (!saved?.bookings?.some(({ id }) => id === booking.id)) return;
  const bookings = saved.bookings.flatMap((savedBooking) => {
    if (savedBooking.id !== booking.id) return [savedBooking];
    return isOpenBooking(booking) ? [toSavedBooking(booking)] : [];
  });
  write({ ...saved, bookings });
};
