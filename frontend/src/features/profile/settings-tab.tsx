import type { User } from '@courtly/contracts/identity';
import { PASSWORD_LENGTH } from '@courtly/contracts/password-limits';
import { useQuery } from '@tanstack/react-query';
import { useLogout } from '../../resources/session/logout';
import { paths } from '../../config/paths';
import { formatLongDate, viewerZone } from '../../lib/format';
import { applyTheme, themeOptions, useTheme } from '../../lib/theme';
import { waiverQuery } from '../../resources/waiver/waiver-query';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { LoadFailed, lazyComponent } from '../../ui/lazy-component';
import { QueryPanel } from '../../ui/query-panel';
import { Skeleton } from '../../ui/skeleton';
import { RadioGroup } from '../../ui/radio-group';
import { AcceptedPapers } from './accepted-papers';
import { BlockSettings } from './block-settings';
import { CardSettings } from './card-settings';
import { AccountDeletion, DataDownload } from './leave-settings';
import { DeviceSettings } from './device-settings';
import { EmailSettings } from './email-settings';
import { MembershipSettings } from './membership-settings';
import { PasswordSettings } from './password-settings';
import { PictureSettings } from './picture-settings';
import { PrivacySettings } from './privacy-settings';
import { ShortcutSettings } from './shortcut-settings';
import { PreferenceSection } from './preference-section';
import { TextLink } from '../../ui/text-link';

const TwoStepSettings = lazyComponent(
  async () => (await import('./two-step-settings')).TwoStepSettings,
  {
    fallback: <Skeleton className="h-24" />,
    renderError: (retryLoad) => <LoadFailed subject="This setting" onRetry={retryLoad} />,
  },
);

const LinkedAccounts = lazyComponent(
  async () => (await import('./linked-accounts')).LinkedAccounts,
  {
    fallback: <Skeleton className="h-24" />,
    renderError: (retryLoad) => <LoadFailed subject="This setting" onRetry={retryLoad} />,
  },
);

function WaiverStatus() {
  return (
    <QueryPanel query={useQuery(waiverQuery)} label="your waiver">
      {({ hasAcceptedWaiver, waiverAcceptedAt }) => (
        <>
          <p className="flex flex-wrap items-center gap-3">
            <Badge tone={hasAcceptedWaiver ? 'good' : 'pending'}>
              {hasAcceptedWaiver ? 'Accepted' : 'Not accepted'}
            </Badge>
            {waiverAcceptedAt && <span>on {formatLongDate(waiverAcceptedAt, viewerZone())}</span>}
          </p>
          <p className="mt-3">
            <TextLink to={paths.waiverTest}>
              {hasAcceptedWaiver ? 'Review the waiver' : 'Accept the waiver'}
            </TextLink>
          </p>
        </>
      )}
    </QueryPanel>
  );
}

export function SettingsTab({ user }: { user: User }) {
  const theme = useTheme();
  const logout = useLogout();
  return (
    <div className="-mt-8">
      {/* Sections that load data are last, because they shift the content below them. */}
      <PreferenceSection title="Picture" note="Shown next to your name.">
        <PictureSettings user={user} />
      </PreferenceSection>
      <PreferenceSection title="Dark mode" note="Saved in this browser.">
        <RadioGroup
          legend="Dark mode"
          segmented
          choices={themeOptions}
          value={theme}
          onChange={applyTheme}
          className="max-w-sm grid-cols-3"
        />
      </PreferenceSection>
      {user.role === 'admin' && (
        <PreferenceSection title="Keyboard" note="In the admin lists. Saved in this browser.">
          <ShortcutSettings />
        </PreferenceSection>
      )}
      <PreferenceSection title="Privacy" note="Who can see your player page and history.">
        <PrivacySettings user={user} />
      </PreferenceSection>
      <PreferenceSection title="Emails and calendar" note="How Courtly keeps you informed.">
        <TextLink to={paths.notificationPreferences}>
          Choose your emails, or subscribe to your bookings
        </TextLink>
      </PreferenceSection>
      <PreferenceSection title="Email" note="For signing in and receiving emails from us.">
        <EmailSettings user={user} />
      </PreferenceSection>
      <PreferenceSection
        title="Password"
        note={`At least ${PASSWORD_LENGTH.least} characters, and hard to guess.`}
      >
        <PasswordSettings user={user} />
      </PreferenceSection>
      <PreferenceSection
        title="Two-step sign-in"
        note="A code or passkey in addition to your password."
      >
        <TwoStepSettings user={user} />
      </PreferenceSection>
      <PreferenceSection title="Linked accounts" note="Sign in without your password.">
        <LinkedAccounts />
      </PreferenceSection>
      <PreferenceSection title="Devices" note="Where you're signed in.">
        <DeviceSettings />
      </PreferenceSection>
      <PreferenceSection title="Membership" note="Your plan and when it ends.">
        <MembershipSettings />
      </PreferenceSection>
      <PreferenceSection title="Saved cards" note="Pay with one tap. Stripe stores your cards.">
        <CardSettings />
      </PreferenceSection>
      <PreferenceSection title="Blocked people" note="They can't contact you or book with you.">
        <BlockSettings />
      </PreferenceSection>
      <PreferenceSection title="Waiver" note="Required before you book.">
        <WaiverStatus />
      </PreferenceSection>
      <PreferenceSection title="Documents" note="The terms and notices that you agreed to.">
        <AcceptedPapers />
      </PreferenceSection>
      <PreferenceSection title="Log out" note="On this device.">
        <Button variant="outline" onClick={() => void logout()}>
          Log Out
        </Button>
      </PreferenceSection>
      <PreferenceSection title="Your data" note="Everything Courtly stores about you, in one file.">
        <DataDownload />
      </PreferenceSection>
      <PreferenceSection title="Delete account" note="This is permanent and can't be undone.">
        <AccountDeletion />
      </PreferenceSection>
    </div>
  );
}
