// Renders the photos of the demo courts: `node backend/tools/seed/photos/render.mjs [name]`. Keeps
// existing files. scene.frag computes the whole image, so it is free of copyright.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';

const [WIDTH, HEIGHT, SAMPLES] = [1080, 720, 2];
const here = import.meta.dirname;

/** @param {number} bearing degrees from the far side, clockwise @param {number} height degrees */
const sunAt = (bearing, height) => {
  const [rightValue, h] = [(bearing * Math.PI) / 180, (height * Math.PI) / 180];
  return [Math.sin(rightValue) * Math.cos(h), Math.sin(h), -Math.cos(rightValue) * Math.cos(h)];
};

const evening = {
  sun: sunAt(-118, 21),
  sunColor: [1, 0.72, 0.45],
  inside: [0.035, 0.12, 0.25],
  outside: [0.09, 0.17, 0.1],
  grain: 0.15,
  mountains: 1,
  seed: 0.31,
};
const morning = {
  sun: sunAt(128, 36),
  sunColor: [1, 0.9, 0.74],
  inside: [0.4, 0.135, 0.06],
  outside: [0.33, 0.115, 0.055],
  grain: 1,
  mountains: 0,
  seed: 0.64,
};
const noHouse = { house: 0, wall: [0, 0, 0] };
const scenes = {
  'camelback-baseline': { ...evening, eye: [-19.5, 3.1, 4.2], target: [2, 0.9, -2.2], zoom: 1.05 },
  'camelback-net': { ...evening, eye: [-4.6, 1.35, 6.9], target: [2.2, 0.85, -2.6], zoom: 1.1 },
  'camelback-above': { ...evening, eye: [-17.5, 7.2, 11.5], target: [1.5, 1.2, -2.5], zoom: 1.1 },
  'ocean-baseline': { ...morning, eye: [-18.8, 2.3, -1.6], target: [3, 0.9, -0.4], zoom: 1.0 },
  'ocean-corner': { ...morning, eye: [-13.4, 2.6, 8.6], target: [1.5, 0.5, -2], zoom: 1.05 },
};

const surfaces = {
  blue: { inside: [0.035, 0.12, 0.25], outside: [0.09, 0.17, 0.1], grain: 0.15 },
  green: { inside: [0.05, 0.15, 0.08], outside: [0.26, 0.09, 0.06], grain: 0.15 },
  purple: { inside: [0.12, 0.07, 0.23], outside: [0.07, 0.14, 0.09], grain: 0.15 },
  gray: { inside: [0.1, 0.13, 0.15], outside: [0.05, 0.075, 0.09], grain: 0.15 },
  red: { inside: [0.4, 0.135, 0.06], outside: [0.33, 0.115, 0.055], grain: 1 },
  harTru: { inside: [0.1, 0.17, 0.12], outside: [0.09, 0.15, 0.1], grain: 1 },
  grass: { inside: [0.1, 0.21, 0.045], outside: [0.07, 0.16, 0.035], grain: 0.8 },
};
const lights = {
  dawn: { sun: sunAt(112, 17), sunColor: [1, 0.78, 0.58] },
  morning: { sun: sunAt(128, 36), sunColor: [1, 0.9, 0.74] },
  noon: { sun: sunAt(160, 62), sunColor: [1, 0.97, 0.9] },
  afternoon: { sun: sunAt(-140, 44), sunColor: [1, 0.93, 0.8] },
  evening: { sun: sunAt(-118, 21), sunColor: [1, 0.72, 0.45] },
  dusk: { sun: sunAt(-104, 13), sunColor: [1, 0.58, 0.36] },
};
const houses = {
  white: { house: 1, wall: [0.72, 0.7, 0.65] },
  sand: { house: 1, wall: [0.5, 0.36, 0.22] },
  tiles: { house: 2, wall: [0.66, 0.58, 0.45] },
  brick: { house: 2, wall: [0.34, 0.13, 0.08] },
  none: noHouse,
};
/**
 * The surface, light, house, and landscape of each court in `court-rows.ts` that has no separate
 * scenes.
 */
const looks = [
  ['mummy-mountain', 'red', 'morning', 'tiles', 1],
  ['saguaro-hills', 'green', 'dawn', 'sand', 1],
  ['old-town', 'gray', 'afternoon', 'brick', 1],
  ['pinnacle', 'purple', 'noon', 'none', 1],
  ['barton-creek', 'blue', 'afternoon', 'white', 0],
  ['westlake', 'grass', 'morning', 'tiles', 0],
  ['zilker', 'harTru', 'dawn', 'none', 0],
  ['royal-palm', 'grass', 'evening', 'white', 0],
  ['roxbury', 'green', 'dusk', 'brick', 1],
  ['coldwater', 'gray', 'dawn', 'none', 1],
  ['ironwood', 'red', 'evening', 'sand', 1],
  ['desert-willow', 'red', 'dawn', 'white', 1],
  ['cholla-bend', 'blue', 'morning', 'tiles', 1],
  ['kierland', 'purple', 'dusk', 'white', 1],
  ['lake-austin', 'harTru', 'evening', 'brick', 0],
  ['worth-avenue', 'blue', 'dawn', 'tiles', 0],
  ['benedict', 'blue', 'noon', 'sand', 1],
  ['trousdale', 'green', 'evening', 'white', 0],
  ['tarrytown', 'harTru', 'afternoon', 'brick', 0],
  ['el-vedado', 'red', 'noon', 'tiles', 0],
  ['mcdowell', 'blue', 'dusk', 'brick', 1],
  ['clarksville', 'grass', 'dawn', 'brick', 0],
];
const views = [
  { eye: [-19.2, 2.9, 3.6], target: [2.4, 0.9, -2.6], zoom: 1.0 },
  { eye: [-4.9, 1.4, 7.1], target: [3.6, 1.2, -3.4], zoom: 1.05 },
  { eye: [-16.6, 7.4, 11.8], target: [2.4, 1.2, -3.2], zoom: 1.05 },
];
for (const [index, [name, surface, light, house, mountains]] of looks.entries())
  for (const [position, view] of views.entries())
    scenes[`${name}-${position + 1}`] = {
      ...surfaces[surface],
      ...lights[light],
      ...houses[house],
      ...view,
      eye: view.eye.map((at, axis) => at * (1 + 0.07 * Math.sin(index * 2.3 + axis + position))),
      mountains,
      seed: 0.07 + index * 0.041,
    };
scenes['ocean-net'] = { ...morning, ...views[1] };

const requestedName = process.argv[2];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
  ],
});
const page = await browser.newPage();
page.setDefaultTimeout(0);
for (const [name, uniforms] of Object.entries(scenes)) {
  if (requestedName && !name.includes(requestedName)) continue;
  if (existsSync(join(here, `${name}.jpg`))) continue;
  const pixels = await page.evaluate(draw, {
    source: readFileSync(join(here, 'scene.frag'), 'utf8'),
    uniforms: { ...noHouse, ...uniforms },
    size: [Number(process.env.WIDTH ?? WIDTH), Number(process.env.HEIGHT ?? HEIGHT)],
    samples: Number(process.env.SAMPLES ?? SAMPLES),
  });
  const png = Buffer.from(pixels.split(',')[1], 'base64');
  await sharp(png)
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(join(here, `${name}.jpg`));
  console.log(name);
}
await browser.close();

/** Runs in the page: draws in tiles with several samples per pixel. Returns a PNG as a data URL. */
function draw({ source, uniforms, size: [width, height], samples }) {
  const sum = new Float32Array(width * height * 3);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const gl = canvas.getContext('webgl2', { preserveDrawingBuffer: true });
  const shader = (type, text) => {
    const made = gl.createShader(type);
    gl.shaderSource(made, text);
    gl.compileShader(made);
    if (!gl.getShaderParameter(made, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(made));
    return made;
  };
  const program = gl.createProgram();
  gl.attachShader(
    program,
    shader(
      gl.VERTEX_SHADER,
      '#version 300 es\nin vec2 at; void main() { gl_Position = vec4(at, 0, 1); }',
    ),
  );
  gl.attachShader(program, shader(gl.FRAGMENT_SHADER, source));
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.bindAttribLocation(program, 0, 'at');
  gl.vertexAttribPointer(gl.getAttribLocation(program, 'at'), 2, gl.FLOAT, false, 0, 0);
  const set = (name, value) => {
    const at = gl.getUniformLocation(program, name);
    const values = [value].flat();
    gl[`uniform${values.length}fv`](at, values);
  };
  for (const [name, value] of Object.entries({ ...uniforms, size: [width, height] }))
    set(name, value);
  gl.enable(gl.SCISSOR_TEST);
  const TILE = 100;
  const read = new Uint8Array(width * height * 4);
  for (let sample = 0; sample < samples; sample += 1) {
    set('shift', [((sample * 0.755) % 1) - 0.5, ((sample * 0.57) % 1) - 0.5]);
    for (let y = 0; y < height; y += TILE)
      for (let x = 0; x < width; x += TILE) {
        gl.scissor(x, y, TILE, TILE);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
        gl.finish();
      }
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, read);
    for (let i = 0, j = 0; i < read.length; i += 4)
      for (let k = 0; k < 3; k += 1) sum[j++] += read[i + k];
  }
  const flat = Object.assign(document.createElement('canvas'), { width, height });
  const context = flat.getContext('2d');
  const image = context.createImageData(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [from, to] = [((height - 1 - y) * width + x) * 3, (y * width + x) * 4];
      for (let k = 0; k < 3; k += 1)
        image.data[to + k] = sum[from + k] / samples + (Math.random() - 0.5) * 3;
      image.data[to + 3] = 255;
    }
  context.putImageData(image, 0, 0);
  return flat.toDataURL('image/png');
}
