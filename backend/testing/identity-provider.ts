import { type KeyObject, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, decodeJwt, jwtVerify } from 'jose';
import { openIdProvider } from './open-id-provider.js';

type Claims = Record<string, unknown>;
type Settings = Readonly<{
  clientId: string;
  redirectUri: string;
  /** Checks the client secret of a token request. */
  acceptsSecret: (secret: string) => Promise<boolean>;
}>;

const STORED_SECRET = 'a-secret-that-only-this-server-knows';
const KEY_ID = 'signing key';

/** How Apple checks the client secret, which is a signed token. */
export const appleSecretCheck =
  (privateKey: KeyObject, { teamId, clientId }: { teamId: string; clientId: string }) =>
  async (secret: string): Promise<boolean> => {
    const { payload, protectedHeader } = await jwtVerify(secret, createPublicKey(privateKey), {
      algorithms: ['ES256'],
      issuer: teamId,
      subject: clientId,
      audience: 'https://appleid.apple.com',
      maxTokenAge: '1 min',
    });
    return protectedHeader.kid === 'key 1' && payload.exp !== undefined;
  };

const bodyOf = async (request: IncomingMessage) => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return Object.fromEntries(new URLSearchParams(text));
};

/** The address and fields of a form that a page submits automatically. */
const formIn = (html: string) => ({
  action: /action="([^"]+)"/.exec(html)![1]!,
  fields: Object.fromEntries(
    [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  ),
});

/**
 * Starts an OpenID provider with one client. `person` is always signed in there and always
 * consents.
 */
export const startIdentityProvider = async ({ clientId, redirectUri, acceptsSecret }: Settings) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const held = new Set<ServerResponse>();
  const state = {
    person: { sub: 'nobody' } as Claims & { sub: string },
    status: 'up' as 'up' | 'hangs' | 'fails',
    /** Changes the claims of the next ID tokens. */
    changeClaims: null as ((claims: Claims) => Claims) | null,
    isForged: false,
    tokenRequests: 0,
  };
  const server = createServer((request, response) => {
    if (state.status === 'hangs') return void held.add(response);
    if (state.status === 'fails') return void response.writeHead(503).end('down');
    void handleRequest(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = openIdProvider(issuer, {
    client: { id: clientId, secret: STORED_SECRET, redirectUri },
    signingKey: { id: KEY_ID, privateKey },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => state.person }),
  });
  provider.use(async (context, next) => {
    if (context.path.startsWith('/interaction/')) {
      const login = { accountId: state.person.sub };
      context.respond = false;
      return provider.interactionFinished(context.req, context.res, { login });
    }
    if (context.path !== '/token') return next();
    state.tokenRequests++;
    const body = await bodyOf(context.req);
    const isAccepted = await acceptsSecret(body['client_secret'] ?? '').catch(() => false);
    Object.assign(context.req, {
      body: { ...body, client_secret: isAccepted ? STORED_SECRET : 'wrong' },
    });
    await next();
    const tokens = context.body as { id_token?: string };
    if (!tokens.id_token || !(state.changeClaims || state.isForged)) return;
    const claims = decodeJwt(tokens.id_token) as Claims;
    tokens.id_token = await new SignJWT(state.changeClaims?.(claims) ?? claims)
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
      .sign(state.isForged ? otherKey : privateKey);
  });
  const handleRequest = provider.callback();

  return {
    issuer,
    state,
    /**
     * Follows a sign-in to the callback, as a browser does, and returns what the browser would send
     * there.
     */
    async signIn(url: string): Promise<{ method: 'GET' | 'POST'; fields: Record<string, string> }> {
      const cookies = new Map<string, string>();
      for (let address = url; ;) {
        const response = await fetch(address, {
          redirect: 'manual',
          headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
        });
        for (const cookie of response.headers.getSetCookie()) {
          const [name = '', value = ''] = cookie.split(';')[0]!.split(/=(.*)/);
          cookies.set(name, value);
        }
        const location = response.headers.get('Location');
        if (!location) {
          const { action, fields } = formIn(await response.text());
          if (action !== redirectUri) throw new Error(`The form leads to ${action}.`);
          return { method: 'POST', fields };
        }
        address = new URL(location, address).href;
        if (address.startsWith(redirectUri))
          return { method: 'GET', fields: Object.fromEntries(new URL(address).searchParams) };
      }
    },
    async stop() {
      for (const response of held) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;
