import type { SavedBooking, SavedBookings } from '../../resources/booking/saved-bookings';

/** Local storage may be blocked, or contain what another release wrote. */
const readStored = <T>(key: string, parse: (text: string) => T): T | undefined => {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : parse(text);
  } catch {
    return undefined;
  }
};

const theme = readStored('courtly:theme', String);
if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;

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
  const saved = readStored(
    'courtly:saved-bookings',
    (text) => JSON.parse(text) as SavedBookings | null,
  );
  const isUpcoming = ({ endTime }: SavedBooking) => Date.now() < Date.parse(endTime);
  const bookings = saved?.bookings.filter(isUpcoming) ?? [];
  if (!saved || bookings.length === 0) return;
  const savedAt = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  document.querySelector('#saved')!.textContent =
    `As of ${savedAt.format(new Date(saved.savedAt))}. Changes since then are missing.`;
  document.querySelector('ul')!.append(...bookings.map(showBooking));
  document.querySelector<HTMLElement>('#bookings')!.hidden = false;
};

showSavedBookings();
document.querySelector('button')!.addEventListener('click', () => location.reload());
addEventListener('online', () => location.reload());
