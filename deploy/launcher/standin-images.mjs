import { copyFileSync, cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { run } from './children.mjs';
import { docker } from './engine.mjs';
import { step } from './progress.mjs';
import { onPath } from './debian.ts';
import { CliError } from './cli-error.mjs';
import { root } from './setup.mjs';

// A machine may have an engine and no registry to pull from. For tests alone, images are then made here of Debian's packages
// and our stand-ins, under the tags that the Dockerfile and Compose name.

const BASE = 'courtly-standin-base';
const PACKAGES = 'ca-certificates,curl,libstdc++6,redis-server,haproxy';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** @typedef {{ files?: (folder: string) => Promise<void>, lines: readonly string[] }} Recipe */

/**
 * @param {string} name
 * @param {string} text
 */
const script = (name, text) =>
  `RUN printf '%s\\n' '#!/bin/sh' '${text}' > ${name} && chmod +x ${name}`;

/** @param {string} node the tag of the image with Node */
const recipes = (node) =>
  /** @type {Record<string, Recipe>} */ ({
    node: {
      files: nodeAndNpm,
      lines: [
        `FROM ${BASE}`,
        'COPY node /usr/local/bin/node',
        'COPY npm /usr/local/lib/node_modules/npm',
        `COPY certificates.crt ${CERTIFICATES}`,
        `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}`,
        'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 --create-home node',
      ],
    },
    redis: {
      lines: [
        `FROM ${BASE}`,
        script(
          '/usr/local/bin/redis-server',
          'exec /usr/bin/redis-server "$@" --protected-mode no --bind 0.0.0.0 --dir /data',
        ),
        'VOLUME /data',
        'CMD ["redis-server"]',
      ],
    },
    haproxy: {
      lines: [
        `FROM ${BASE}`,
        'USER haproxy',
        'CMD ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]',
      ],
    },
    'eventstore/eventstore': {
      files: standIns,
      lines: [
        ...standInLines(node),
        'VOLUME /var/lib/eventstore',
        'CMD ["node", "/app/standin-store.mjs", "2113", "/app/deploy/standins/eventstoredb/dist/main.js", "--data", "/var/lib/eventstore/events.db"]',
      ],
    },
    mongo: {
      files: standIns,
      lines: [
        ...standInLines(node),
        script(
          '/usr/local/bin/mongod',
          'exec node /app/standin-store.mjs 27017 /app/deploy/standins/mongodb/dist/main.js --data /data/db --durable courtly_vault',
        ),
        // The stand-in reports itself as a replica set, so it answers health checks for one.
        script(
          '/usr/local/bin/mongosh',
          'exec bash -c "until (exec 3<>/dev/tcp/${MONGODB:-127.0.0.1}/27017); do sleep 0.2; done"',
        ),
        'RUN mkdir -p /data/db',
        'VOLUME /data/db',
        'CMD ["mongod"]',
      ],
    },
  });

/** @param {string} node */
const standInLines = (node) => [`FROM ${node}`, 'WORKDIR /app', 'COPY app /app'];

/** @param {string} folder */
async function nodeAndNpm(folder) {
  copyFileSync(process.execPath, join(folder, 'node'));
  const npm = onPath('npm');
  if (!npm) throw new CliError('There is no npm on the PATH to put into an image.');
  cpSync(join(dirname(realpathSync(npm)), '..'), join(folder, 'npm'), { recursive: true });
  copyFileSync(process.env.NODE_EXTRA_CA_CERTS ?? CERTIFICATES, join(folder, 'certificates.crt'));
}

/** @param {string} folder */
async function standIns(folder) {
  const workspaces = ['eventstoredb', 'mongodb'].flatMap((name) => [
    '--workspace',
    `@courtly/standin-${name}`,
  ]);
  const { lines } = await run('npm', ['ls', '--all', '--omit=dev', '--parseable', ...workspaces], {
    cwd: root,
  });
  const packages = lines.filter(
    (line) => line.startsWith(join(root, 'node_modules')) && !line.includes('@courtly/'),
  );
  for (const path of packages)
    cpSync(path, join(folder, 'app', relative(root, path)), { recursive: true });
  for (const name of ['eventstoredb', 'mongodb'])
    for (const part of ['dist', 'package.json'])
      cpSync(
        join(root, 'deploy', 'standins', name, part),
        join(folder, 'app', 'deploy', 'standins', name, part),
        {
          recursive: true,
        },
      );
  copyFileSync(
    join(root, 'deploy', 'docker', 'standin-store.mjs'),
    join(folder, 'app', 'standin-store.mjs'),
  );
}

/** @param {string} image @param {Recipe} recipe */
async function make(image, { files, lines }) {
  const folder = mkdtempSync(join(tmpdir(), 'courtly-image-'));
  try {
    await files?.(folder);
    writeFileSync(join(folder, 'Dockerfile'), `${lines.join('\n')}\nLABEL courtly.standin=true\n`);
    await docker('build', '--quiet', '--tag', image, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function makeBase() {
  const folder = mkdtempSync(join(tmpdir(), 'courtly-image-'));
  const archive = join(folder, 'base.tar');
  try {
    const { code, lines } = await run('mmdebstrap', [
      '--variant=minbase',
      `--include=${PACKAGES}`,
      'bookworm',
      archive,
    ]);
    if (code !== 0) throw new Error(`mmdebstrap failed:\n${lines.join('\n')}`);
    await docker('import', archive, BASE);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} image */
const isHere = (image) =>
  docker('image', 'inspect', '--format', '{{.Id}}', image).then(
    () => true,
    () => false,
  );

/**
 * Whether the image was built here, perhaps from an older checkout, so that it must be rebuilt.
 * @param {string} image
 */
const isStandIn = (image) =>
  docker('image', 'inspect', '--format', '{{index .Config.Labels "courtly.standin"}}', image).then(
    (label) => label === 'true',
    () => false,
  );

/** @param {string} image */
const isPulled = (image) =>
  docker('pull', '--quiet', image).then(
    () => true,
    () => false,
  );

/**
 * Has images ready: those that are here, else pulled, else made as stand-ins.
 * @param {readonly string[]} images with their tags; the one with Node before those of the stores
 * @param {import('./progress.mjs').Output} out
 * @returns {Promise<string | undefined>} why not, as a sentence
 */
export async function provideImages(images, out) {
  const node = images.find((image) => image.startsWith('node:')) ?? 'node';
  for (const image of images) {
    if (!(await isStandIn(image)) && ((await isHere(image)) || (await isPulled(image)))) continue;
    if (!onPath('mmdebstrap'))
      return `${image} can neither be pulled nor be made here (that needs Debian's mmdebstrap).`;
    const recipe = recipes(node)[String(image.split(':')[0])];
    if (!recipe) return `${image} cannot be pulled, and nothing stands in for it.`;
    if (!(await isHere(BASE))) await step(out, `Making ${BASE}`, makeBase);
    await step(out, `Making a stand-in for ${image}`, () => make(image, recipe));
  }
  return undefined;
}
