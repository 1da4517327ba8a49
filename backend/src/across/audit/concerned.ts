type Fields = Readonly<Record<string, unknown>>;

/** Fields that name whom an event is about, in whichever event they stand. Who acted stands in its metadata. */
const named = [
  'userId',
  'playerId',
  'hostId',
  'loggerId',
  'authorId',
  'applicationId',
  'confirmedBy',
  'disputedBy',
  'noteBy',
];

const isId = (value: unknown): value is string => typeof value === 'string' && value !== '';

const playersIn = ({ players }: Fields): unknown[] =>
  Array.isArray(players) ? players.map((one) => (one as Fields | null)?.['playerId']) : [];

/** Everybody whom an event concerns: ids of accounts and of applications, each once. */
export const peopleIn = (data: Fields): string[] => {
  const read = Array.isArray(data['of']) ? (data['of'] as unknown[]) : [];
  return [
    ...new Set([...named.map((field) => data[field]), ...playersIn(data), ...read].filter(isId)),
  ];
};

/** The id in a field of an event, null where it has none. */
export const idIn = (data: Fields, field: 'courtId' | 'bookingId'): string | null => {
  const value = data[field];
  return isId(value) ? value : null;
};
