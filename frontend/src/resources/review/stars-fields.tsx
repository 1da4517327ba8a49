import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';
import { RadioGroup } from '../../ui/radio-group';

const stars = ['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }));

/** Form values of a rating. */
type Stars = Readonly<{ rating: string; comment: string }>;

type Props = {
  legend: string;
  /** States who sees the comment. */
  hint: string;
  said: Stars;
  onChange: (said: Stars) => void;
};

export function StarsFields({ legend, hint, said, onChange }: Props) {
  return (
    <>
      <RadioGroup
        legend={legend}
        choices={stars}
        value={said.rating}
        onChange={(rating) => onChange({ ...said, rating })}
        className="grid-cols-5"
      />
      <Field label="Comment" optional hint={hint}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={1_000}
            value={said.comment}
            onChange={({ target }) => onChange({ ...said, comment: target.value })}
          />
        )}
      </Field>
    </>
  );
}
