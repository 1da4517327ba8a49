import type { Guardian, GuardianRelation } from '@courtly/contracts/waivers';
import { useState } from 'react';
import { Checkbox } from '../../ui/checkbox';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';

const relationLabels: Record<GuardianRelation, string> = {
  parent: 'Parent',
  legalGuardian: 'Legal guardian',
};

const relationOptions = (Object.keys(relationLabels) as GuardianRelation[]).map((value) => ({
  value,
  label: relationLabels[value],
}));

export const guardianLabel = ({ name, relation }: Guardian): string =>
  `${name} (${relationLabels[relation].toLowerCase()})`;

const emptyGuardian: Guardian = { name: '', relation: 'parent' };

/** `guardian` is null if the guest signs. */
export const useGuardian = () => {
  const [guardian, setGuardian] = useState<Guardian | null>(null);
  const isComplete = guardian === null || guardian.name.trim() !== '';
  return { guardian, setGuardian, isComplete };
};

/** The optional section of a waiver for an adult who signs for a minor. */
export function GuardianFields({
  guardian,
  setGuardian,
  nameError,
  adultAge,
}: {
  guardian: Guardian | null;
  setGuardian: (guardian: Guardian | null) => void;
  nameError: string | undefined;
  adultAge: number;
}) {
  return (
    <>
      <Checkbox
        className="mt-6"
        label={`I'm signing for a minor in my care who is under ${adultAge}.`}
        checked={guardian !== null}
        onChange={(event) => setGuardian(event.target.checked ? emptyGuardian : null)}
      />
      {guardian && (
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <Field label="Your name" required error={nameError}>
            {(controlProps) => (
              <Input
                {...controlProps}
                autoComplete="name"
                maxLength={80}
                value={guardian.name}
                onChange={(event) => setGuardian({ ...guardian, name: event.target.value })}
              />
            )}
          </Field>
          <Field label="Your relationship">
            {(controlProps) => (
              <Select
                {...controlProps}
                options={relationOptions}
                value={guardian.relation}
                onChange={(event) =>
                  setGuardian({ ...guardian, relation: event.target.value as GuardianRelation })
                }
              />
            )}
          </Field>
        </div>
      )}
    </>
  );
}
