import { readFile, readdir } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { clientAddress } from '../../platform/http/client-address.js';
import { ConcurrencyLimiter } from '../../platform/http/concurrency-limiter.js';
import { processLimits } from '../../platform/http/limits.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/kernel/local-time.js';
import { Mongo } from '../../platform/stores/mongo.js';

/** How long a file stays after the last server of its release has stopped. */
const KEPT_MS = 7 * DAY_MS;
const REPEAT_MS = HOUR_MS;
const RETRY_MS = MINUTE_MS;
/** About 20 releases, each compressed to 2 MB. */
const MAX_BYTES = 40 * 1024 * 1024;
const ASSET_PATH = /^\/assets\/[\w.-]+$/;

const decompress = promisify(brotliDecompress);

/** A file of a build, by its path. `size` is the length of `content`. */
export type KeptAsset = Readonly<{
  _id: string;
  content: Buffer;
  isCompressed: boolean;
  size: number;
  keptUntil: Date;
}>;

/**
 * Keeps the hashed files of every release in MongoDB for a week, so that pages of another release
 * still load: open tabs after a deployment, and both releases during one.
 */
@Injectable()
export class KeptAssets implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('website');
  private timer: NodeJS.Timeout | undefined;
  maxBytes = MAX_BYTES;
  limiter = new ConcurrencyLimiter(processLimits.keptAssets);

  constructor(
    private readonly mongoStore: Mongo,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Stores the files before this server's pages name them. Starts without MongoDB, too. */
  async onApplicationBootstrap() {
    const { ROLES, STATIC_FOLDER } = this.config;
    if (ROLES.includes('api') && STATIC_FOLDER) await this.keepRepeatedly(resolve(STATIC_FOLDER));
  }

  onApplicationShutdown() {
    clearTimeout(this.timer);
  }

  /** Stores the files of this release, and removes those that exceed the limits of age and size. */
  async keep(distFolder: string): Promise<void> {
    const assetFolder = join(distFolder, 'assets');
    const fileNames = await readdir(assetFolder).catch((): string[] => []);
    const paths = fileNames
      .filter((fileName) => !fileName.endsWith('.br'))
      .map((fileName) => `/assets/${fileName}`);
    const keptUntil = new Date(Date.now() + KEPT_MS);
    // Extends the lifetime first, so that no other server removes a stored file as expired.
    await this.collection.updateMany({ _id: { $in: paths } }, { $max: { keptUntil } });
    const stored = await this.collection
      .find({ _id: { $in: paths } }, { projection: { _id: 1 } })
      .toArray();
    const storedPaths = new Set(stored.map(({ _id }) => _id));
    for (const path of paths.filter((candidate) => !storedPaths.has(candidate))) {
      const isCompressed = fileNames.includes(`${path.slice('/assets/'.length)}.br`);
      const content = await readFile(join(distFolder, isCompressed ? `${path}.br` : path));
      const asset = { content, isCompressed, size: content.byteLength, keptUntil };
      // Another server of this release may store the same file at the same time.
      await this.collection.updateOne({ _id: path }, { $set: asset }, { upsert: true });
    }
    await this.removeOldest(paths);
  }

  /** Serves a file that only another release has. */
  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    if (!['GET', 'HEAD'].includes(request.method) || !ASSET_PATH.test(request.path)) return next();
    this.serve(request, response).then((isServed) => {
      if (!isServed) next();
    }, next);
  };

  private get collection() {
    return this.mongoStore.readModels.collection<KeptAsset>('websiteAssets');
  }

  private async keepRepeatedly(distFolder: string): Promise<void> {
    const isKept = await this.keep(distFolder).then(
      () => true,
      (error: unknown) => {
        this.logger.warn({ err: error }, "Could not keep this release's files for later releases");
        return false;
      },
    );
    this.timer = setTimeout(
      () => void this.keepRepeatedly(distFolder),
      isKept ? REPEAT_MS : RETRY_MS,
    ).unref();
  }

  /** Removes expired files, and then the oldest files of other releases until the rest fit. */
  private async removeOldest(ownPaths: readonly string[]): Promise<void> {
    await this.collection.deleteMany({ keptUntil: { $lt: new Date() } });
    const newestFirst = await this.collection
      .find({}, { projection: { size: 1 }, sort: { keptUntil: -1 } })
      .toArray();
    const ownFiles = new Set(ownPaths);
    let remainingBytes = this.maxBytes;
    for (const { _id, size } of newestFirst) if (ownFiles.has(_id)) remainingBytes -= size;
    const excessPaths = newestFirst.flatMap(({ _id, size }) =>
      ownFiles.has(_id) || (remainingBytes -= size) >= 0 ? [] : [_id],
    );
    await this.collection.deleteMany({ _id: { $in: excessPaths } });
  }

  private async serve(request: Request, response: Response): Promise<boolean> {
    const release = await this.limiter.acquire(clientAddress(request));
    // Holds the slot until the response is sent, because a slow reader keeps the file in memory.
    if (response.closed) release();
    else response.once('close', release);
    const asset = await this.findAsset(request);
    if (!asset) return false;
    response.type(extname(request.path));
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    if (asset.isCompressed) response.vary('Accept-Encoding');
    const isSentCompressed = asset.isCompressed && request.acceptsEncodings('br');
    if (isSentCompressed) response.setHeader('Content-Encoding', 'br');
    const mustDecompress = asset.isCompressed && !isSentCompressed;
    response.send(mustDecompress ? await decompress(asset.content) : asset.content);
    return true;
  }

  private async findAsset(request: Request): Promise<KeptAsset | null> {
    try {
      return await this.collection.findOne({ _id: request.path }, { promoteBuffers: true });
    } catch (cause) {
      const message = "This file can't be loaded right now. Please try again in a moment.";
      throw new DomainError('store_unavailable', message, undefined, { cause });
    }
  }
}
