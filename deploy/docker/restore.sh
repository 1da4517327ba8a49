#!/bin/sh
# restore.sh FOLDER: fills the empty volumes of `docker compose` from a backup and starts all
# services. First copy secrets.env from the backup to .env. If there is a newer copy of the
# erasure register, name its folder:
# restore.sh FOLDER REGISTER
set -eu
folder=$1
compose=${COMPOSE:-docker compose}

# The file that docker-compose.yml mounts. Docker would create a folder in place of a missing one.
policy=${POLICY_FILE:-$(sed -n 's/^POLICY_FILE=//p' "${ENV_FILE:-.env}" 2> /dev/null | tail -n 1 | tr -d "\"'")}
policy=${policy:-./deploy/policies/standard.json}
if [ ! -f "$policy" ]; then
  echo "The policy file $policy (POLICY_FILE) is missing. Restore it first:" >&2
  echo "  cp $folder/policy.json $policy" >&2
  exit 1
fi
if [ -f "$folder/policy.json" ] && ! cmp -s "$folder/policy.json" "$policy"; then
  echo "Note: the policy file $policy differs from $folder/policy.json." >&2
fi

# Creates each service separately: together, they would wait for their dependencies to start.
for service in eventstore mongodb api; do $compose up --no-start --no-deps "$service"; done
container() { $compose ps -a -q "$1" | head -n 1; }
fill() {
  docker run --rm --interactive --user root --volumes-from "$2" courtly \
    tar -x --numeric-owner -C / < "$folder/$1.tar"
}
# Adds the entries of a tar. Replaces an existing file only if it is damaged and the new one is not.
# Prints the files that are still damaged.
merge_register() {
  docker run --rm --interactive --user root --volumes-from "$(container api)" courtly sh -c '
    set -eu
    cd /data/erasures
    entry="\{\"id\":\"[^\"]+\",\"accountId\":\"[^\"]+\",\"erasedAt\":\"[0-9T:.Z-]+\"\}"
    is_good() { [ "$(grep -c "" "$1")" = 1 ] && grep -Eqx "$entry" "$1"; }
    rm -rf .added
    mkdir .added
    tar -x --strip-components='"$1"' -C .added
    for file in .added/*.json; do
      [ -f "$file" ] || continue
      kept=${file#.added/}
      if [ ! -e "$kept" ] || { ! is_good "$kept" && is_good "$file"; }; then mv -f "$file" "$kept"; fi
    done
    rm -rf .added
    chown -R node:node .
    for file in *.json; do
      if [ -e "$file" ] && ! is_good "$file"; then echo "The erasure register has a damaged file: $file" >&2; fi
    done'
}
used() { docker run --rm --user root --volumes-from "$1" courtly sh -c "ls -A /$2" | grep -q .; }

eventstore=$(container eventstore)
mongodb=$(container mongodb)
if used "$eventstore" var/lib/eventstore || used "$mongodb" data/db; then
  # Not `down --volumes`: it would also remove the erasure register, and with it all later
  # erasures.
  cat >&2 <<'END'
The volumes contain data. Restore on another machine, or remove all volumes except the erasure register:
  docker compose down
  docker volume rm courtly_eventstore-data courtly_eventstore-logs courtly_mongodb-data courtly_redis-data courtly_uploads
END
  exit 1
fi
fill eventstore "$eventstore"
fill mongodb "$mongodb"
fill uploads "$(container api)"
# Backups of earlier releases have no register. The volume may have a newer one.
if [ -f "$folder/erasures.tar" ]; then merge_register 2 < "$folder/erasures.tar"; fi
if [ -n "${2-}" ]; then tar -c -C "$2" . | merge_register 0; fi
# Repeats erasures before anyone can connect. Workers repeat those that fail.
$compose up --detach projector worker
$compose exec -T worker courtly keys erase-again ||
  echo 'Some erasures failed. The workers retry them, and their log has the reasons.' >&2
$compose up --detach
