import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';
import { RadioGroup } from '../../ui/radio-group';

const starChoices = ['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }));

type ReviewValues = Readonly<{ rating: string; comment: string }>;

type StarsFieldsProps = {
  legend: string;
  /** Says who sees the comment. */
  hint: string;
  values: ReviewValues;
  onChange: (values: ReviewValues) => void;
};

export function StarsFields({ legend, hint, values, onChange }: StarsFieldsProps) {
  return (
    <>
      <RadioGroup
        legend={legend}
        choices={starChoices}
        value={values.rating}
        onChange={(rating) => onChange({ ...values, rating })}
        className="grid-cols-5"
      />
      <Field label="Comment" optional hint={hint}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={1_000}
            value={values.comment}
            onChange={({ target }) => onChange({ ...values, comment: target.value })}
          />
        )}
      </Field>
    </>
  );
}
