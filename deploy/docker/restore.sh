#!/bin/sh
# restore.sh FOLDER: fills the empty volumes of `docker compose` from a backup and starts all services. First copy
# secrets.env from the backup to .env. If there is a newer copy of the register of erasures, name its folder:
# restore.sh FOLDER REGISTER
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
# Backups of earlier releases have no register.
if [ -f "$folder/erasures.tar" ]; then fill erasures "$(container api)"; fi
if [ -n "${2-}" ]; then
  tar -c -C "$2" . | docker run --rm --interactive --user root --volumes-from "$(container api)" courtly \
    sh -c 'tar -x -C /data/erasures && chown -R node:node /data/erasures'
fi
$compose up --detach
