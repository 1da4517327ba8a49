type Fields = Readonly<Record<string, unknown>>;

/** Fields that name whom an event is about, in whichever event they stand. Who acted stands in its metadata. */
const idFields = [
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

const playerIdsIn = ({ players }: Fields): unknown[] =>
  Array.isArray(players) ? players.map((player) => (player as Fields | null)?.['playerId']) : [];

/** Everybody whom an event concerns: ids of accounts and of applications, each once. */
export const concernedIds = (eventData: Fields): string[] => {
  const readIds = Array.isArray(eventData['of']) ? (eventData['of'] as unknown[]) : [];
  return [
    ...new Set(
      [...idFields.map((field) => eventData[field]), ...playerIdsIn(eventData), ...readIds].filter(
        isId,
      ),
    ),
  ];
};

/** The id in a field of an event, null where it has none. */
export const idFieldOf = (eventData: Fields, field: 'courtId' | 'bookingId'): string | null => {
  const fieldValue = eventData[field];
  return isId(fieldValue) ? fieldValue : null;
};
