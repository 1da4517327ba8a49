import type { User } from '@courtly/contracts/identity';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';

export type ContactDetails = { name: string; email: string; phone: string };

export const contactOf = (user: User | null): ContactDetails => ({
  name: user ? `${user.firstName} ${user.lastName}`.trim() : '',
  email: user?.email ?? '',
  phone: user?.phone ?? '',
});

export const isComplete = (contact: ContactDetails): boolean =>
  Object.values(contact).every((text) => text.trim() !== '');

/** Contact details, which the host reads in the booking notes. */
export const contactNotes = ({ name, email, phone }: ContactDetails): string =>
  `Contact: ${name.trim()}, ${email.trim()}, ${phone.trim()}`;

const contactInputs = [
  { name: 'name', label: 'Full name', type: 'text', autoComplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
] as const;

type ContactFieldsProps = {
  contact: ContactDetails;
  onChange: (contactChanges: Partial<ContactDetails>) => void;
};

export function ContactFields({ contact, onChange }: ContactFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-3 lg:grid-cols-1">
      {contactInputs.map(({ name, label, type, autoComplete }) => (
        <Field key={name} label={label}>
          {(controlProps) => (
            <Input
              type={type}
              autoComplete={autoComplete}
              maxLength={140}
              value={contact[name]}
              onChange={(event) => onChange({ [name]: event.target.value })}
              {...controlProps}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
