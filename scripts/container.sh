#!/bin/sh
# The entry of the image. UMASK says what others may do with new files. Started as root, it makes the folders, gives those
# that Docker made to PUID and PGID, and goes on as that user: everything else runs without root's rights.
set -eu
umask "${UMASK:-022}"
if [ "$(id -u)" != 0 ]; then
	exec "$@"
fi
user="${PUID:-1000}"
group="${PGID:-1000}"
for name in "$user" "$group"; do
	case "$name" in
		'' | *[!0-9]*) echo "PUID and PGID are numbers, as \`id\` shows them, not \"$name\"." >&2; exit 2 ;;
	esac
done
own="${DATA_DIR:-/data/kinoteka}"
shared="$(dirname "$own")"
mkdir -p "$own" "$shared/downloads" "$shared/media"
for folder in "$shared" "$own" "$shared/downloads" "$shared/media"; do
	if [ "$(stat -c %u "$folder")" = 0 ] && [ "$user" != 0 ]; then
		chown "$user:$group" "$folder"
	fi
done
exec setpriv --reuid="$user" --regid="$group" --clear-groups --no-new-privs "$@"
