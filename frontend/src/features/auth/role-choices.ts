export const roleChoices = [
  { value: 'player', label: 'Book tennis courts' },
  { value: 'owner', label: 'List my tennis court' },
] as const;
