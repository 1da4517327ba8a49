import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/** The title and license text of a package, in the form of Vite's file. */
const sectionOf = (folder: string): string => {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Record<'name' | 'version' | 'license', string>;
  const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `\n## ${name} - ${version} (${license})\n\n${text}\n`;
};

/**
 * Adds the packages of fonts and other files to Vite's licenses, which list only those of scripts.
 */
export const assetLicenses = (fileName: string, root = import.meta.dirname): Plugin => ({
  name: 'asset-licenses',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const licenses = bundle[fileName];
      if (licenses?.type !== 'asset') throw new Error(`${fileName} is not among the built files`);
      const folders = Object.values(bundle)
        .flatMap((file) => (file.type === 'asset' ? file.originalFileNames : []))
        .flatMap((name) => PACKAGE_FOLDER.exec(resolve(root, name)) ?? []);
      const sections = [...new Set(folders)].filter(existsSync).map(sectionOf);
      const listed = String(licenses.source);
      licenses.source = [listed, ...sections.filter((section) => !listed.includes(section))].join(
        '',
      );
    },
  },
});
