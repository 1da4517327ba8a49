import type { Invitation } from '@courtly/contracts/invitations';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, errorMessage } from '../../lib/api';
import { formatMediumDate, viewerZone } from '../../lib/format';
import { courtKeys } from '../../resources/court/court-keys';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { QueryPanel } from '../../ui/query-panel';
import { toast, toastError } from '../../ui/toast';
import { Section } from '../../ui/heading';

const invitationsQuery = (courtId: string) =>
  queryOptions({
    queryKey: courtKeys.invitations(courtId),
    queryFn: ({ signal }) =>
      call('GET /api/courts/:courtId/invitations', { params: { courtId }, signal }),
  });

const invite = (courtId: string, email: string) =>
  call('POST /api/courts/:courtId/invitations', { params: { courtId }, body: { email } });
const inviteByLink = (courtId: string) =>
  call('POST /api/courts/:courtId/invitations', { params: { courtId }, body: { link: true } });
/** The earlier link is revoked, so only the newest email works. */
const inviteAgain = (courtId: string, { id: invitationId }: Invitation) =>
  call('POST /api/courts/:courtId/invitations/:invitationId/email', {
    params: { courtId, invitationId },
  });
const revoke = (courtId: string, { id: invitationId }: Invitation) =>
  call('DELETE /api/courts/:courtId/invitations/:invitationId', {
    params: { courtId, invitationId },
  });

/** `run` returns the message to announce afterward. */
type Change = Readonly<{ run: () => Promise<string> }>;

/** Makes one change to the guest list at a time, and reloads it. */
const useGuestChange = (courtId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: `guests ${courtId}` },
    mutationFn: ({ run }: Change) => run(),
    onSuccess: (done) => toast(done, 'The guest list is up to date.'),
    onError: (error) =>
      toastError('Error changing the guest list', errorMessage(error, 'Please try again.')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: courtKeys.invitations(courtId) }),
  });
};

const guestName = ({ email, token, guests, createdAt }: Invitation): string => {
  if (email) return email;
  if (token === null) return 'A person whose address is no longer stored';
  const time = new Date(createdAt).toLocaleTimeString('en-US', { timeStyle: 'short' });
  return `Link from ${time}, used by ${guests === 1 ? '1 person' : `${guests} people`}`;
};

const linkAddress = ({ token }: Invitation) =>
  new URL(`/invitations/${token ?? ''}`, location.origin).href;

const copyLink = async (invitation: Invitation) => {
  try {
    await navigator.clipboard.writeText(linkAddress(invitation));
    toast('Link copied', 'Anyone with this link can book the court.');
  } catch {
    toastError("The link couldn't be copied", linkAddress(invitation));
  }
};

/** Who may book an invite-only court: invited emails and links. */
export function CourtGuests({ courtId }: { courtId: string }) {
  const invitations = useQuery(invitationsQuery(courtId));
  const change = useGuestChange(courtId);
  const [email, setEmail] = useState('');
  const [ending, setEnding] = useState<Invitation | null>(null);
  const sendInvitation = (event: FormEvent) => {
    event.preventDefault();
    const typed = email.trim();
    if (typed === '') return;
    change.mutate(
      {
        run: async () => {
          const { id } = await invite(courtId, typed);
          const isKnown = invitations.data?.some((invitation) => invitation.id === id);
          return isKnown ? 'Already invited' : 'Invitation sent';
        },
      },
      { onSuccess: () => setEmail('') },
    );
  };
  const sendAgain = (invitation: Invitation) =>
    change.mutate({
      run: async () => {
        await inviteAgain(courtId, invitation);
        return 'Invitation sent again';
      },
    });
  const end = (invitation: Invitation) => {
    setEnding(null);
    change.mutate({
      run: async () => {
        await revoke(courtId, invitation);
        return 'Invitation revoked';
      },
    });
  };
  return (
    <Section title="Guests" className="mb-10 border-y border-rule py-6">
      <p className="mt-1 text-quiet">Only people you invite can book this court.</p>
      <form noValidate onSubmit={sendInvitation} className="mt-5 flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-64">
          <Field label="Invite by email" required>
            {(controlProps) => (
              <Input
                type="email"
                autoComplete="off"
                inputMode="email"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
                {...controlProps}
              />
            )}
          </Field>
        </div>
        <Button type="submit" busy={change.isPending}>
          Invite
        </Button>
        <Button
          variant="outline"
          disabled={change.isPending}
          onClick={() =>
            change.mutate({
              run: async () => {
                await inviteByLink(courtId);
                return 'Link created';
              },
            })
          }
        >
          Create Link
        </Button>
      </form>
      <div className="mt-6">
        <QueryPanel query={invitations} label="the guest list">
          {(listed) =>
            listed.length === 0 ? (
              <p className="text-quiet">You haven't invited anyone yet.</p>
            ) : (
              <ul aria-label="Invitations" className="border-t border-rule">
                {listed.map((invitation) => (
                  <li
                    key={invitation.id}
                    className="flex flex-wrap items-center justify-between gap-3 border-b border-rule py-3"
                  >
                    <p className="min-w-0 wrap-anywhere">
                      <bdi>{guestName(invitation)}</bdi>
                      <span className="block text-small text-quiet">
                        Since {formatMediumDate(invitation.createdAt, viewerZone())}
                      </span>
                    </p>
                    <span className="flex flex-wrap gap-2">
                      {invitation.email ? (
                        <Button
                          variant="outline"
                          disabled={change.isPending}
                          aria-label={`Send again: ${invitation.email}`}
                          onClick={() => sendAgain(invitation)}
                        >
                          Send Again
                        </Button>
                      ) : (
                        invitation.token && (
                          <Button
                            variant="outline"
                            aria-label={`Copy: ${guestName(invitation)}`}
                            onClick={() => void copyLink(invitation)}
                          >
                            Copy Link
                          </Button>
                        )
                      )}
                      <Button
                        variant="quiet"
                        disabled={change.isPending}
                        aria-label={`Revoke: ${guestName(invitation)}`}
                        onClick={() =>
                          invitation.guests > 0 ? setEnding(invitation) : end(invitation)
                        }
                      >
                        Revoke
                      </Button>
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryPanel>
      </div>
      {ending && (
        <Dialog
          open
          onClose={() => setEnding(null)}
          title="Revoke this link?"
          footer={
            <>
              <Button variant="outline" onClick={() => setEnding(null)}>
                Cancel
              </Button>
              <Button variant="danger" onClick={() => end(ending)}>
                Revoke Link
              </Button>
            </>
          }
        >
          <p>People who used this link will no longer be able to book the court.</p>
        </Dialog>
      )}
    </Section>
  );
}
