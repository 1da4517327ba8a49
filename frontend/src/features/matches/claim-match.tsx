import { errorMessage } from '../../lib/api';
import { useClaimMatch } from '../../resources/match/match-queries';
import { Button } from '../../ui/button';
import { Heading } from '../../ui/heading';

/** Claims a place in a match. This takes a click, because the account becomes the player. */
export function ClaimMatch({
  matchId,
  token,
  email,
}: {
  matchId: string;
  token: string;
  email: string;
}) {
  const claimMutation = useClaimMatch();
  if (claimMutation.isSuccess)
    return (
      <p role="status" className="mb-8 border-y border-brass-line py-5">
        The match is now in your account. Please confirm or dispute the result below.
      </p>
    );
  return (
    <section
      aria-labelledby="claim"
      className="mb-8 grid justify-items-start gap-4 border-y border-brass-line py-6"
    >
      <Heading level={2} id="claim">
        Were you in this match?
      </Heading>
      <p>You were invited to this match by email. Claiming it adds it to this account, {email}.</p>
      {claimMutation.isError && (
        <p role="alert" className="text-bad">
          {errorMessage(claimMutation.error, "That didn't work. Please try again.")}
        </p>
      )}
      <Button
        busy={claimMutation.isPending}
        onClick={() => claimMutation.mutate({ matchId, token })}
      >
        Yes, I Played
      </Button>
    </section>
  );
}
