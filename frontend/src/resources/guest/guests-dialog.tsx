import type { BookingGuests, Guest } from '@courtly/contracts/guest-waivers';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMediumDate } from '../../lib/format';
import { schemaResolver } from '../../lib/schema-resolver';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormField } from '../../ui/form-field';
import { Input } from '../../ui/input';
import { QueryPanel } from '../../ui/query-panel';
import { useContractForm } from '../../ui/use-contract-form';
import { type AnyBooking, isHostBooking } from '../booking/booking-queries';
import { WaiverLine } from '../booking/waiver-line';
import { guardianLabel } from '../waiver/guardian-fields';
import { type GuestAction, GuestConfirmation } from './guest-confirmation';
import { guestsQuery, useAddGuest, useRemoveGuest, useReplaceLink } from './guest-queries';
import { canShare, copyLink, shareLink } from './share-link';

const guestResolver = schemaResolver(
  async () => (await import('@courtly/contracts/guest-waivers')).AddGuestBody,
);

type GuestsDialogProps = { booking: AnyBooking; onClose: () => void };

/** The guests of a booking. Its player adds them and shares their links. */
export function GuestsDialog({ booking, onClose }: GuestsDialogProps) {
  return (
    <Dialog
      open
      side="right"
      onClose={onClose}
      title="Guests and waivers"
      description={booking.court.name}
    >
      <QueryPanel query={useQuery(guestsQuery(booking.id))} label="the guests">
        {(bookingGuests) => <GuestList booking={booking} bookingGuests={bookingGuests} />}
      </QueryPanel>
    </Dialog>
  );
}

function GuestList({
  booking,
  bookingGuests,
}: {
  booking: AnyBooking;
  bookingGuests: BookingGuests;
}) {
  const { guests, mostGuests, canAdd } = bookingGuests;
  const isHosted = isHostBooking(booking);
  return (
    <div className="grid gap-6">
      <WaiverLine waivers={bookingGuests} isHosted={isHosted} />
      {guests.length > 0 ? (
        <ul className="divide-y divide-rule border-y border-rule">
          {guests.map((guest) => (
            <GuestRow
              key={guest.id}
              booking={booking}
              guest={guest}
              // Nothing is stored about a guest without a name.
              canRemove={!isHosted && guest.name !== ''}
            />
          ))}
        </ul>
      ) : (
        <p className="text-quiet">
          {isHosted
            ? "The player hasn't added any guests."
            : "You haven't added any guests. Everyone who plays must sign the waiver."}
        </p>
      )}
      {canAdd &&
        (guests.length < mostGuests ? (
          <AddGuestForm key={guests.length} bookingId={booking.id} />
        ) : (
          <p className="text-quiet">This court allows {mostGuests + 1} players.</p>
        ))}
    </div>
  );
}

function GuestRow({
  booking,
  guest,
  canRemove,
}: {
  booking: AnyBooking;
  guest: Guest;
  canRemove: boolean;
}) {
  const replaceLink = useReplaceLink(booking.id);
  const removeGuest = useRemoveGuest(booking.id);
  const [pendingAction, setPendingAction] = useState<GuestAction | null>(null);
  const { id, name, email, token, signedAt, signature } = guest;
  const shownName = name || 'Guest';
  return (
    <li className="grid gap-3 py-4">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p dir="auto" className="font-semibold wrap-anywhere">
            {shownName}
          </p>
          {email && <p className="text-small wrap-anywhere text-quiet">Emailed to {email}</p>}
          {signature && (
            <p dir="auto" className="text-small wrap-anywhere text-quiet">
              Signed as {signature.name}
              {signature.guardian && ` by ${guardianLabel(signature.guardian)}`}
              {signedAt && `, ${formatMediumDate(signedAt, booking)}`}
            </p>
          )}
        </div>
        <Badge tone={signedAt ? 'good' : 'pending'}>{signedAt ? 'Signed' : 'Not signed'}</Badge>
      </div>
      {canRemove && (
        <div className="flex flex-wrap gap-2">
          {token && (
            <>
              <Button
                size="sm"
                variant="outline"
                aria-label={`Copy Link: ${shownName}`}
                onClick={() => void copyLink(token)}
              >
                Copy Link
              </Button>
              {canShare() && (
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={`Share: ${shownName}`}
                  onClick={() => void shareLink(token)}
                >
                  Share
                </Button>
              )}
              <Button
                size="sm"
                variant="quiet"
                aria-label={`Replace Link: ${shownName}`}
                onClick={() => setPendingAction('replace')}
              >
                Replace Link
              </Button>
            </>
          )}
          <Button
            size="sm"
            variant="quiet"
            aria-label={`Remove: ${shownName}`}
            className="only:-ml-3.5"
            onClick={() => setPendingAction('remove')}
          >
            Remove
          </Button>
        </div>
      )}
      {pendingAction && (
        <GuestConfirmation
          action={pendingAction}
          guest={guest}
          busy={replaceLink.isPending || removeGuest.isPending}
          onConfirm={() =>
            (pendingAction === 'remove' ? removeGuest : replaceLink).mutate(id, {
              onSettled: () => setPendingAction(null),
            })
          }
          onClose={() => setPendingAction(null)}
        />
      )}
    </li>
  );
}

function AddGuestForm({ bookingId }: { bookingId: string }) {
  const addGuest = useAddGuest(bookingId);
  const { form, submit } = useContractForm({
    resolver: guestResolver,
    defaultValues: { name: '', email: '' },
  });
  return (
    <form
      noValidate
      aria-label="Add a guest"
      onSubmit={submit((guest, onError) => addGuest.mutate(guest, { onError }))}
      className="grid gap-4"
    >
      <FormField form={form} name="name" label="Guest's name">
        {(controlProps) => <Input autoComplete="off" maxLength={80} {...controlProps} />}
      </FormField>
      <FormField
        form={form}
        name="email"
        label="Guest's email"
        optional
        hint="We'll email the link. If you leave this empty, you can share the link yourself."
      >
        {(controlProps) => (
          <Input type="email" autoComplete="off" inputMode="email" {...controlProps} />
        )}
      </FormField>
      <Button type="submit" busy={form.formState.isSubmitting || addGuest.isPending}>
        Add Guest
      </Button>
    </form>
  );
}
