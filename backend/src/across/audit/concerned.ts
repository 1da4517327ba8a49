type Fields = Readonly<Record<string, unknown>>;

/** Fields that identify the people whom an event is about. The actor is in the event's metadata. */
const concernedIdFields = [
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

const isNonEmptyId = (fieldValue: unknown): fieldValue is string =>
  typeof fieldValue === 'string' && fieldValue !== '';

const playerIdsIn = ({ players }: Fields): unknown[] =>
  Array.isArray(players)
    ? players.map((playerFields) => (playerFields as Fields | null)?.['playerId'])
    : [];

/** The distinct ids of accounts and applications that an event concerns. */
export const concernedIds = (eventData: Fields): string[] => {
  const shownPersonIds = Array.isArray(eventData['of']) ? (eventData['of'] as unknown[]) : [];
  return [
    ...new Set(
      [
        ...concernedIdFields.map((fieldName) => eventData[fieldName]),
        ...playerIdsIn(eventData),
        ...shownPersonIds,
      ].filter(isNonEmptyId),
    ),
  ];
};

export const idFieldOf = (eventData: Fields, fieldName: 'courtId' | 'bookingId'): string | null => {
  const fieldValue = eventData[fieldName];
  return isNonEmptyId(fieldValue) ? fieldValue : null;
};
