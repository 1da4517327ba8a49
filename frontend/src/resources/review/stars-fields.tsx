import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';
import { RadioGroup } from '../../ui/radio-group';

const starChoices = ['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }));

/** Form values of a rating. */
type ReviewValues = Readonly<{ rating: string; comment: string }>;

type StarsFieldsProps = {
  legend: string;
  /** States who sees the comment. */
  hint: string;
  said: ReviewValues;
  onChange: (reviewValues: ReviewValues) => void;
};

export function StarsFields({ legend, hint, said: reviewValues, onChange }: StarsFieldsProps) {
  return (
    <>
      <RadioGroup
        legend={legend}
        choices={starChoices}
        value={reviewValues.rating}
        onChange={(rating) => onChange({ ...reviewValues, rating })}
        className="grid-cols-5"
      />
      <Field label="Comment" optional hint={hint}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={1_000}
            value={reviewValues.comment}
            onChange={({ target }) => onChange({ ...reviewValues, comment: target.value })}
          />
        )}
      </Field>
    </>
  );
}
