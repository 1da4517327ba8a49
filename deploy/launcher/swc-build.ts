import { globSync, mkdirSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { transform, type Options } from '@swc/core';
import { root } from './setup.mjs';

type Project = { folder: string; sources: string; decorators?: boolean };

/** The TypeScript projects from which `npm start` runs, and the folders of their sources. */
export const projects: readonly Project[] = [
  { folder: 'contracts', sources: 'src' },
  { folder: 'backend', sources: 'src', decorators: true },
  { folder: 'backend/tools', sources: '.' },
  { folder: 'deploy/standins/eventstoredb', sources: 'src' },
  { folder: 'deploy/standins/mongodb', sources: 'src' },
  { folder: 'deploy/standins/stripe', sources: 'src' },
];

/** Compiles all projects without checking types, which takes a tenth of the time of `tsc -b`. */
export async function compileProjects(): Promise<void> {
  for (const project of projects) {
    const sources = sourcesOf(project);
    await Promise.all(sources.map((source) => compileFile(project, source)));
    removeOrphans(project, sources);
  }
}

async function compileFile(project: Project, source: string): Promise<void> {
  const output = outputOf(project, source);
  const { code, map = '' } = await transform(await readFile(source, 'utf8'), {
    ...compilerOptions(project),
    filename: source,
    sourceFileName: relative(dirname(output), source),
  });
  mkdirSync(dirname(output), { recursive: true });
  await writeFile(`${output}.map`, map);
  await writeFile(output, `${code}\n//# sourceMappingURL=${basename(output)}.map\n`);
}

/** The options of tsconfig.base.json. */
const compilerOptions = ({ decorators = false }: Project): Options => ({
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

const sourceFolder = ({ folder, sources }: Project): string => join(root, folder, sources);

const sourcesOf = (project: Project): string[] =>
  globSync('**/*.ts', {
    cwd: sourceFolder(project),
    exclude: (entry) => entry === 'dist' || entry === 'node_modules',
  })
    .filter((file) => !/\.(spec|d)\.ts$/.test(file))
    .map((file) => join(sourceFolder(project), file));

const outputOf = (project: Project, source: string): string => {
  const sourceName = relative(sourceFolder(project), source);
  return join(root, project.folder, 'dist', sourceName.replace(/\.ts$/, '.js'));
};

/** Removes the output of sources that have been deleted. */
function removeOrphans(project: Project, sources: readonly string[]): void {
  const outputs = new Set(sources.map((source) => outputOf(project, source)));
  const outputFolder = join(root, project.folder, 'dist');
  for (const file of globSync('**/*.js', { cwd: outputFolder }))
    if (!outputs.has(join(outputFolder, file)))
      for (const orphan of [file, `${file}.map`, file.replace(/\.js$/, '.d.ts')])
        rmSync(join(outputFolder, orphan), { force: true });
}
