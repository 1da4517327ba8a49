import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { Field } from './field';
import { FormField } from './form-field';
import { Input } from './input';
import { ReasonDialog } from './reason-dialog';

afterEach(cleanup);

const requiredOf = (label: RegExp) => screen.getByLabelText(label).getAttribute('aria-required');

describe('a field', () => {
  it('announces whether it is required only if it is', () => {
    render(
      <>
        <Field label="Amount" required>
          {(controlProps) => <Input {...controlProps} />}
        </Field>
        <Field label="Weather">{(controlProps) => <Input {...controlProps} />}</Field>
      </>,
    );
    expect([requiredOf(/Amount/), requiredOf(/Weather/)]).toEqual(['true', null]);
  });

  it('of a form is required unless it is optional', () => {
    function NameForm() {
      const form = useForm({ defaultValues: { name: '', city: '' } });
      return (
        <form>
          <FormField form={form} name="name" label="Name">
            {(controlProps) => <Input {...controlProps} />}
          </FormField>
          <FormField form={form} name="city" label="City" optional>
            {(controlProps) => <Input {...controlProps} />}
          </FormField>
        </form>
      );
    }
    render(<NameForm />);
    expect([requiredOf(/Name/), requiredOf(/City/)]).toEqual(['true', null]);
  });

  it('for a reason is required', () => {
    const ignore = () => undefined;
    render(
      <ReasonDialog
        title="Cancel?"
        hint="The player sees it."
        button="Cancel"
        busy={false}
        onSend={ignore}
        onClose={ignore}
      />,
    );
    expect(requiredOf(/Reason/)).toBe('true');
  });
});
