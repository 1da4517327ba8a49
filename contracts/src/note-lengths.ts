/** The maximum length of a player's note to the host, in characters. This file must not load zod. */
export const BOOKING_NOTE_LENGTH = 500;

/** The maximum length of a note with which either side cancels or declines, in characters. */
export const CANCEL_NOTE_LENGTH = 300;
