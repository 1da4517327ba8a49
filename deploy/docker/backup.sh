#!/bin/sh
# backup.sh FOLDER: copies what nothing else can be made from out of a running `docker compose`: the events, the vault, the
# photos and the secrets. Both stores stand still while they are copied; whoever books in that time is asked to try again.
set -eu
folder=$1
compose=${COMPOSE:-docker compose}
umask 077
mkdir -p "$folder"

container() { $compose ps -q "$1" | head -n 1; }
# tar of the image that runs anyway; the numbers of owners are the stores' own.
copy() { docker run --rm --user root --volumes-from "$2" courtly tar -c --numeric-owner -C / "$3" > "$folder/$1.tar"; }

eventstore=$(container eventstore)
mongodb=$(container mongodb)
go_on() { docker unpause "$eventstore" "$mongodb" > /dev/null 2>&1 || true; }
trap go_on EXIT
# Not every shell runs the line above when it is interrupted.
trap 'exit 1' HUP INT TERM
# The log first: a key is stored before the first event that it seals, so that no event is copied without its key.
docker pause "$eventstore" "$mongodb" > /dev/null
copy eventstore "$eventstore" var/lib/eventstore
copy mongodb "$mongodb" data/db
go_on
copy uploads "$(container api)" data/uploads
cp "${ENV_FILE:-.env}" "$folder/secrets.env"
echo "Saved in $folder: $(du -sh "$folder" | cut -f 1). Keep secrets.env elsewhere than the rest."
