// Draws the portraits of the demo: `node backend/tools/seed/photos/faces.mjs`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const COUNT = 75;
const folder = join(import.meta.dirname, 'faces');
const skins = ['#f6d7bf', '#eebf9b', '#d99f74', '#b57a4f', '#8a5734', '#5f3a24'];
const hairs = [
  '#2a1d16',
  '#4a2f1f',
  '#7a4a25',
  '#b5803f',
  '#d9b36a',
  '#9a9a98',
  '#1b1b22',
  '#8c3b22',
];
const shirts = [
  '#2f6f5e',
  '#c8553d',
  '#2b4c7e',
  '#e0a83c',
  '#7b5ea7',
  '#f2efe6',
  '#3d3d46',
  '#4f9d69',
];
const grounds = ['#dfe9df', '#f1e4d3', '#d7e4ee', '#efe0e4', '#e6e2f0', '#f3ecd0', '#d9e8e6'];
/** Hair behind the head and in front of it. */
const styles = [
  ['', 'M58 88 C58 44 142 44 142 88 C134 66 112 62 96 64 C80 66 64 70 58 88Z'],
  [
    'M52 150 C44 60 72 38 100 38 C128 38 156 60 148 150 Z',
    'M58 92 C62 56 138 52 142 92 C124 80 92 82 82 66 C78 80 66 84 58 92Z',
  ],
  ['M56 120 C46 40 154 40 144 120 Z', 'M60 82 C70 58 130 58 140 82 C120 72 80 72 60 82Z'],
  ['', 'M60 78 C66 52 134 52 140 78 L138 70 C120 60 80 60 62 70Z'],
  [
    'M100 20 m-20 18 a20 20 0 1 0 40 0 a20 20 0 1 0 -40 0 M58 100 C54 44 146 44 142 100Z',
    'M58 90 C64 54 136 54 142 90 C126 68 74 68 58 90Z',
  ],
];
const beard = 'M62 104 C64 158 136 158 138 104 C132 128 116 124 100 124 C84 124 68 128 62 104Z';

const draw = (index) => {
  const pick = (list, step) => list[(index * step + Math.floor(index / list.length)) % list.length];
  const [skin, hair, shirt, ground] = [
    pick(skins, 5),
    pick(hairs, 3),
    pick(shirts, 7),
    pick(grounds, 2),
  ];
  const [behind, front] = pick(styles, 3);
  const hasGlasses = index % 6 === 1;
  const hasBeard = index % 5 === 3 && behind === '';
  const hasBand = index % 7 === 4;
  const smile = 118 + (index % 3) * 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="256" height="256">
    <rect width="200" height="200" fill="${ground}"/>
    <path d="${behind}" fill="${hair}"/>
    <path d="M34 200 C38 160 72 152 100 152 C128 152 162 160 166 200Z" fill="${shirt}"/>
    <path d="M84 128 H116 V156 C112 168 88 168 84 156Z" fill="${skin}" stroke="#00000018" stroke-width="2"/>
    <ellipse cx="100" cy="96" rx="40" ry="46" fill="${skin}"/>
    <circle cx="60" cy="98" r="8" fill="${skin}"/><circle cx="140" cy="98" r="8" fill="${skin}"/>
    ${hasBeard ? `<path d="${beard}" fill="${hair}"/>` : ''}
    <path d="${front}" fill="${hair}"/>
    ${hasBand ? `<path d="M60 80 C76 70 124 70 140 80 L140 88 C124 78 76 78 60 88Z" fill="${shirt}"/>` : ''}
    <g fill="#26201d"><ellipse cx="84" cy="98" rx="4" ry="5"/><ellipse cx="116" cy="98" rx="4" ry="5"/></g>
    <g stroke="#26201d" fill="none" stroke-linecap="round">
      <path d="M77 88 Q84 84 91 88 M109 88 Q116 84 123 88" stroke-width="3" stroke="${hair}"/>
      <path d="M98 100 Q95 110 101 111" stroke-width="2" stroke="#00000055"/>
      <path d="M86 ${smile} Q100 ${smile + 11} 114 ${smile}" stroke-width="3"/>
      ${hasGlasses ? '<path d="M72 98 a12 12 0 1 0 24 0 a12 12 0 1 0 -24 0 M104 98 a12 12 0 1 0 24 0 a12 12 0 1 0 -24 0 M96 97 Q100 94 104 97" stroke-width="2.5"/>' : ''}
    </g>
  </svg>`;
};

mkdirSync(folder, { recursive: true });
for (let index = 0; index < COUNT; index += 1)
  await sharp(Buffer.from(draw(index)))
    .webp({ quality: 78 })
    .toFile(join(folder, `${index + 1}.webp`));
