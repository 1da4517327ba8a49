import { COURT_DESCRIPTION } from '@courtly/contracts/court-limits';
import { Controller, useWatch } from 'react-hook-form';
import { Checkbox } from '../../../ui/checkbox';
import { Field, FieldError } from '../../../ui/field';
import { Input, Textarea } from '../../../ui/input';
import { RadioGroup } from '../../../ui/radio-group';
import type { CourtFormState } from './use-court-form';
import { sportOptions } from '../../../lib/sports';
import { surfaceOptions } from '../court-labels';

const surfaceChoices = [...surfaceOptions, { value: 'other', label: 'Other' }];

export function AboutFields({ form }: Pick<CourtFormState, 'form'>) {
  const { errors } = form.formState;
  const [description, surfaceType] = useWatch({
    control: form.control,
    name: ['description', 'surfaceType'],
  });
  return (
    <>
      <Field label="Court name" required error={errors.name?.message}>
        {(controlProps) => (
          <Input maxLength={80} autoComplete="off" {...controlProps} {...form.register('name')} />
        )}
      </Field>
      <Field
        label="Description"
        optional
        error={errors.description?.message}
        hint={`${description.length} of ${COURT_DESCRIPTION.most} characters`}
      >
        {(controlProps) => (
          <Textarea
            rows={4}
            maxLength={COURT_DESCRIPTION.most}
            {...controlProps}
            {...form.register('description')}
          />
        )}
      </Field>
      <div>
        <Controller
          name="surfaceType"
          control={form.control}
          render={({ field }) => (
            <RadioGroup
              ref={field.ref}
              legend="Surface"
              required
              className="grid-cols-2 @2xl:grid-cols-4"
              choices={surfaceChoices}
              value={field.value || null}
              onChange={field.onChange}
              error={errors.surfaceType?.message}
            />
          )}
        />
        <p role="status" className="mt-2 text-small text-quiet empty:hidden">
          {surfaceType === 'other' &&
            'The court stays a draft, visible only to you, until you choose hard, clay, or grass.'}
        </p>
      </div>
      <Controller
        name="sports"
        control={form.control}
        render={({ field }) => (
          <fieldset aria-describedby={errors.sports ? 'sports-error' : undefined}>
            <legend className="mb-2 text-small font-semibold">Sports</legend>
            <div className="flex flex-wrap gap-x-8 gap-y-3">
              {sportOptions.map(({ value, label }, index) => (
                <Checkbox
                  key={value}
                  ref={index === 0 ? field.ref : undefined}
                  label={label}
                  checked={field.value.includes(value)}
                  onChange={({ target }) =>
                    field.onChange(
                      sportOptions
                        .map((sport) => sport.value)
                        .filter((sport) =>
                          sport === value ? target.checked : field.value.includes(sport),
                        ),
                    )
                  }
                />
              ))}
            </div>
            <FieldError id="sports-error">{errors.sports?.message}</FieldError>
          </fieldset>
        )}
      />
    </>
  );
}
