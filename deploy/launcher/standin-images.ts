import { copyFileSync, cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { run } from './children.mjs';
import { CliError } from './cli-error.mjs';
import { onPath } from './debian.ts';
import { docker } from './engine.ts';
import { step, type Output } from './progress.mjs';
import { root } from './setup.mjs';

// A machine may have an engine but no registry. Test images are then built from Debian's packages
// and our stand-ins, with the tags in the Dockerfile and in Compose.

const BASE = 'courtly-standin-base';
const PACKAGES = 'ca-certificates,curl,libstdc++6,redis-server,haproxy';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

type ImageRecipe = {
  writeFiles?: (folder: string) => void | Promise<void>;
  lines: readonly string[];
};

const writeScript = (path: string, command: string): string =>
  `RUN printf '%s\\n' '#!/bin/sh' '${command}' > ${path} && chmod +x ${path}`;

/** The recipes by the name of the image. `nodeImage` is the tag of the image that contains Node. */
const recipesWith = (nodeImage: string): Record<string, ImageRecipe> => ({
  node: {
    writeFiles: copyNodeAndNpm,
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
      writeScript(
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
    writeFiles: copyStandIns,
    lines: [
      ...standInLines(nodeImage),
      'VOLUME /var/lib/eventstore',
      'CMD ["node", "/app/standin-store.mjs", "2113", "/app/deploy/standins/eventstoredb/dist/main.js", "--data", "/var/lib/eventstore/events.db"]',
    ],
  },
  mongo: {
    writeFiles: copyStandIns,
    lines: [
      ...standInLines(nodeImage),
      writeScript(
        '/usr/local/bin/mongod',
        'exec node /app/standin-store.mjs 27017 /app/deploy/standins/mongodb/dist/main.js --data /data/db --durable courtly_vault',
      ),
      // The stand-in reports that it is a replica set, so it passes health checks for one.
      writeScript(
        '/usr/local/bin/mongosh',
        'exec bash -c "until (exec 3<>/dev/tcp/${MONGODB:-127.0.0.1}/27017); do sleep 0.2; done"',
      ),
      'RUN mkdir -p /data/db',
      'VOLUME /data/db',
      'CMD ["mongod"]',
    ],
  },
});

const standInLines = (nodeImage: string): string[] => [
  `FROM ${nodeImage}`,
  'WORKDIR /app',
  'COPY app /app',
];

function copyNodeAndNpm(folder: string): void {
  copyFileSync(process.execPath, join(folder, 'node'));
  const npm = onPath('npm');
  if (!npm)
    throw new CliError('The image needs npm, but npm is not on PATH. Install it and try again.');
  cpSync(join(dirname(realpathSync(npm)), '..'), join(folder, 'npm'), { recursive: true });
  copyFileSync(process.env.NODE_EXTRA_CA_CERTS ?? CERTIFICATES, join(folder, 'certificates.crt'));
}

async function copyStandIns(folder: string): Promise<void> {
  const names = ['eventstoredb', 'mongodb'];
  const workspaces = names.flatMap((name) => ['--workspace', `@courtly/standin-${name}`]);
  const { lines } = await run('npm', ['ls', '--all', '--omit=dev', '--parseable', ...workspaces], {
    cwd: root,
  });
  const packageFolders = lines.filter(
    (line) => line.startsWith(join(root, 'node_modules')) && !line.includes('@courtly/'),
  );
  const appFolder = join(folder, 'app');
  for (const packageFolder of packageFolders)
    cpSync(packageFolder, join(appFolder, relative(root, packageFolder)), { recursive: true });
  for (const name of names)
    for (const part of ['dist', 'package.json']) {
      const path = join('deploy', 'standins', name, part);
      cpSync(join(root, path), join(appFolder, path), { recursive: true });
    }
  copyFileSync(
    join(root, 'deploy', 'docker', 'standin-store.mjs'),
    join(appFolder, 'standin-store.mjs'),
  );
}

async function buildImage(image: string, { writeFiles, lines }: ImageRecipe): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'courtly-image-'));
  try {
    await writeFiles?.(folder);
    writeFileSync(join(folder, 'Dockerfile'), `${lines.join('\n')}\nLABEL courtly.standin=true\n`);
    await docker('build', '--quiet', '--tag', image, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function buildBase(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'courtly-image-'));
  const archive = join(folder, 'base.tar');
  const options = ['--variant=minbase', `--include=${PACKAGES}`];
  try {
    const { code, lines } = await run('mmdebstrap', [...options, 'bookworm', archive]);
    if (code !== 0) throw new Error(`mmdebstrap failed:\n${lines.join('\n')}`);
    await docker('import', archive, BASE);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether a Docker command succeeds and its output matches. */
const succeeds = (
  args: readonly string[],
  isExpected: (output: string) => boolean = () => true,
): Promise<boolean> => docker(...args).then(isExpected, () => false);

const isPresent = (image: string) => succeeds(['image', 'inspect', '--format', '{{.Id}}', image]);

/** Whether the image was built here. It may be from an older checkout and must then be rebuilt. */
const isStandIn = (image: string) =>
  succeeds(
    ['image', 'inspect', '--format', '{{index .Config.Labels "courtly.standin"}}', image],
    (label) => label === 'true',
  );

const isPulled = (image: string) => succeeds(['pull', '--quiet', image]);

/**
 * Provides images. It uses those that exist, pulls missing ones, and builds the rest as stand-ins.
 * @param images with their tags. The image with Node comes before those of the stores
 * @returns the reason if an image cannot be provided
 */
export async function provideImages(
  images: readonly string[],
  out: Output,
): Promise<string | undefined> {
  const nodeImage = images.find((image) => image.startsWith('node:')) ?? 'node';
  for (const image of images) {
    if (!(await isStandIn(image)) && ((await isPresent(image)) || (await isPulled(image))))
      continue;
    if (!onPath('mmdebstrap'))
      return `${image} cannot be pulled, and building it here needs Debian's mmdebstrap`;
    const recipe = recipesWith(nodeImage)[String(image.split(':')[0])];
    if (!recipe) return `${image} cannot be pulled and has no stand-in`;
    if (!(await isPresent(BASE))) await step(out, `Building ${BASE}`, buildBase);
    await step(out, `Building a stand-in for ${image}`, () => buildImage(image, recipe));
  }
  return undefined;
}
