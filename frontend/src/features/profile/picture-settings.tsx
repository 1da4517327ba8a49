import type { User } from '@courtly/contracts/identity';
import { errorMessage } from '../../lib/api';
import { fullName } from '../../resources/session/person-labels';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { PhotoPicker } from '../../ui/photo-picker';
import { toast } from '../../ui/toast';
import { UnreadablePicture, useRemovePicture, useSavePicture } from './account-api';

const UNREADABLE_MESSAGE = "This file can't be read as a picture. Use a JPEG, PNG, or WebP file.";

export function PictureSettings({ user }: { user: User }) {
  const savePicture = useSavePicture();
  const removePicture = useRemovePicture();
  const isBusy = savePicture.isPending || removePicture.isPending;
  const choosePicture = (file: File | undefined) => {
    if (file && !isBusy) savePicture.mutate(file, { onSuccess: () => toast('Picture saved') });
  };
  const pictureError = savePicture.error
    ? savePicture.error instanceof UnreadablePicture
      ? UNREADABLE_MESSAGE
      : errorMessage(savePicture.error, "It wasn't saved. Please try again.")
    : undefined;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar
        name={fullName(user)}
        picture={user.avatar}
        className="size-20! font-display text-2xl!"
      />
      <PhotoPicker
        label={
          savePicture.isPending ? 'Saving...' : user.avatar ? 'Choose Another' : 'Choose a Picture'
        }
        inputLabel="Picture of you"
        hint="JPEG, PNG, or WebP. For now, only you can see it."
        problem={pictureError}
        busy={isBusy}
        onPick={([file]) => choosePicture(file)}
        className="min-w-0 flex-1 basis-60"
        actions={
          user.avatar && (
            <Button
              variant="quiet"
              busy={isBusy}
              aria-label="Remove picture"
              onClick={() => removePicture.mutate()}
            >
              Remove
            </Button>
          )
        }
      />
    </div>
  );
}
