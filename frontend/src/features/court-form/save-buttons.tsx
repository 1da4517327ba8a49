import { Button } from '../../ui/button';

type Props = { formId: string; busy: boolean; uploads: boolean; label: string; onCancel: () => void };

/** Saves the form, or leaves it. */
export function SaveButtons({ formId, busy, uploads, label, onCancel }: Props) {
  return (
    <>
      <p role="status" className="mr-auto self-center text-quiet empty:hidden">
        {busy && uploads && 'Uploading photos…'}
      </p>
      <Button variant="outline" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" form={formId} busy={busy}>
        {busy ? 'Saving...' : label}
      </Button>
    </>
  );
}
