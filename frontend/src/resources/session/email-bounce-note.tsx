import { paths } from '../../config/paths';
import { useSession } from './session';
import { VerificationLink } from './verification-link';
import { TextLink } from '../../ui/text-link';

/** Says that emails don't arrive, and how to fix that. Renders nothing as long as they do. */
export function EmailBounceNote() {
  const { user } = useSession();
  if (!user?.emailBouncedAt) return null;
  return (
    <div className="grid justify-items-start gap-3 border-l border-bad pl-4">
      <p className="break-words">
        Our emails to {user.email} are bouncing, so we've stopped sending them. Is there a typo?{' '}
        <TextLink to={paths.settings}>Change your email</TextLink>, or verify that this one works.
      </p>
      <VerificationLink />
    </div>
  );
}
