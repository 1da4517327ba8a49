/** The most characters of a player's note to the host. This file must not load zod. */
export const BOOKING_NOTE_LENGTH = 500;

/** The most characters of a note with which either side cancels or declines a booking. */
export const CANCEL_NOTE_LENGTH = 300;
