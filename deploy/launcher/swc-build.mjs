import { globSync, mkdirSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { root } from './setup.mjs';

/** The TypeScript projects that `npm start` runs from, with the folder of their sources. */
export const projects = [
  { folder: 'contracts', sources: 'src' },
  { folder: 'backend', sources: 'src', decorators: true },
  { folder: 'backend/tools', sources: '.' },
  { folder: 'deploy/standins/eventstoredb', sources: 'src' },
  { folder: 'deploy/standins/mongodb', sources: 'src' },
  { folder: 'deploy/standins/stripe', sources: 'src' },
];

/** @typedef {typeof projects[number]} Project */

/**
 * Compiles all projects without checking types, in a tenth of the time of `tsc -b`.
 * @throws {Error} with the place of a syntax error
 */
export async function compileProjects() {
  const { transform } = await import('@swc/core');
  /** @param {Project} project @param {string} source */
  const compileFile = async (project, source) => {
    const output = outputOf(project, source);
    const { code, map } = await transform(await readFile(source, 'utf8'), {
      ...optionsOf(project),
      filename: source,
      sourceFileName: relative(dirname(output), source),
    });
    mkdirSync(dirname(output), { recursive: true });
    await writeFile(`${output}.map`, map ?? '');
    await writeFile(output, `${code}\n//# sourceMappingURL=${basename(output)}.map\n`);
  };
  for (const project of projects) {
    const sources = sourcesOf(project);
    await Promise.all(sources.map((source) => compileFile(project, source)));
    removeOrphans(project, sources);
  }
}

/** @param {Project} project @returns {import('@swc/core').Options} as in tsconfig.base.json */
const optionsOf = ({ decorators = false }) => ({
  configFile: false,
  swcrc: false,
  sourceMaps: true,
  module: { type: 'es6' },
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', decorators },
    transform: { legacyDecorator: decorators, decoratorMetadata: decorators },
    keepClassNames: true,
  },
});

/** @param {Project} project */
const sourceFolder = ({ folder, sources }) => join(root, folder, sources);

/** @param {Project} project */
const sourcesOf = (project) =>
  globSync('**/*.ts', {
    cwd: sourceFolder(project),
    exclude: (name) => name === 'dist' || name === 'node_modules',
  })
    .filter((file) => !/\.(spec|d)\.ts$/.test(file))
    .map((file) => join(sourceFolder(project), file));

/** @param {Project} project @param {string} source */
const outputOf = (project, source) =>
  join(
    root,
    project.folder,
    'dist',
    relative(sourceFolder(project), source).replace(/\.ts$/, '.js'),
  );

/** @param {Project} project @param {readonly string[]} sources */
function removeOrphans(project, sources) {
  const outputs = new Set(sources.map((source) => outputOf(project, source)));
  const folder = join(root, project.folder, 'dist');
  for (const file of globSync('**/*.js', { cwd: folder }))
    if (!outputs.has(join(folder, file)))
      for (const leftover of [file, `${file}.map`, file.replace(/\.js$/, '.d.ts')])
        rmSync(join(folder, leftover), { force: true });
}
