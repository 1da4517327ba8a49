import type { ChangeProfileBody, User } from '@courtly/contracts/identity';
import { Link, useNavigate } from 'react-router-dom';
import { CONCIERGE, paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { schemaResolver } from '../../lib/schema-resolver';
import { useSession } from '../../resources/session/session';
import { Button, LinkButton } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { Input } from '../../ui/input';
import { useContractForm } from '../../ui/use-contract-form';
import { useUnsavedChangesPrompt } from '../../ui/use-unsaved-changes-prompt';
import { useChangeProfile } from './api';

const resolver = schemaResolver(
  async () => (await import('@courtly/contracts/identity')).ChangeProfileBody,
);

const valuesOf = ({ firstName, lastName, phone, homeCity }: User): ChangeProfileBody => ({
  firstName,
  lastName,
  phone,
  homeCity,
});

function EditForm({ user }: { user: User }) {
  const navigate = useNavigate();
  const save = useChangeProfile();
  const { form, submit } = useContractForm({
    resolver,
    defaultValues: valuesOf(user),
    failed: ['Error saving profile', 'Please try again.'],
  });
  const { isDirty, isSubmitting } = form.formState;
  const busy = isSubmitting || save.isPending;
  const { prompt, allowNavigation } = useUnsavedChangesPrompt(isDirty && !save.isSuccess);

  const onSuccess = () => {
    allowNavigation();
    void navigate(paths.profile);
  };
  const onSubmit = submit((values, onError) => save.mutate(values, { onSuccess, onError }));
  const text = (
    name: keyof ChangeProfileBody,
    label: string,
    autoComplete: string,
    more: object = {},
  ) => (
    <FormField form={form} name={name} label={label} optional={name === 'homeCity'}>
      {(controlProps) => <Input autoComplete={autoComplete} {...more} {...controlProps} />}
    </FormField>
  );
  return (
    <form noValidate onSubmit={onSubmit} className="grid max-w-2xl gap-5">
      {prompt}
      <div className="grid gap-5 sm:grid-cols-2">
        {text('firstName', 'First name', 'given-name')}
        {text('lastName', 'Last name', 'family-name')}
        {text('phone', 'Phone', 'tel', { type: 'tel' })}
        {text('homeCity', 'Home city', 'address-level2')}
      </div>
      <dl className="grid gap-x-5 gap-y-4 border-t border-rule pt-5 sm:grid-cols-2">
        <div>
          <dt className="text-[0.9375rem] font-semibold">Email</dt>
          <dd className="break-words">{user.email}</dd>
        </div>
        <div>
          <dt className="text-[0.9375rem] font-semibold">Username</dt>
          <dd className="break-words">{user.username}</dd>
        </div>
      </dl>
      <p className="text-[0.9375rem] text-quiet">
        You can change your email in your{' '}
        <Link className="text-ink underline underline-offset-4" to={paths.settings}>
          settings
        </Link>
        . To change your username, write to{' '}
        <a className="text-ink underline underline-offset-4" href={`mailto:${CONCIERGE}`}>
          {CONCIERGE}
        </a>
        .
      </p>
      <div className="mt-2 flex flex-wrap gap-3 border-t border-rule pt-6">
        <Button type="submit" busy={busy}>
          {busy ? 'Saving...' : 'Save Changes'}
        </Button>
        <LinkButton to={paths.profile} variant="quiet">
          Cancel
        </LinkButton>
      </div>
    </form>
  );
}

export function EditProfilePage() {
  const { user } = useSession();
  return (
    <div className="page pt-10">
      <PageMeta title="Edit Profile" />
      <h1 className="mb-8 font-display text-title">Edit Profile</h1>
      {user && <EditForm key={user.id} user={user} />}
    </div>
  );
}
