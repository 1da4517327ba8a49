export const sportLabels = { tennis: 'Tennis', pickleball: 'Pickleball' } as const;

export const sportOptions = [
  { value: 'tennis', label: sportLabels.tennis },
  { value: 'pickleball', label: sportLabels.pickleball },
] as const;
