import type {listTorrents} from '#shared/jobs/torrent.ts';
import type {Handler} from '../runtime/handler.ts';

export const handleListTorrents: Handler<typeof listTorrents> = async (_payload, {torrentEngine}) => {
	const engine = torrentEngine();
	return {torrents: engine.list(), port: engine.port};
};
