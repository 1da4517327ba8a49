import type { RegisterBody } from '@courtly/contracts/identity';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { PaperLink } from '../../resources/paper/paper-link';
import { FormField } from '../../ui/form-field';
import { Input } from '../../ui/input';
import { RadioGroup } from '../../ui/radio-group';

type RegistrationDetails = Omit<RegisterBody, 'email' | 'password'>;

const roleChoices = [
  { value: 'player', label: 'Book tennis courts' },
  { value: 'owner', label: 'Become a host' },
] as const;

/** The fields that every new member fills in. `email` is the email field, if the form has one. */
export function RegistrationFields({ email }: { email?: ReactNode }) {
  const form = useFormContext<RegistrationDetails>();
  const textField = (
    fieldName: Exclude<keyof RegistrationDetails, 'role'>,
    label: string,
    autoComplete: string,
    inputType = 'text',
  ) => (
    <FormField form={form} name={fieldName} label={label}>
      {(controlProps) => <Input type={inputType} autoComplete={autoComplete} {...controlProps} />}
    </FormField>
  );
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        {textField('firstName', 'First name', 'given-name')}
        {textField('lastName', 'Last name', 'family-name')}
      </div>
      {textField('username', 'Username', 'nickname')}
      {email}
      {textField('phone', 'Phone', 'tel', 'tel')}
      <Controller
        name="role"
        control={form.control}
        render={({ field, fieldState }) => (
          <RadioGroup
            ref={field.ref}
            legend="I want to..."
            required
            choices={roleChoices}
            value={field.value ?? null}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      <p className="text-small text-quiet">
        By creating an account, you agree to the{' '}
        <PaperLink paper="terms">terms of service</PaperLink> and confirm that you have read the{' '}
        <PaperLink paper="privacy">privacy notice</PaperLink>.
      </p>
    </>
  );
}
