import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

type Options = Readonly<{ challenge: string }>;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');
const cborText = (text: string) =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);

/** A software passkey (WebAuthn, ES256, no attestation). `origin` is the page that creates it. */
export const createAuthenticator = (origin: string, counts = true) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = base64url(credentialId);
  let counter = 0;

  const authenticatorData = (page: string, flags: number, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counts ? ++counter : 0);
    return Buffer.concat([sha256(new URL(page).hostname), Buffer.from([flags]), count, rest]);
  };
  const clientData = (page: string, type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: page, crossOrigin: false }));
  const response = (fields: object) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: fields,
  });

  return {
    create(options: Options) {
      // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
      const coseKey = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        cborBytes(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        cborBytes(Buffer.from(y, 'base64url')),
      ]);
      const credential = [Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId];
      const data = authenticatorData(origin, 0x41, Buffer.concat([...credential, coseKey]));
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(data),
      ]);
      return response({
        clientDataJSON: base64url(clientData(origin, 'webauthn.create', options)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      });
    },
    /** `page` is the origin of the page that asks for the passkey. */
    get(options: Options, page = origin) {
      const data = authenticatorData(page, 0x01);
      const clientDataJson = clientData(page, 'webauthn.get', options);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(clientDataJson)]))
        .sign(privateKey);
      return response({
        clientDataJSON: base64url(clientDataJson),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      });
    },
  };
};
