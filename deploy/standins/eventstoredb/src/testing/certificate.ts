import { generateKeyPairSync, sign } from 'node:crypto';

/** DER: a tag, a length of one to three bytes, and the contents. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const body = Buffer.concat(contents);
  if (body.length < 0x80) return Buffer.from([tag, body.length, ...body]);
  return Buffer.concat([Buffer.from([tag, 0x82, body.length >> 8, body.length & 0xff]), body]);
}

const sequence = (...contents: Buffer[]) => der(0x30, ...contents);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const integer = (value: number) => der(0x02, Buffer.from([value]));
const utcTime = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = '550403';
const SUBJECT_ALT_NAME = '551d11';

const pem = (label: string, bytes: Buffer) =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;

/**
 * A self-signed PEM certificate for localhost and its key, valid from one hour ago for two hours
 * (RFC 5280).
 */
export function selfSignedCertificate(): { cert: Buffer; key: Buffer } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from('localhost')))));
  const hour = 3_600_000;
  const validity = sequence(
    utcTime(new Date(Date.now() - hour)),
    utcTime(new Date(Date.now() + hour)),
  );
  const host = sequence(der(0x82, Buffer.from('localhost')));
  const extensions = der(0xa3, sequence(sequence(oid(SUBJECT_ALT_NAME), der(0x04, host))));
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  return {
    cert: Buffer.from(pem('CERTIFICATE', sequence(body, ECDSA_WITH_SHA256, signature))),
    key: Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}
