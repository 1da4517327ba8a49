#!/bin/sh
# restore.sh FOLDER: fills the empty volumes of `docker compose` from a backup, and starts everything. First put the backup's
# secrets.env in place as .env.
set -eu
folder=$1
compose=${COMPOSE:-docker compose}

# One by one: what is only made must not wait for what it depends on.
for service in eventstore mongodb api; do $compose up --no-start --no-deps "$service"; done
container() { $compose ps -a -q "$1" | head -n 1; }
fill() { docker run --rm --interactive --user root --volumes-from "$2" courtly tar -x --numeric-owner -C / < "$folder/$1.tar"; }
used() { docker run --rm --user root --volumes-from "$1" courtly sh -c "ls -A /$2" | grep -q .; }

eventstore=$(container eventstore)
mongodb=$(container mongodb)
if used "$eventstore" var/lib/eventstore || used "$mongodb" data/db; then
  echo 'There is data in the volumes: remove it first with `docker compose down --volumes`, or restore elsewhere.' >&2
  exit 1
fi
fill eventstore "$eventstore"
fill mongodb "$mongodb"
fill uploads "$(container api)"
$compose up --detach
