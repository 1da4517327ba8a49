import { Button } from '../../../ui/button';
import type { Photos } from './use-photos';

type SaveButtonsProps = {
  formId: string;
  saving: boolean;
  photos: Photos;
  label: string;
  onCancel: () => void;
};

/**
 * Save and Cancel. Saving waits until all photos are read, because it would otherwise miss some.
 */
export function SaveButtons({ formId, saving, photos, label, onCancel }: SaveButtonsProps) {
  return (
    <>
      <p role="status" className="mr-auto self-center text-quiet empty:hidden">
        {photos.preparing
          ? 'Preparing photos...'
          : saving && photos.uploads && 'Uploading photos...'}
      </p>
      <Button variant="outline" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" form={formId} busy={saving || photos.preparing}>
        {saving ? 'Saving...' : label}
      </Button>
    </>
  );
}
