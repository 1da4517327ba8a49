import type { ChangeProfileBody, User } from '@courtly/contracts/identity';
import { useNavigate } from 'react-router-dom';
import { CONCIERGE_EMAIL, paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { schemaResolver } from '../../lib/schema-resolver';
import { useDraft } from '../../resources/draft/use-draft';
import { useSession } from '../../resources/session/session';
import { Button, LinkButton } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { Input } from '../../ui/input';
import { useContractForm } from '../../ui/use-contract-form';
import { useUnsavedChanges } from '../../ui/guards';
import { useChangeProfile } from './api';
import { TextLink, textLinkClass } from '../../ui/text-link';
import { Heading } from '../../ui/heading';

const formResolver = schemaResolver(
  async () => (await import('@courtly/contracts/identity')).ChangeProfileBody,
);

const profileValuesOf = ({ firstName, lastName, phone, homeCity }: User): ChangeProfileBody => ({
  firstName,
  lastName,
  phone,
  homeCity,
});

function EditForm({ user }: { user: User }) {
  const navigate = useNavigate();
  const saveProfile = useChangeProfile();
  const { form, submit } = useContractForm({
    resolver: formResolver,
    defaultValues: profileValuesOf(user),
    errorToast: ['Error saving profile', 'Please try again.'],
  });
  const draft = useDraft('profile', form);
  const { isDirty, isSubmitting } = form.formState;
  const isBusy = isSubmitting || saveProfile.isPending;
  const { allowNavigation } = useUnsavedChanges(isDirty && !saveProfile.isSuccess, draft.clear);

  const onSuccess = () => {
    draft.clear();
    allowNavigation();
    void navigate(paths.profile);
  };
  const handleSubmit = submit((formValues, onError) =>
    saveProfile.mutate(formValues, { onSuccess, onError }),
  );
  const textField = (
    fieldName: keyof ChangeProfileBody,
    label: string,
    autoComplete: string,
    inputProps: object = {},
  ) => (
    <FormField form={form} name={fieldName} label={label} optional={fieldName === 'homeCity'}>
      {(controlProps) => <Input autoComplete={autoComplete} {...inputProps} {...controlProps} />}
    </FormField>
  );
  return (
    <form noValidate onSubmit={handleSubmit} className="grid max-w-2xl gap-5">
      {draft.note}
      <div className="grid gap-5 sm:grid-cols-2">
        {textField('firstName', 'First name', 'given-name')}
        {textField('lastName', 'Last name', 'family-name')}
        {textField('phone', 'Phone', 'tel', { type: 'tel' })}
        {textField('homeCity', 'Home city', 'address-level2')}
      </div>
      <dl className="grid gap-x-5 gap-y-4 border-t border-rule pt-5 sm:grid-cols-2">
        <div>
          <dt className="text-small font-semibold">Email</dt>
          <dd className="break-words">{user.email}</dd>
        </div>
        <div>
          <dt className="text-small font-semibold">Username</dt>
          <dd className="break-words">{user.username}</dd>
        </div>
      </dl>
      <p className="text-small text-quiet">
        You can change your email in your <TextLink to={paths.settings}>settings</TextLink>. To
        change your username, write to{' '}
        <a className={textLinkClass} href={`mailto:${CONCIERGE_EMAIL}`}>
          {CONCIERGE_EMAIL}
        </a>
        .
      </p>
      <div className="mt-2 flex flex-wrap gap-3 border-t border-rule pt-6">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving...' : 'Save Changes'}
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
      <Heading level={1} className="mb-8">
        Edit Profile
      </Heading>
      {user && <EditForm key={user.id} user={user} />}
    </div>
  );
}
