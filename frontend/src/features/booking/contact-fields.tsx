import type { User } from '@courtly/contracts/identity';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';

export type Contact = { name: string; email: string; phone: string };

export const contactOf = (user: User | null): Contact => ({
  name: user ? `${user.firstName} ${user.lastName}`.trim() : '',
  email: user?.email ?? '',
  phone: user?.phone ?? '',
});

export const isComplete = (contact: Contact): boolean =>
  Object.values(contact).every((text) => text.trim() !== '');

/** The host reads the contact details in the booking notes. */
export const contactNotes = ({ name, email, phone }: Contact): string =>
  `Contact: ${name.trim()}, ${email.trim()}, ${phone.trim()}`;

const fields = [
  { name: 'name', label: 'Full name', type: 'text', autoComplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
] as const;

type Props = { contact: Contact; onChange: (changes: Partial<Contact>) => void };

export function ContactFields({ contact, onChange }: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-3 lg:grid-cols-1">
      {fields.map(({ name, label, type, autoComplete }) => (
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
