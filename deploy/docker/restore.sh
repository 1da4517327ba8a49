#!/bin/sh
# restore.sh FOLDER: fills the empty volumes of `docker compose` from a backup and starts all services. First copy
# secrets.env from the backup to .env.
set -eu
folder=$1
compose=${COMPOSE:-docker compose}

# Creates each service separately: together, they would wait for their dependencies to start.
for service in eventstore mongodb api; do $compose up --no-start --no-deps "$service"; done
container() { $compose ps -a -q "$1" | head -n 1; }
fill() { docker run --rm --interactive --user root --volumes-from "$2" courtly tar -x --numeric-owner -C / < "$folder/$1.tar"; }
used() { docker run --rm --user root --volumes-from "$1" courtly sh -c "ls -A /$2" | grep -q .; }

eventstore=$(container eventstore)
mongodb=$(container mongodb)
if used "$eventstore" var/lib/eventstore || used "$mongodb" data/db; then
  echo 'The volumes contain data. Remove it with `docker compose down --volumes`, or restore on another machine.' >&2
  exit 1
fi
fill eventstore "$eventstore"
fill mongodb "$mongodb"
fill uploads "$(container api)"
$compose up --detach
