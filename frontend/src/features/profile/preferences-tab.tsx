import type { Preferences, SocialTag, User } from '@courtly/contracts/identity';
import type { SkillLevel } from '@courtly/contracts/skill-level';
import { paths } from '../../config/paths';
import { canHost } from '../../resources/session/permissions';
import { LinkButton } from '../../ui/button';
import { Switch } from '../../ui/checkbox';
import { Field } from '../../ui/field';
import { Select } from '../../ui/select';
import { Toggle } from '../../ui/toggle';
import { useChangePreferences } from './api';
import { skillLevels, surfaceOptions, socialTagOptions, toggleValue } from './preferences';
import { PreferenceSection } from './preference-section';

const levelOptions = [
  { value: '', label: 'Not specified' },
  ...skillLevels.map((level) => ({ value: level, label: level })),
];

function PlayerPreferences({ user }: { user: User }) {
  const { mutate } = useChangePreferences();
  const { skillLevel, surfaces: likedSurfaces, socialTags } = user;
  const changePreferences = (changes: Partial<Preferences>) =>
    mutate({ skillLevel, surfaces: likedSurfaces, socialTags, ...changes });
  const chooseLevel = (level: string) =>
    changePreferences({ skillLevel: (level || null) as SkillLevel | null });
  const tagButton = (tag: SocialTag, label: string) => (
    <Toggle
      key={tag}
      pressed={socialTags.includes(tag)}
      onClick={() => changePreferences({ socialTags: toggleValue(socialTags, tag) })}
    >
      {label}
    </Toggle>
  );
  return (
    <>
      <p className="text-quiet">Changes are saved as you make them.</p>
      <PreferenceSection title="Level">
        <Field label="Skill level" className="max-w-60">
          {(controlProps) => (
            <Select
              {...controlProps}
              options={levelOptions}
              value={skillLevel ?? ''}
              onChange={({ target }) => chooseLevel(target.value)}
            />
          )}
        </Field>
      </PreferenceSection>
      <PreferenceSection title="Surfaces" note="The surfaces you like to play on.">
        <div className="max-w-60">
          {surfaceOptions.map(({ value, label }) => (
            <Switch
              key={value}
              label={label}
              checked={likedSurfaces.includes(value)}
              onChange={() => changePreferences({ surfaces: toggleValue(likedSurfaces, value) })}
            />
          ))}
        </div>
      </PreferenceSection>
      <PreferenceSection title="Ways of playing" note="Choose all that apply.">
        <div role="group" aria-label="Ways of playing" className="flex flex-wrap gap-2">
          {socialTagOptions.map(({ value, label }) => tagButton(value, label))}
        </div>
      </PreferenceSection>
    </>
  );
}

const hostPreferences = (
  <>
    <PreferenceSection title="Availability" note="When players can book.">
      <LinkButton variant="outline" to={paths.ownerAvailability}>
        Set Availability
      </LinkButton>
    </PreferenceSection>
    <PreferenceSection title="Courts" note="The details in your listings.">
      <LinkButton variant="outline" to={paths.ownerCourts}>
        Manage Courts
      </LinkButton>
    </PreferenceSection>
  </>
);

export function PreferencesTab({ user }: { user: User }) {
  return canHost(user) ? hostPreferences : <PlayerPreferences user={user} />;
}
