#version 300 es
// A procedurally rendered private court. Units are meters, and y points up. The court lies along x, and its net is in the
// plane x = 0.
precision highp float;
out vec4 pixel;

uniform vec2 size;
uniform vec2 shift;      // offset within the pixel, for antialiasing
uniform vec3 eye;
uniform vec3 target;
uniform float zoom;
uniform vec3 sun;        // direction to the sun
uniform vec3 sunColor;
uniform vec3 inside;     // linear colors of the surface
uniform vec3 outside;
uniform float grain;     // roughness of the surface: clay 1, hard 0.15
uniform float mountains; // 1: a ridge in the background; 0: the sea
uniform float seed;
uniform float house;     // 0: none, 1: flat roof, 2: gabled roof
uniform vec3 wall;       // linear color of its walls

const float HALF_LENGTH = 11.885, HALF_WIDTH = 5.485, SINGLES = 4.115, SERVICE = 6.4;
const float AROUND_X = 18.3, AROUND_Z = 9.2;

float hash(vec2 p) { p = fract(p * vec2(127.31, 311.77) + seed); p += dot(p, p + 34.53); return fract(p.x * p.y); }
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p); f = f * f * (3.0 - 2.0 * f);
  return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}
float fbm(vec2 p) { float s = 0.0, a = 0.5; for (int i = 0; i < 5; i++) { s += a * noise(p); p = p * 2.03 + 11.7; a *= 0.5; } return s; }
float noise3(vec3 p) { return mix(noise(p.xy + floor(p.z) * 17.0), noise(p.xy + (floor(p.z) + 1.0) * 17.0), smoothstep(0.0, 1.0, fract(p.z))); }
float foliage(vec3 p) { return noise3(p * 6.0) * 0.6 + noise3(p * 15.0) * 0.4; }

float box(vec3 p, vec3 b, float r) { vec3 q = abs(p) - b + r; return length(max(q, 0.0)) + min(max(q.x, max(q.y, q.z)), 0.0) - r; }
float cylinder(vec3 p, float r, float h) { vec2 d = vec2(length(p.xz) - r, abs(p.y) - h); return min(max(d.x, d.y), 0.0) + length(max(d, 0.0)); }

// x: distance, y: material. 1 ground, 2 hedge, 3 tree, 4 wood, 5 metal, 6 stone, 7 terracotta, 8 white, 9 house, 10 roof
vec2 nearer(vec2 a, vec2 b) { return a.x < b.x ? a : b; }

vec2 scene(vec3 p) {
  vec2 found = vec2(p.y, 1.0);
  // Hedges on three sides, open toward the camera.
  float rough = 0.0;
  if (p.y < 4.0) rough = (foliage(p) - 0.5) * 0.34;
  float hedge = box(p - vec3(0.0, 1.05, -AROUND_Z - 1.0), vec3(AROUND_X + 1.5, 1.15, 0.65), 0.3);
  hedge = min(hedge, box(p - vec3(AROUND_X + 1.0, 1.05, 0.0), vec3(0.65, 1.15, AROUND_Z + 1.6), 0.3));
  hedge = min(hedge, box(p - vec3(-AROUND_X - 1.0, 1.05, 0.0), vec3(0.65, 1.15, AROUND_Z + 1.6), 0.3));
  if (hedge < 1.0) hedge += rough * 0.7; else hedge -= 0.2;
  found = nearer(found, vec2(hedge * 0.75, 2.0));
  // Cypresses behind the hedges.
  float tree = 1e3;
  vec3 q = p; float step_ = 5.2; float cell = clamp(floor(q.x / step_ + 0.5), -4.0, 4.0);
  q.x -= cell * step_ + (hash(vec2(cell, 3.0)) - 0.5) * 1.6;
  q.z += AROUND_Z + 3.2 + hash(vec2(cell, 9.0)) * 1.8;
  float tall = 5.2 + 3.0 * hash(vec2(cell, 5.0));
  float k = clamp(q.y / tall, 0.0, 1.0);
  float radius = 0.75 * pow(max(1.0 - k, 0.0), 0.62) * (0.55 + 0.45 * smoothstep(0.0, 0.2, k)) * (0.85 + 0.3 * hash(vec2(cell, 1.0)));
  tree = max(length(q.xz) - radius, q.y - tall);
  if (tree < 1.0) tree += (foliage(p * 0.8) - 0.5) * 0.35; else tree -= 0.2;
  found = nearer(found, vec2(tree * 0.6, 3.0));
  // Round trees at the far end.
  q = p - vec3(AROUND_X + 5.0, 3.6, -2.0); q.z -= clamp(floor(q.z / 5.0 + 0.5), -2.0, 2.0) * 5.0;
  float crown = length(q * vec3(1.0, 1.15, 1.0)) - 2.3;
  if (crown < 1.2) crown += (foliage(p * 0.55) - 0.5) * 0.9; else crown -= 0.5;
  found = nearer(found, vec2(crown * 0.6, 3.0));
  // Net posts, a bench, an umpire's chair, pots, lamps.
  q = p; q.z = abs(q.z) - 6.4;
  found = nearer(found, vec2(cylinder(q - vec3(0.0, 0.54, 0.0), 0.05, 0.55), 5.0));
  q = p - vec3(-2.6, 0.0, -7.9); q.x = abs(q.x) ;
  float bench = box(q - vec3(0.0, 0.45, 0.0), vec3(0.85, 0.03, 0.22), 0.01);
  bench = min(bench, box(q - vec3(0.0, 0.78, -0.2), vec3(0.85, 0.16, 0.025), 0.01));
  bench = min(bench, box(q - vec3(0.75, 0.22, 0.0), vec3(0.04, 0.24, 0.2), 0.01));
  found = nearer(found, vec2(bench, 4.0));
  q = p - vec3(0.0, 0.0, -7.3);
  float chair = box(q - vec3(0.0, 1.55, 0.0), vec3(0.3, 0.03, 0.25), 0.01);
  chair = min(chair, box(q - vec3(0.0, 1.95, -0.24), vec3(0.3, 0.32, 0.02), 0.01));
  vec3 leg = q; leg.xz = abs(leg.xz); leg.x -= 0.3 + (1.55 - leg.y) * 0.12; leg.z -= 0.24 + (1.55 - leg.y) * 0.14;
  chair = min(chair, max(box(leg - vec3(0.0, 0.78, 0.0), vec3(0.028, 0.78, 0.028), 0.0), -leg.y) * 0.9);
  vec3 rung = q; rung.y = mod(rung.y, 0.36) - 0.18;
  chair = min(chair, max(box(rung - vec3(0.0, 0.0, 0.4), vec3(0.34, 0.02, 0.02), 0.0), q.y - 1.5));
  found = nearer(found, vec2(chair, 8.0));
  q = p - vec3(4.2, 0.0, -8.1); q.x -= clamp(floor(q.x / 3.4 + 0.5), 0.0, 2.0) * 3.4;
  found = nearer(found, vec2(cylinder(q - vec3(0.0, 0.3, 0.0), 0.26 + 0.1 * q.y, 0.3), 7.0));
  float bush = length(q - vec3(0.0, 0.95, 0.0)) - 0.42;
  if (bush < 0.6) bush += (foliage(p * 1.6) - 0.5) * 0.3; else bush -= 0.1;
  found = nearer(found, vec2(bush * 0.7, 3.0));
  q = p; q.x = abs(q.x) - 9.0; q.z += 8.6;
  float lamp = cylinder(q - vec3(0.0, 3.0, 0.0), 0.05, 3.0);
  lamp = min(lamp, box(q - vec3(0.0, 6.0, 0.45), vec3(0.22, 0.05, 0.5), 0.02));
  found = nearer(found, vec2(lamp, 5.0));
  // The house of the hosts, behind the hedge.
  if (house > 0.5) {
    q = p - vec3(7.5, 0.0, -AROUND_Z - 8.5);
    found = nearer(found, vec2(box(q - vec3(0.0, 2.9, 0.0), vec3(8.5, 2.9, 3.0), 0.02), 9.0));
    float roof = house < 1.5
      ? box(q - vec3(0.0, 5.95, 0.5), vec3(9.5, 0.16, 4.2), 0.02)
      : max(dot(vec2(abs(q.z), q.y - 5.7), normalize(vec2(0.55, 0.83))) - 2.0, max(abs(q.x) - 9.0, 5.6 - q.y));
    found = nearer(found, vec2(roof * 0.9, 10.0));
  }
  return found;
}

vec3 normalAt(vec3 p) {
  vec2 e = vec2(0.004, 0.0);
  return normalize(vec3(scene(p + e.xyy).x - scene(p - e.xyy).x, scene(p + e.yxy).x - scene(p - e.yxy).x, scene(p + e.yyx).x - scene(p - e.yyx).x));
}

float line(vec2 p, vec2 a, vec2 b, float w) { vec2 d = max(abs(p - (a + b) * 0.5) - abs(b - a) * 0.5 - w, 0.0); return 1.0 - smoothstep(0.0, 0.018, length(d)); }
float lines(vec2 p) {
  vec2 q = abs(p); float w = 0.03, l = 0.0;
  l = max(l, line(q, vec2(0.0, HALF_WIDTH), vec2(HALF_LENGTH, HALF_WIDTH), w));
  l = max(l, line(q, vec2(0.0, SINGLES), vec2(HALF_LENGTH, SINGLES), w));
  l = max(l, line(q, vec2(SERVICE, 0.0), vec2(SERVICE, SINGLES), w));
  l = max(l, line(q, vec2(HALF_LENGTH, 0.0), vec2(HALF_LENGTH, HALF_WIDTH), w * 1.4));
  l = max(l, line(q, vec2(0.0, 0.0), vec2(SERVICE, 0.0), w));
  l = max(l, line(q, vec2(HALF_LENGTH - 0.12, 0.0), vec2(HALF_LENGTH, 0.0), w));
  return l;
}

// The opacity of the net in its plane, from 0 to 1. `p` is (z, y).
float net(vec2 p, float away) {
  float top = mix(0.914, 1.07, clamp(abs(p.x) / 6.4, 0.0, 1.0));
  if (abs(p.x) > 6.4 || p.y > top || p.y < 0.02) return 0.0;
  if (p.y > top - 0.06 || abs(p.x) < 0.03) return 2.0;
  vec2 m = abs(fract(p / 0.045) - 0.5);
  // From a distance, the mesh blends into one gray.
  return mix(0.42 + 0.35 * smoothstep(0.36, 0.46, max(m.x, m.y)), 0.5, smoothstep(5.0, 12.0, away));
}

float shadow(vec3 p, vec3 n) {
  float lit = 1.0, t = 0.05;
  for (int i = 0; i < 60; i++) {
    float d = scene(p + n * 0.02 + sun * t).x;
    lit = min(lit, 18.0 * d / t);
    t += clamp(d, 0.03, 0.9);
    if (lit < 0.01 || t > 45.0) break;
  }
  float meets = -p.x / sun.x;
  if (meets > 0.0) { vec3 at = p + sun * meets; float n_ = net(at.zy, 20.0); lit *= 1.0 - 0.6 * min(n_, 1.0) * step(0.001, n_); }
  return clamp(lit, 0.0, 1.0);
}

float occlusion(vec3 p, vec3 n) {
  float o = 0.0, s = 1.0;
  for (int i = 1; i <= 5; i++) { float h = 0.12 * float(i * i) * 0.5; o += (h - scene(p + n * h).x) * s; s *= 0.7; }
  return clamp(1.0 - 0.55 * o, 0.0, 1.0);
}

vec3 sky(vec3 d) {
  float up = max(d.y, 0.0);
  float low = 1.0 - smoothstep(0.0, 0.55, sun.y);
  vec3 zenith = mix(vec3(0.16, 0.34, 0.72), vec3(0.13, 0.22, 0.47), low);
  vec3 horizon = mix(vec3(0.66, 0.80, 0.94), vec3(0.98, 0.70, 0.46), low);
  vec3 c = mix(horizon, zenith, pow(up, 0.42));
  float s = max(dot(d, sun), 0.0);
  c += sunColor * (0.10 * pow(s, 6.0) + 0.35 * pow(s, 60.0) + 6.0 * smoothstep(0.99955, 0.9999, s));
  vec2 flat_ = d.xz / (d.y + 0.16);
  float cloud = smoothstep(0.52, 0.86, fbm(flat_ * vec2(0.55, 1.2) + seed * 3.0));
  vec3 white = mix(vec3(1.0), sunColor, 0.55) * (0.86 + 0.35 * pow(s, 3.0));
  c = mix(c, white, cloud * 0.62 * smoothstep(0.02, 0.22, d.y));
  float bearing = atan(d.x, -d.z);
  if (mountains > 0.5) {
    for (int i = 0; i < 3; i++) {
      float far = float(2 - i);
      float ridge = 0.035 + 0.05 * far * 0.6 + (0.17 - 0.03 * far) * pow(fbm(vec2(bearing * (2.2 + far) + far * 9.0 + 2.0, far)), 1.7);
      vec3 rock = mix(vec3(0.36, 0.17, 0.12), vec3(0.52, 0.46, 0.52), 0.32 + 0.3 * far);
      float lit = 0.55 + 0.7 * (fbm(vec2(bearing * 26.0, d.y * 42.0 + far * 5.0)) - 0.25);
      vec3 seen = mix(rock * lit * mix(vec3(1.0), sunColor, 0.8) * 1.15, horizon, 0.14 + 0.24 * far);
      c = mix(c, seen, 1.0 - smoothstep(ridge - 0.0015, ridge + 0.0015, d.y));
    }
  } else if (d.y < 0.0) {
    vec2 sea = d.xz / -d.y;
    float wave = fbm(sea * vec2(0.9, 3.0));
    c = mix(vec3(0.06, 0.27, 0.36), horizon, pow(1.0 - min(-d.y * 7.0, 1.0), 3.0)) * (0.85 + 0.35 * wave);
  }
  return c;
}

vec3 ground(vec3 p, out float gloss) {
  gloss = 0.0;
  vec2 a = abs(p.xz);
  float speck = fbm(p.xz * 9.0) - 0.5, fine = noise(p.xz * 180.0) - 0.5;
  if (a.x < AROUND_X && a.y < AROUND_Z) {
    bool within = a.x < HALF_LENGTH + 0.05 && a.y < HALF_WIDTH + 0.05;
    vec3 c = within ? inside : outside;
    float worn = fbm(p.xz * vec2(0.5, 0.9) + 4.0) - 0.5;
    c *= 1.0 + grain * (0.5 * speck + 0.34 * fine) + 0.14 * worn;
    // Clay is brushed in ovals and worn at the baselines.
    c *= 1.0 + grain * 0.05 * sin(length(p.xz * vec2(0.8, 1.25)) * 9.0 + speck * 3.0);
    float played = exp(-pow(a.x - HALF_LENGTH - 0.3, 2.0) * 1.6) * exp(-a.y * a.y * 0.16);
    c = mix(c, c * 1.16 + 0.012, played * (0.5 + fbm(p.xz * 6.0)) * 0.6);
    float chalk = lines(p.xz) * (1.0 - grain * 0.35 * smoothstep(0.35, 0.75, noise(p.xz * 30.0)));
    gloss = 0.06 * (1.0 - grain);
    return mix(c, vec3(0.84, 0.83, 0.79), chalk);
  }
  vec3 lawn = mix(vec3(0.075, 0.14, 0.03), vec3(0.16, 0.24, 0.06), fbm(p.xz * 3.0)) * (0.8 + 0.5 * noise(p.xz * 60.0));
  float path = smoothstep(0.04, 0.0, max(a.x - AROUND_X - 0.35, a.y - AROUND_Z - 0.35));
  return mix(lawn, vec3(0.46, 0.42, 0.36) * (0.8 + 0.4 * fine), path);
}

void main() {
  vec2 uv = (gl_FragCoord.xy + shift - 0.5 * size) / size.y;
  vec3 forward = normalize(target - eye), right = normalize(cross(forward, vec3(0, 1, 0))), up = cross(right, forward);
  vec3 d = normalize(forward * zoom + uv.x * right + uv.y * up);
  float t = 0.1, material = 0.0;
  for (int i = 0; i < 260; i++) {
    vec2 hit = scene(eye + d * t);
    if (hit.x < 0.0006 * t + 0.0004) { material = hit.y; break; }
    t += hit.x * 0.92;
    if (t > 160.0) break;
  }
  vec3 c = sky(d);
  if (material > 0.5) {
    vec3 p = eye + d * t, n = material < 1.5 ? vec3(0, 1, 0) : normalAt(p), base = vec3(0.5);
    float gloss = 0.0;
    if (material < 1.5) base = ground(p, gloss);
    else if (material < 2.5) base = mix(vec3(0.020, 0.050, 0.012), vec3(0.115, 0.17, 0.040), foliage(p * 1.3)) ;
    else if (material < 3.5) base = mix(vec3(0.014, 0.036, 0.014), vec3(0.075, 0.11, 0.035), foliage(p));
    else if (material < 4.5) base = vec3(0.30, 0.16, 0.075) * (0.7 + 0.5 * fbm(p.xz * vec2(3.0, 40.0) + p.y * 20.0));
    else if (material < 5.5) base = vec3(0.035, 0.05, 0.045);
    else if (material < 7.5) base = vec3(0.42, 0.17, 0.09) * (0.85 + 0.3 * fbm(p.xy * 14.0));
    else if (material < 8.5) base = vec3(0.72, 0.70, 0.66);
    else if (material < 9.5) base = wall;
    else base = house < 1.5 ? vec3(0.16, 0.14, 0.12) : vec3(0.34, 0.12, 0.06) * (0.75 + 0.4 * noise(p.xz * 5.0));
    // Panes reflect the sky by day and are lit in the evening.
    vec2 pane = vec2(mod(p.x, 2.6) - 1.3, mod(p.y, 2.9) - 1.45);
    float glass = material > 8.5 && material < 9.5 && n.z > 0.5 ? step(abs(pane.x), 0.85) * step(abs(pane.y), 0.95) * step(0.05, abs(pane.x)) : 0.0;
    base *= 1.0 - 0.85 * glass;
    float direct = max(dot(n, sun), 0.0) * shadow(p, n), open = occlusion(p, n);
    bool leaves = material > 1.5 && material < 3.5;
    if (leaves) direct = mix(direct, 0.35 * max(dot(d, sun), 0.0) + direct, 0.6);
    vec3 ambient = mix(vec3(0.20, 0.17, 0.13), sky(normalize(vec3(n.x, max(n.y, 0.25), n.z))), 0.5 + 0.5 * n.y) * 0.48;
    c = base * (sunColor * direct * 2.5 + ambient * open);
    c += glass * mix(sky(normalize(vec3(d.x, 0.35, 0.6))) * 0.3, vec3(1.0, 0.68, 0.32) * 0.9, 1.0 - smoothstep(0.2, 0.5, sun.y));
    c += gloss * pow(max(dot(reflect(d, n), sun), 0.0), 24.0) * direct * sunColor;
    float haze = 1.0 - exp(-t * 0.0015);
    c = mix(c, sky(normalize(vec3(d.x, 0.04, d.z))), haze);
  }
  // The ray reaches the net before the objects behind it.
  float meets = -eye.x / d.x;
  if (meets > 0.0 && (material < 0.5 || meets < t)) {
    vec3 at = eye + d * meets;
    float thick = net(at.zy, meets);
    if (thick > 1.5) c = vec3(0.80, 0.79, 0.75) * (0.45 + 0.75 * max(abs(sun.x), 0.25)) * mix(vec3(1.0), sunColor, 0.6);
    else c = mix(c, vec3(0.012, 0.016, 0.014), thick);
  }
  c *= 1.12;
  c = clamp((c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14), 0.0, 1.0);
  c = pow(c, vec3(1.0 / 2.2));
  c *= 1.0 - 0.22 * dot(uv * vec2(0.62, 0.95), uv * vec2(0.62, 0.95));
  pixel = vec4(c, 1.0);
}
