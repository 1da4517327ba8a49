import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Target } from './screen';

export const heading = (name: string): Target => ({ role: 'heading', name });
export const button = (name: string | RegExp): Target => ({ role: 'button', name });
export const link = (name: string | RegExp): Target => ({ role: 'link', name });
export const dialog = (name: string): Target => ({ role: 'dialog', name });

/** The text of a slot, such as `9:00 AM MST`. */
export const hour = ({ time }: Slot): Target => ({
  role: 'radio',
  name: `${time.replace(/^0/, '')} MST`,
});

export const card = (court: CourtDetail): Target => ({ role: 'article', name: court.name });
