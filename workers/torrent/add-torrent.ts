import {NotFound} from '#shared/errors.ts';
import type {addTorrent} from '#shared/jobs/torrent.ts';
import type {Handler} from '../runtime/handler.ts';

export const handleAddTorrent: Handler<typeof addTorrent> = async ({infoHash}, {builtinTorrents, torrentEngine}) => {
	const torrent = await builtinTorrents.find(infoHash);
	if (!torrent || torrent.removal) {
		throw new NotFound('torrent_not_found', `The built-in torrent client has no torrent ${infoHash}.`);
	}

	torrentEngine().add(torrent);
	return {infoHash};
};
