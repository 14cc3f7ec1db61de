import {NotFound} from '#shared/errors.ts';
import type {addTorrent, controlTorrents, listTorrents, removeTorrent} from '#shared/jobs/torrent.ts';
import type {Handler} from '../runtime/handler.ts';

export const handleAddTorrent: Handler<typeof addTorrent, 'builtinTorrents' | 'torrentEngine'> = async (
	{infoHash},
	{builtinTorrents, torrentEngine},
) => {
	const torrent = await builtinTorrents.find(infoHash);
	if (!torrent || torrent.removal) {
		throw new NotFound('torrent_not_found', `The built-in torrent client has no torrent ${infoHash}.`);
	}
	await torrentEngine().add(torrent);
	return {infoHash};
};

export const handleListTorrents: Handler<typeof listTorrents, 'torrentEngine'> = async ({open}, {torrentEngine}) => {
	const engine = torrentEngine();
	await (open ? engine.open() : undefined);
	return {torrents: await engine.list(), port: engine.port};
};

export const handleControlTorrents: Handler<typeof controlTorrents, 'torrentEngine'> = async ({infoHashes, action}, {torrentEngine}) => {
	await torrentEngine().control(infoHashes, action);
	return {controlled: infoHashes.length};
};

export const handleRemoveTorrent: Handler<typeof removeTorrent, 'torrentEngine'> = async ({infoHash, deleteData}, {torrentEngine}) => {
	await torrentEngine().remove(infoHash, {deleteData});
	return {infoHash};
};
