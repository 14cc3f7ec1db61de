import type {removeTorrent} from '#shared/jobs/torrent.ts';
import type {Handler} from '../runtime/handler.ts';

export const handleRemoveTorrent: Handler<typeof removeTorrent> = async ({infoHash, deleteData}, {torrentEngine}) => {
	await torrentEngine().remove(infoHash, {deleteData});
	return {infoHash};
};
