import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import pg from 'pg';
import { z } from 'zod';
import { book, free } from './schema.js';

/**
 * The baseline of the benchmark: a conventional booking service without events. It uses an
 * exclusion constraint, sessions in Redis, and one durable transaction per booking.
 */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const { PORT, DATABASE_URL, REDIS_URL } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 16 });
const redisClient = new Redis(REDIS_URL!);

const HourRequest = z.strictObject({
  courtId: z.string().max(40),
  startTime: z.iso.datetime(),
  endTime: z.iso.datetime(),
  notes: z.string().max(500).optional(),
});

const signedIn = async ({ cookies }: FastifyRequest): Promise<{ id: string } | null> => {
  const session = cookies['sid'] && (await redisClient.get(`session:${cookies['sid']}`));
  return session ? (JSON.parse(session) as { id: string }) : null;
};

const formatCents = (cents: number) =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

const application = Fastify();
await application.register(cookie);

application.post('/api/bookings', async (peerRequest, reply) => {
  const playerEntry = await signedIn(peerRequest);
  if (!playerEntry) return reply.code(401).send({ code: 'not_signed_in' });
  const slotRequest = HourRequest.safeParse(peerRequest.body);
  if (!slotRequest.success)
    return reply.code(400).send({ code: 'invalid', issues: slotRequest.error.issues });
  const { courtId, startTime, endTime, notes = '' } = slotRequest.data;
  const startMs = Date.parse(startTime);
  if (Date.parse(endTime) - startMs !== HOUR_MS || startMs < Date.now())
    return reply.code(400).send({ code: 'slot' });
  const answerBy = new Date(Math.min(Date.now() + DAY_MS, startMs)).toISOString();
  const values = [randomUUID(), playerEntry.id, courtId, startTime, endTime, notes, answerBy];
  const { rows } = await pool.query<Record<string, string & number>>({
    name: 'book',
    text: book,
    values,
  });
  const [row] = rows;
  if (!row)
    return reply
      .code(409)
      .send({ code: 'slot_taken', message: 'That time is no longer available.' });
  return reply.code(201).send({
    id: row['id'],
    userId: playerEntry.id,
    courtId,
    startTime,
    endTime,
    status: 'pending',
    notes,
    totalAmount: formatCents(row['total']!),
    serviceFee: formatCents(row['fee']!),
    payoutAmount: formatCents(row['payout']!),
    createdAt: row['created_at'],
    answerBy: row['answer_by'],
    court: {
      id: courtId,
      name: row['name'],
      location: row['location'],
      surfaceType: row['surface'],
    },
  });
});

application.get<{ Params: { id: string; date: string } }>(
  '/api/courts/:id/availability/:date',
  async ({ params }) => {
    const { rows } = await pool.query({
      name: 'free',
      text: free,
      values: [params.id, params.date],
    });
    return rows;
  },
);

await application.listen({ port: Number(PORT), host: '127.0.0.1' });
