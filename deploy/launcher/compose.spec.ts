import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { configKeys } from '../../backend/src/config.js';
import { processLimits } from '../../backend/src/platform/http/limits.js';
import { heapFlags } from './application.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');

type Service = {
  image: string;
  command?: string[];
  environment?: Record<string, unknown>;
  ports?: string[];
  profiles?: string[];
  volumes?: string[];
  healthcheck?: unknown;
  depends_on?: Record<string, unknown>;
};
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
};
const application = ['api', 'projector', 'worker'].map((name) => compose.services[name]!);

const dockerfile = read('deploy', 'docker', 'Dockerfile');

/** Variables that the image sets. */
const imageVariables = [...dockerfile.match(/^ENV (.*)$/m)![1]!.matchAll(/\b(\w+)=/g)].map(
  ([, name]) => name!,
);
/** Variables that operators do not have to set. */
const fixedVariables = [
  ...imageVariables,
  'ROLES',
  'POLICY_FILE',
  'METRICS_HOST',
  'METRICS_PORT',
  'DRAIN_MS',
  // These are for development. Production refuses the first two, and a container has no parent
  // process.
  'CLOCK_OFFSET_MS',
  'STRIPE_URL',
  'STOP_WITH_PARENT',
  // These are for tests of the providers.
  'GOOGLE_URL',
  'APPLE_URL',
];

describe('docker-compose.yml', () => {
  it('runs each role of the application in a separate service', () => {
    expect(application.map(({ environment }) => environment?.['ROLES'])).toEqual([
      'api',
      'projector',
      'worker',
    ]);
  });

  it('limits the heap of each role as npm start does', () => {
    const flags = application.map(({ command = [] }) => command.slice(1, -2));
    expect(flags).toEqual([heapFlags.api, heapFlags.background, heapFlags.background]);
    for (const { command = [] } of application)
      expect(dockerfile).toContain(
        JSON.stringify([command[0], ...command.slice(-2)]).replaceAll('","', '", "'),
      );
  });

  it('passes only known configuration keys to the application', () => {
    const names = application.flatMap(({ environment }) => Object.keys(environment ?? {}));
    expect(names.filter((name) => !configKeys.includes(name))).toEqual([]);
  });

  it('passes every variable that an operator can set to every role', () => {
    const missing = application.flatMap(({ environment }) =>
      configKeys.filter(
        (name) =>
          !fixedVariables.includes(name) && !String(environment?.[name]).startsWith(`\${${name}:`),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('mounts one erasure register for every role', () => {
    for (const { environment, volumes } of application)
      expect(volumes).toContain(`erasures:${String(environment?.['ERASURES_FOLDER'])}`);
  });

  it('mounts the policy that the operator names, or the standard one', () => {
    for (const { environment, volumes } of application) {
      expect(volumes).toContain(
        `\${POLICY_FILE:-./deploy/policies/standard.json}:${environment?.['POLICY_FILE']}:ro`,
      );
      expect(existsSync(join(root, 'deploy', 'policies', 'standard.json'))).toBe(true);
    }
  });

  it('exposes only the proxy, and no metrics', () => {
    const published = Object.entries(compose.services).filter(
      ([, { ports, profiles }]) => ports && !profiles,
    );
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      ['proxy', ['127.0.0.1:${PORT:-3000}:3000']],
    ]);
    expect(compose.services['api']!.environment?.['TRUST_PROXY']).toBe('${TRUST_PROXY:-1}');
  });

  it('starts the mail page only on request, and publishes it on loopback', () => {
    const { profiles, ports } = compose.services['mailpit']!;
    expect([profiles, ports]).toEqual([['mail'], ['127.0.0.1:8025:8025']]);
    for (const { environment } of application)
      expect(environment?.['MAIL_URL']).toBe('${MAIL_URL:-}');
  });

  it('pins every image that is not built here to a version', () => {
    const images = Object.values(compose.services).map(({ image }) => image);
    expect(
      images.filter((image) => image !== 'courtly' && !/:v?\d+\.\d+\.\d+/.test(image)),
    ).toEqual([]);
  });

  it('starts the application after the stores, and checks the health of each server', () => {
    for (const { depends_on } of application)
      expect(Object.keys(depends_on ?? {})).toEqual(['eventstore', 'mongodb-replica-set', 'redis']);
    expect(dockerfile).toMatch(/^HEALTHCHECK .*health\.mjs/m);
    const unchecked = Object.entries(compose.services).filter(
      ([, { image, healthcheck }]) => image !== 'courtly' && !healthcheck,
    );
    expect(unchecked.map(([name]) => name)).toEqual(['mongodb-replica-set']);
  });

  it('uses only variables that .env.example explains', () => {
    const usedNames = [...read('docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(
      ([, name]) => name,
    );
    expect(usedNames.filter((name) => !explained().includes(name!))).toEqual([]);
  });
});

const explained = () =>
  [...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name!);

describe('the proxy', () => {
  it('waits for bodies and limits each client', () => {
    const settings = read('deploy', 'docker', 'haproxy.cfg');
    const { requests, bodies } = processLimits;
    const waitSeconds = /^ +http-request wait-for-body time (\d+)s$/m.exec(settings)?.[1];
    expect(Number(waitSeconds) * 1_000).toBe(bodies.completeMs);
    expect(settings).toMatch(/^ +http-request set-var\(txn\.client\) src,ipmask\(32,64\) /m);
    expect(settings).toMatch(/^ +http-request track-sc0 var\(txn\.client\) table clients /m);
    const concurrent = /deny .* if \{ sc0_conn_cur\(clients\) gt (\d+) \}$/m.exec(settings)?.[1];
    expect(Number(concurrent)).toBeGreaterThan(requests.perKey);
    expect(Number(concurrent)).toBeLessThan(requests.inAll);
    expect(settings).toMatch(/deny .* if \{ sc0_http_req_rate\(clients\) gt \d+ \}$/m);
  });
});

describe('the packages of the image', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'courtly-packages-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('keep their license texts, including those in a README, and lose what the server does not load', () => {
    const licenseText = 'Permission is hereby granted, free of charge, to any person';
    const files: Record<string, string> = {
      'node_modules/a/index.js': '',
      'node_modules/a/index.d.ts': '',
      'node_modules/a/index.js.map': '',
      'node_modules/a/README.md': 'License: MIT',
      'node_modules/a/license.md': licenseText,
      'node_modules/b/LICENCE.md': 'Apache License',
      'node_modules/b/NOTICE.md': 'Copyright',
      'node_modules/b/changes with spaces.md': '',
      'backend/node_modules/c/Readme.md': licenseText,
    };
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const commands = dockerfile
      .replaceAll('\\\n', '')
      .split(/&&|\n/)
      .filter((command) => /^\s*find node_modules/.test(command));
    expect(commands).toHaveLength(2);
    for (const command of commands) execFileSync('sh', ['-c', command], { cwd: folder });
    const remaining = Object.keys(files).filter((file) => existsSync(join(folder, file)));
    expect(remaining).toEqual([
      'node_modules/a/index.js',
      'node_modules/a/license.md',
      'node_modules/b/LICENCE.md',
      'node_modules/b/NOTICE.md',
      'backend/node_modules/c/Readme.md',
    ]);
  });
});

describe('.env.example', () => {
  it('explains exactly the variables that the configuration reads', () => {
    // Only the proxy of Compose reads the last one.
    expect(explained().sort()).toEqual([...configKeys, 'PROXY_PROTOCOL'].sort());
  });

  it('shows the addresses of the services in Compose', () => {
    const example = read('.env.example');
    const addresses = [...read('docker-compose.yml').matchAll(/\$\{(\w+):-(\w+:\/\/[^}]+)\}/g)];
    expect(addresses.map(([, name]) => name)).toContain('EVENTSTORE_URL');
    for (const [, name, address] of addresses) expect(example).toContain(`# ${name}=${address}\n`);
    const onLocalhost = example.match(/^.*\/\/localhost.*$/gm);
    expect(onLocalhost).toEqual(['# PUBLIC_URL=http://localhost:3000']);
  });
});

/** Whether the build of the image receives a file. The last rule that matches its path decides. */
const isSentToBuild = (file: string): boolean => {
  const paths = [file];
  while (paths[0] !== '.') paths.unshift(dirname(paths[0]!));
  const rules = read('.dockerignore').trim().split('\n');
  const last = rules.findLast((rule) =>
    paths.some((path) => matchesGlob(path, rule.replace(/^!/, ''))),
  );
  return last?.startsWith('!') ?? true;
};

describe('.dockerignore', () => {
  it('includes every project of tsconfig.json, which the build of the website needs', () => {
    const { references } = JSON.parse(read('tsconfig.json')) as { references: { path: string }[] };
    const files = references.map(({ path }) =>
      path.endsWith('.json') ? path : `${path}/tsconfig.json`,
    );
    expect(files.filter((file) => !existsSync(join(root, file)) || !isSentToBuild(file))).toEqual(
      [],
    );
  });

  it('excludes journeys, tests, and build results', () => {
    const excludedFiles = [
      'frontend/e2e/journey.ts',
      'deploy/launcher/compose.spec.ts',
      'contracts/dist/pages.js',
      '.git/config',
      '.git/objects/pack/a.pack',
    ];
    expect(excludedFiles.filter(isSentToBuild)).toEqual([]);
    const includedFiles = [
      'frontend/src/main.tsx',
      'package.json',
      '.git/HEAD',
      '.git/packed-refs',
      '.git/refs/heads/main',
    ];
    expect(includedFiles.filter((file) => !isSentToBuild(file))).toEqual([]);
  });
});
