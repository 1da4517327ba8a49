import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { readDraft } from '../../lib/drafts';
import { handleSignedOut, useSession } from '../session/session';
import { renderAt, robin, signedOut } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { useDraft, useDraftState } from './use-draft';

afterEach(() => {
  jest.useRealTimers();
  cleanup();
});

function ProfileForm() {
  const form = useForm({ defaultValues: { city: 'Austin', note: '', password: '' } });
  const draft = useDraft('profile', form);
  return (
    <form onSubmit={form.handleSubmit(draft.clear)}>
      {draft.note}
      <input aria-label="City" {...form.register('city')} />
      <input aria-label="Note" {...form.register('note')} />
      <input aria-label="Password" {...form.register('password')} />
      <button>Save</button>
    </form>
  );
}

function ReportForm() {
  const [{ words }, update, draft] = useDraftState('report', { words: '', kind: 'rain' });
  return (
    <>
      {draft.note}
      <input
        aria-label="Note"
        value={words}
        onChange={({ target }) => update({ words: target.value })}
      />
      <button onClick={draft.clear}>Save</button>
    </>
  );
}

/** Members open it, so the session has loaded. */
function MemberReport() {
  return useSession().user && <ReportForm />;
}

const open = async (form: 'profile' | 'report', user: object | null = robin) => {
  cleanup();
  mockApi({ 'GET /api/auth/me': user ? () => [200, { ...robin, ...user }] : signedOut });
  const client = renderAt('/', form === 'profile' ? <ProfileForm /> : <MemberReport />);
  client.setQueryData(['/api/auth/me'], user && { ...robin, ...user });
  await screen.findByLabelText('Note');
  return client;
};
const note = () => screen.getByLabelText<HTMLInputElement>('Note').value;
const enter = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const profile = (account = robin.id) => readDraft({ account, form: 'profile' });

describe('a draft', () => {
  it.each(['profile', 'report'] as const)(
    'of the form %s is restored until it is saved or discarded',
    async (form) => {
      await open(form);
      await enter('Note', 'Left-handed');
      await open(form);
      expect(await screen.findByText('Draft restored')).toBeTruthy();
      expect(note()).toBe('Left-handed');
      await userEvent.click(screen.getByRole('button', { name: 'Discard Draft' }));
      expect(note()).toBe('');
      expect(screen.queryByText('Draft restored')).toBeNull();
      await enter('Note', 'Lefty');
      await userEvent.click(screen.getByRole('button', { name: 'Save' }));
      await open(form);
      expect(note()).toBe('');
      expect(screen.queryByText('Draft restored')).toBeNull();
    },
  );

  it('contains only changed fields, and never a password', async () => {
    await open('profile');
    await enter('Password', 'secret');
    await enter('Note', 'Hi');
    expect(profile()).toEqual({ note: 'Hi' });
    await userEvent.clear(screen.getByLabelText('Note'));
    expect(profile()).toBeNull();
  });

  it('belongs to one account, and survives the end of its session', async () => {
    await open('profile');
    await enter('Note', 'Hi');
    await open('profile', { id: 'u2' });
    expect(note()).toBe('');
    await open('profile', null);
    expect(note()).toBe('');
    await open('profile');
    await waitFor(() => expect(note()).toBe('Hi'));
  });

  it('is removed on sign-out and after a week', async () => {
    const client = await open('profile');
    await enter('Note', 'Hi');
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 8 * 24 * 60 * 60 * 1000);
    expect(profile()).toBeNull();
    jest.restoreAllMocks();
    expect(profile()).toEqual({ note: 'Hi' });
    handleSignedOut(client);
    expect(profile()).toBeNull();
  });
});
