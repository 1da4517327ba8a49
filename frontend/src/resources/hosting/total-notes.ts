/** What each total of a host counts. A page that shows a total explains it with this text. */
export const totalNotes = {
  earned:
    'Completed bookings and your share of late cancellations, before refunds, disputes, and adjustments',
  upcomingBookings: 'Confirmed and awaiting your response',
  upcoming: "Confirmed bookings that aren't completed yet",
} as const;
