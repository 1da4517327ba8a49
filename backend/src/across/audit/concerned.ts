type Fields = Readonly<Record<string, unknown>>;

/** Fields that identify the people an event is about. The actor is in its metadata. */
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

/** The distinct ids of accounts and applications that an event concerns. */
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

export const idFieldOf = (eventData: Fields, field: 'courtId' | 'bookingId'): string | null => {
  const fieldValue = eventData[field];
  return isId(fieldValue) ? fieldValue : null;
};
