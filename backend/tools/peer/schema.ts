/**
 * An exclusion constraint forbids overlapping bookings. Each booking has an audit row and two
 * timers.
 */
export const schema = `
create extension if not exists btree_gist;
create table users (id text primary key, email text unique, waiver_until timestamptz);
create table courts (id text primary key, owner text not null, name text, location text, address text, surface text,
  rate int not null, active boolean not null);
create table bookings (id uuid primary key, court_id text not null references courts, host_id text not null,
  player_id text not null references users, during tstzrange not null, total int, fee int, payout int, status text not null,
  notes text, answer_by timestamptz, created_at timestamptz not null default now(),
  exclude using gist (court_id with =, during with &&) where (status <> 'cancelled'));
create index on bookings (player_id, lower(during) desc);
create index on bookings (host_id, lower(during) desc);
create table audit (seq bigserial primary key, booking_id uuid, what text, actor text, data jsonb,
  at timestamptz not null default now());
create index on audit (booking_id);
create table jobs (id text primary key, kind text, due timestamptz);
create index on jobs (due);`;

/**
 * One transaction: looks up the court, player, and waiver, and then writes the booking, audit row,
 * and timers.
 */
export const book = `with b as (
  insert into bookings (id, court_id, host_id, player_id, during, total, fee, payout, status, notes, answer_by)
  select $1, c.id, c.owner, $2, tstzrange($4, $5), c.rate + round(c.rate * 0.1), round(c.rate * 0.1),
    round(c.rate * 0.99), 'pending', $6, $7
  from courts c, users u where c.id = $3 and c.active and u.id = $2 and u.waiver_until > now()
  on conflict do nothing returning *),
 a as (insert into audit (booking_id, what, actor, data) select id, 'requested', player_id, to_jsonb(b) from b),
 j as (insert into jobs (id, kind, due) select 'answer.' || id, 'answer', answer_by from b
   union all select 'end.' || id, 'end', upper(during) from b)
 select b.*, c.name, c.location, c.address, c.surface from b join courts c on c.id = b.court_id`;

export const free = `select h as start, h + interval '1 hour' as end
  from generate_series($2::date::timestamptz, $2::date::timestamptz + interval '23 hours', interval '1 hour') h
  where h > now() and not exists (select 1 from bookings b where b.court_id = $1 and b.status <> 'cancelled'
    and b.during && tstzrange(h, h + interval '1 hour'))`;
