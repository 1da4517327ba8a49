import type { PolicyField, PolicyValue, PolicyValues } from '@courtly/contracts/policies';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { citiesIn, cityValueName, isOfCity } from './policy-entry';
import { PolicyValueField } from './policy-value-field';

type PolicyCitiesProps = {
  fields: readonly PolicyField[];
  values: PolicyValues;
  replacedValues: PolicyValues;
  errors: ReadonlyMap<string, string>;
  onChange: (values: PolicyValues) => void;
};

const newTax = { 'tax.name': '', 'tax.rate': null, 'tax.included': false } as const;

/** The values of each city, which can be added and removed. */
export function PolicyCities({ fields, values, onChange, ...props }: PolicyCitiesProps) {
  const [newCity, setNewCity] = useState('');
  const cities = citiesIn(values);
  const without = (city: string, isDropped: (name: string) => boolean) =>
    Object.fromEntries(
      Object.entries(values).filter(([name]) => !isOfCity(name, city) || !isDropped(name)),
    );
  const withTax = (city: string, hasTax: boolean) => ({
    ...without(city, (name) => name !== cityValueName(city, 'allInPrices')),
    ...(hasTax
      ? Object.fromEntries(
          Object.entries(newTax).map(([name, value]) => [cityValueName(city, name), value]),
        )
      : { [cityValueName(city, 'tax')]: null }),
  });
  const addCity = () => {
    const city = newCity.trim();
    if (city === '' || cities.includes(city)) return;
    onChange({
      ...values,
      [cityValueName(city, 'allInPrices')]: false,
      [cityValueName(city, 'tax')]: null,
    });
    setNewCity('');
  };
  return (
    <div className="grid gap-6">
      {cities.map((city) => (
        <CityValues
          key={city}
          {...props}
          city={city}
          fields={fields}
          values={values}
          onTax={(hasTax) => onChange(withTax(city, hasTax))}
          onRemove={() => onChange(without(city, () => true))}
          onValue={(name, value) => onChange({ ...values, [name]: value })}
        />
      ))}
      <div className="flex flex-wrap items-end gap-3">
        <Field label="New city" className="grow">
          {(controlProps) => (
            <Input
              {...controlProps}
              value={newCity}
              onChange={({ target }) => setNewCity(target.value)}
            />
          )}
        </Field>
        <Button variant="outline" onClick={addCity}>
          Add City
        </Button>
      </div>
    </div>
  );
}

type CityValuesProps = Omit<PolicyCitiesProps, 'onChange'> & {
  city: string;
  onTax: (hasTax: boolean) => void;
  onRemove: () => void;
  onValue: (name: string, value: PolicyValue) => void;
};

function CityValues({
  city,
  fields,
  values,
  replacedValues,
  errors,
  onTax,
  onRemove,
  onValue,
}: CityValuesProps) {
  const hasTax = cityValueName(city, 'tax.name') in values;
  return (
    <fieldset className="grid gap-4 rounded-sm border border-rule p-4">
      <legend className="px-1 font-semibold">
        <bdi>{city}</bdi>
      </legend>
      <Checkbox
        label="Tax on bookings"
        checked={hasTax}
        onChange={({ target }) => onTax(target.checked)}
      />
      {fields
        .filter(({ name }) => hasTax || !name.startsWith('tax.'))
        .map((field) => {
          const valueName = cityValueName(city, field.name);
          return (
            <PolicyValueField
              key={valueName}
              field={field}
              valueName={valueName}
              value={values[valueName]}
              replacedValue={replacedValues[valueName]}
              error={errors.get(valueName)}
              onChange={(value) => onValue(valueName, value)}
            />
          );
        })}
      <div>
        <Button size="sm" variant="outline" onClick={onRemove} aria-label={`Remove ${city}`}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}
