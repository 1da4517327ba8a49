import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { openIdProvider } from '../../backend/testing/open-id-provider.ts';

const CLIENT_ID = 'courtly';
const CLIENT_SECRET = 'for journeys only';

const signInPage = `<!doctype html>
<html lang="en"><title>Sign in</title><link rel="icon" href="data:,">
<form method="post">
  <label>Email at the provider <input name="email" type="email" required></label>
  <label><input name="isVerified" type="checkbox" checked> The provider has verified it</label>
  <button>Continue</button>
</form></html>`;

/**
 * An OpenID provider that replaces Google. On its page, people enter who they are, without a
 * password.
 */
export async function startIdentityProvider(port: number) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const url = `http://127.0.0.1:${port}`;
  const verifiedEmails = new Set<string>();
  const provider = openIdProvider(url, {
    client: { id: CLIENT_ID, secret: CLIENT_SECRET, redirectUri: 'https://courtly.example' },
    signingKey: { id: 'key 1', privateKey },
    findAccount: (_context, email) => ({
      accountId: email,
      claims: () => ({
        sub: email,
        email,
        email_verified: verifiedEmails.has(email),
        given_name: 'Robin',
        family_name: 'Volley',
      }),
    }),
  });
  // Courtly's port is not known yet.
  provider.Client.prototype.redirectUriAllowed = () => true;
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return next();
    if (context.method === 'GET') return void (context.body = signInPage);
    const form = new URLSearchParams(await text(context.req));
    const email = form.get('email')!;
    if (form.has('isVerified')) verifiedEmails.add(email);
    context.respond = false;
    await provider.interactionFinished(context.req, context.res, { login: { accountId: email } });
  });
  const server = createServer(provider.callback());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    /** The variables that enable sign-in with Google. */
    env: { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_CLIENT_SECRET: CLIENT_SECRET, GOOGLE_URL: url },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
