import type { User } from '@courtly/contracts/identity';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useLogout } from '../../resources/session/logout';
import { CONCIERGE, paths } from '../../config/paths';
import { longDate, viewerZone } from '../../lib/format';
import { chooseTheme, themes, useTheme } from '../../lib/theme';
import { waiverQuery } from '../../lib/waiver';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { QueryPanel } from '../../ui/query-panel';
import { RadioGroup } from '../../ui/radio-group';
import { Section } from './section';

const textLink = 'underline decoration-brass-line underline-offset-4 hover:decoration-ink';

function Waiver() {
  return (
    <QueryPanel query={useQuery(waiverQuery)} label="your waiver">
      {({ hasAcceptedWaiver, waiverAcceptedAt }) => (
        <>
          <p className="flex flex-wrap items-center gap-3">
            <Badge tone={hasAcceptedWaiver ? 'good' : 'pending'}>
              {hasAcceptedWaiver ? 'Accepted' : 'Not accepted'}
            </Badge>
            {waiverAcceptedAt && <span>on {longDate(waiverAcceptedAt, viewerZone())}</span>}
          </p>
          <p className="mt-3">
            <Link to={paths.waiverTest} className={textLink}>
              {hasAcceptedWaiver ? 'Review the waiver' : 'Accept the waiver'}
            </Link>
          </p>
        </>
      )}
    </QueryPanel>
  );
}

/** How the website looks to this person, their waiver, and ways out. */
export function SettingsTab({ user }: { user: User }) {
  const theme = useTheme();
  const logout = useLogout();
  return (
    <div className="-mt-8">
      <Section title="Dark mode" note="Kept in this browser.">
        <RadioGroup
          legend="Dark mode"
          hideLegend
          choices={themes}
          value={theme}
          onChange={chooseTheme}
          className="max-w-sm grid-cols-3"
        />
      </Section>
      <Section title="Waiver" note="Needed before you book.">
        <Waiver />
      </Section>
      <Section title="Log out" note="On this device.">
        <Button variant="outline" onClick={() => void logout()}>
          Log Out
        </Button>
      </Section>
      <Section title="Delete Account">
        <p>
          To have your account deleted, write to{' '}
          <a className={textLink} href={`mailto:${CONCIERGE}?subject=${encodeURIComponent('Delete my account')}`}>
            {CONCIERGE}
          </a>{' '}
          from {user.email}.
        </p>
      </Section>
    </div>
  );
}
