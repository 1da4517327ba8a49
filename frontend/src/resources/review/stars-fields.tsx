import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';
import { RadioGroup } from '../../ui/radio-group';

const stars = ['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }));

/** What is said of a court or of a player, as it is typed. */
type Stars = Readonly<{ rating: string; comment: string }>;

type Props = {
  legend: string;
  /** Who reads the comment. */
  hint: string;
  said: Stars;
  onChange: (said: Stars) => void;
};

/** Asks for one to five stars, and for words. */
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
