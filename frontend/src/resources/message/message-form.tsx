import type { KeyboardEvent } from 'react';
import { schemaResolver } from '../../lib/schema-resolver';
import { Button } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { Textarea } from '../../ui/input';
import { useContractForm } from '../../ui/use-contract-form';
import { useDraft } from './message-draft';
import { useSendMessage } from './message-queries';

const resolver = schemaResolver(
  async () => (await import('@courtly/contracts/messages')).SendMessageBody,
);

const empty = { text: '' };
const MASKED = 'Phone numbers and email addresses are hidden until the booking is confirmed.';

type Props = { bookingId: string; isMasked: boolean };

/** The message form. The text stays until the server accepts it. */
export function MessageForm({ bookingId, isMasked }: Props) {
  const send = useSendMessage(bookingId);
  const [draft, keepDraft] = useDraft(bookingId);
  const { form, submit } = useContractForm({ resolver, defaultValues: { text: draft } });
  const busy = form.formState.isSubmitting || send.isPending;
  const onSent = () => {
    form.reset(empty, { keepDirtyValues: false, keepFieldsRef: true });
    form.setFocus('text');
  };
  const sendByKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!busy) event.currentTarget.form?.requestSubmit();
  };
  return (
    <form
      noValidate
      onSubmit={submit((message) => send.mutate(message, { onSuccess: onSent }))}
      className="grid gap-3"
    >
      <FormField form={form} name="text" label="Your message" hint={isMasked && MASKED}>
        {(controlProps) => (
          <Textarea
            rows={2}
            readOnly={busy}
            onInput={({ currentTarget }) => keepDraft(currentTarget.value)}
            onKeyDown={sendByKey}
            {...controlProps}
          />
        )}
      </FormField>
      <div className="flex items-center gap-4">
        <p className="text-sm text-quiet pointer-coarse:hidden">
          Press Ctrl+Enter or ⌘+Enter to send.
        </p>
        <Button type="submit" busy={busy} className="ml-auto">
          {busy ? 'Sending...' : 'Send'}
        </Button>
      </div>
    </form>
  );
}
