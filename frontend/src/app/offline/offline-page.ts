import type { SavedBooking, SavedBookings } from '../../resources/booking/saved-bookings';

const RETRY_MS = 5_000;

/** Browsers report a network before it works, and nothing when the server is back. */
const reloadOnceReachable = async () => {
  try {
    await fetch('/api/health/live', { cache: 'no-store' });
    location.reload();
  } catch {
    // The next attempt follows.
  }
};

document.querySelector('button')!.addEventListener('click', () => location.reload());
addEventListener('online', () => void reloadOnceReachable());
setInterval(() => {
  if (!document.hidden) void reloadOnceReachable();
}, RETRY_MS);

const showBooking = (booking: SavedBooking): Node => {
  const item = document.querySelector('template')!.content.cloneNode(true) as DocumentFragment;
  for (const element of item.querySelectorAll<HTMLElement>('[data-text]')) {
    const text = booking[element.dataset['text'] as keyof SavedBooking];
    if (text) element.textContent = text;
    else element.closest('p, h3')!.remove();
  }
  return item;
};

const showSavedBookings = () => {
  const theme = localStorage.getItem('courtly:theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
  const savedText = localStorage.getItem('courtly:saved-bookings');
  // The cookie expires with the session, which may end while this browser is offline.
  if (!savedText || !document.cookie.split('; ').includes('courtly_signed_in=1')) return;
  const { savedAt, bookings } = JSON.parse(savedText) as SavedBookings;
  const isUpcoming = ({ endTime }: SavedBooking) => Date.now() < Date.parse(endTime);
  const upcomingBookings = bookings.filter(isUpcoming);
  if (upcomingBookings.length === 0) return;
  const formatter = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  document.querySelector('#saved')!.textContent =
    `As of ${formatter.format(new Date(savedAt))}. Changes since then are missing.`;
  document.querySelector('ul')!.append(...upcomingBookings.map(showBooking));
  document.querySelector<HTMLElement>('#bookings')!.hidden = false;
};

try {
  showSavedBookings();
} catch {
  // Storage may be blocked, or contain what another release wrote. The page works without it.
}
