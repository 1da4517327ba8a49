import type { User } from '@courtly/contracts/identity';
import { paths } from '../../config/paths';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { TextLink } from '../../ui/text-link';

type ContactDetails = { name: string; email: string; phone: string };

const contactOf = ({ firstName, lastName, email, phone }: User): ContactDetails => ({
  name: `${firstName} ${lastName}`.trim(),
  email,
  phone,
});

export const hasContact = (user: User): boolean =>
  Object.values(contactOf(user)).every((text) => text.trim() !== '');

const contactInputs = [
  { name: 'name', label: 'Full name' },
  { name: 'email', label: 'Email' },
  { name: 'phone', label: 'Phone' },
] as const;

/** The contact details in the profile, which the host sees once the booking is confirmed. */
export function ContactFields({ user }: { user: User }) {
  const contact = contactOf(user);
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-3 lg:grid-cols-1">
        {contactInputs.map(({ name, label }) => (
          <Field key={name} label={label}>
            {(controlProps) => <Input readOnly value={contact[name]} {...controlProps} />}
          </Field>
        ))}
      </div>
      <p className="text-small text-quiet">
        The host sees your email and phone number once the booking is confirmed.{' '}
        <TextLink to={paths.editProfile}>Edit your profile</TextLink>
      </p>
    </div>
  );
}
