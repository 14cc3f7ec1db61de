import type {countVideos} from '#shared/jobs/disks.ts';
import type {Handler} from '../runtime/handler.ts';

export const handleCountVideos: Handler<typeof countVideos> = async ({root, limitMs}, {diskLooks}) => ({
	count: await diskLooks.countVideos(root, limitMs),
});
