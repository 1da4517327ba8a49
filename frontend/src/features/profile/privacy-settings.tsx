import type { PageAudience, User } from '@courtly/contracts/identity';
import { paths } from '../../config/paths';
import { RadioGroup } from '../../ui/radio-group';
import { useChangePrivacy } from './api';
import { TextLink } from '../../ui/text-link';

const audiences: readonly { value: PageAudience; label: string; explanation: string }[] = [
  {
    value: 'everyone',
    label: 'Everyone signed in',
    explanation:
      "Members see your name, home city, ratings, and results with dates. Only opponents see courts, times, and whether you'll play soon. If you have a court, members who aren't opponents see only your first name.",
  },
  {
    value: 'opponents',
    label: 'Opponents',
    explanation: `Opponents see everything. Other members see only your first name and can't challenge you. Rankings list you as “Private player”, and you don't appear in local rankings.`,
  },
  {
    value: 'only_me',
    label: 'Only me',
    explanation: `No one can open your page. Rankings list you as “Private player”, you don't appear in local rankings, and other players' histories don't name you. No one can challenge you.`,
  },
];

export function PrivacySettings({ user }: { user: User }) {
  const { mutate, isPending } = useChangePrivacy();
  return (
    <div aria-busy={isPending}>
      <RadioGroup
        legend="Who can see your player page"
        choices={audiences}
        value={user.pageAudience}
        onChange={(pageAudience) => mutate({ pageAudience })}
        className="grid-cols-1 sm:grid-cols-3"
      />
      <dl className="mt-5 grid gap-3 text-small">
        {audiences.map(({ value, label, explanation }) => (
          <div key={value}>
            <dt className="font-semibold">{label}</dt>
            <dd className="text-quiet">{explanation}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-small text-quiet">
        Opponents are people you have a confirmed match or booking with, and people you've
        challenged. People in the same match or booking always see each other there.{' '}
        <TextLink to={paths.player(user.id)}>View your page</TextLink>
      </p>
    </div>
  );
}
