import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { CourtForm } from '@courtly/contracts/courts';
import { compareChanges } from '../../../lib/merge';
import { ChangedElsewhere } from '../changed-elsewhere';
import type { CourtValues } from './court-values';

const fieldLabels: Record<keyof CourtValues, string> = {
  name: 'Court name',
  description: 'Description',
  surfaceType: 'Surface',
  sports: 'Sports',
  location: 'City',
  street: 'Street',
  address: 'House number and unit',
  latitude: 'Latitude',
  longitude: 'Longitude',
  zone: 'Time zone',
  amenities: 'Amenities',
  hourlyRate: 'Hourly rate',
  courtAccess: 'Who can book',
  houseRules: 'House rules',
  arrivalNotes: 'Arrival notes',
  gateCode: 'Gate code',
  neighborRules: "Neighbors' rules",
};

const labelOf = (name: string) => fieldLabels[name as keyof CourtValues];

/** The rules are too long to show. */
const valueLabel = (value: CourtValues[keyof CourtValues]): string => {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : 'changed';
};

type CourtChangesProps = {
  form: UseFormReturn<CourtValues, unknown, CourtForm>;
  /** The values of the court now. The form shows them in fields that the user did not change. */
  current: CourtValues;
};

/** What another device has changed since the form was opened. */
export function CourtChanges({ form, current }: CourtChangesProps) {
  const [start] = useState(current);
  const { others, collisions } = compareChanges(start, form.watch(), current);
  return (
    <ChangedElsewhere
      merged={others.map(labelOf)}
      collisions={collisions.map((name) => ({
        name,
        label: labelOf(name),
        current: valueLabel(current[name as keyof CourtValues]),
      }))}
      onUseCurrent={(name) => form.resetField(name as keyof CourtValues)}
    />
  );
}
