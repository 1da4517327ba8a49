import type { CourtDetail, ZonedCourt } from '@courtly/contracts/courts';
import { useId } from 'react';
import { CourtChanges } from '../../resources/court/form/court-changes';
import { CourtFields } from '../../resources/court/form/court-fields';
import { SaveButtons } from '../../resources/court/form/save-buttons';
import { useCourtForm } from '../../resources/court/form/use-court-form';

type PageFormProps = {
  court: ZonedCourt | null;
  label: string;
  onSaved: (savedCourt: CourtDetail) => void;
  onCancel: () => void;
};

/** If `court` is null, the form creates a court. */
export function PageForm({ court, label, onSaved, onCancel }: PageFormProps) {
  const formId = useId();
  const { form, photos, zones, draftNote, courtValues, saving, props } = useCourtForm(
    court,
    onSaved,
  );
  return (
    <form id={formId} {...props}>
      {draftNote}
      {court && <CourtChanges form={form} current={courtValues} />}
      <CourtFields form={form} photos={photos} zones={zones} zone={court?.zone} />
      <div className="flex flex-wrap justify-end gap-3 border-t border-rule py-6">
        <SaveButtons
          formId={formId}
          saving={saving}
          photos={photos}
          label={label}
          onCancel={onCancel}
        />
      </div>
    </form>
  );
}
