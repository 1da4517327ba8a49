import type { KeyboardEvent } from 'react';
import { schemaResolver } from '../../lib/schema-resolver';
import { Button } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { Textarea } from '../../ui/input';
import { useContractForm } from '../../ui/use-contract-form';
import { CONTACTS_HINT } from '../booking/note-field';
import { useMessageDraft } from './message-draft';
import { useSendMessage } from './message-queries';

const resolver = schemaResolver(
  async () => (await import('@courtly/contracts/messages')).SendMessageBody,
);

const emptyForm = { text: '' };

type MessageFormProps = { bookingId: string; isMasked: boolean };

/** The message form. It keeps the text until the server accepts the message. */
export function MessageForm({ bookingId, isMasked }: MessageFormProps) {
  const sendMessage = useSendMessage(bookingId);
  const [draft, updateDraft] = useMessageDraft(bookingId);
  const { form, submit } = useContractForm({ resolver, defaultValues: { text: draft } });
  const isBusy = form.formState.isSubmitting || sendMessage.isPending;
  const handleSent = () => {
    form.reset(emptyForm, { keepDirtyValues: false, keepFieldsRef: true });
    form.setFocus('text');
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!isBusy) event.currentTarget.form?.requestSubmit();
  };
  return (
    <form
      noValidate
      onSubmit={submit((message) => sendMessage.mutate(message, { onSuccess: handleSent }))}
      className="grid gap-3"
    >
      <FormField form={form} name="text" label="Your message" hint={isMasked && CONTACTS_HINT}>
        {(controlProps) => (
          <Textarea
            rows={2}
            readOnly={isBusy}
            onInput={({ currentTarget }) => updateDraft(currentTarget.value)}
            onKeyDown={handleKeyDown}
            {...controlProps}
          />
        )}
      </FormField>
      <div className="flex items-center gap-4">
        <p className="text-sm text-quiet pointer-coarse:hidden">
          Press Ctrl+Enter or ⌘+Enter to send.
        </p>
        <Button type="submit" busy={isBusy} className="ml-auto">
          {isBusy ? 'Sending...' : 'Send'}
        </Button>
      </div>
    </form>
  );
}
