#!/bin/sh
# backup.sh FOLDER: copies everything that cannot be rebuilt from a running `docker compose`: the
# events, the vault, the photos, the erasure register, the policy, and the secrets. Both stores
# pause during the copy, so writes fail with a request to retry.
set -eu
folder=$1
compose=${COMPOSE:-docker compose}
umask 077
mkdir -p "$folder"

container() { $compose ps -q "$1" | head -n 1; }
# Uses tar from the application image. Numeric owners match the users in the store images.
copy() { docker run --rm --user root --volumes-from "$2" courtly tar -c --numeric-owner -C / "$3" > "$folder/$1.tar"; }

eventstore=$(container eventstore)
mongodb=$(container mongodb)
# The kernel may need several attempts while many threads of a container run.
pause() {
  for _ in 1 2 3 4 5 6 7 8 9; do
    docker pause "$1" > /dev/null 2>&1 && return
    sleep 0.2
  done
  docker pause "$1" > /dev/null
}
resume_stores() { docker unpause "$eventstore" "$mongodb" > /dev/null 2>&1 || true; }
trap resume_stores EXIT
# Not every shell runs the EXIT trap on a signal.
trap 'exit 1' HUP INT TERM
# Copies the log first: a key is stored before the first event that it seals, so every copied event
# has its key.
pause "$eventstore"
pause "$mongodb"
copy eventstore "$eventstore" var/lib/eventstore
copy mongodb "$mongodb" data/db
resume_stores
copy uploads "$(container api)" data/uploads
copy erasures "$(container api)" data/erasures
docker run --rm --user root --volumes-from "$(container api)" courtly cat /etc/courtly/policy.json > "$folder/policy.json"
cp "${ENV_FILE:-.env}" "$folder/secrets.env"
echo "Saved in $folder: $(du -sh "$folder" | cut -f 1). Store secrets.env separately from the other files, and keep"
echo "copying the erasure register (docs/operations.md): a restore needs the erasures made after this backup."
