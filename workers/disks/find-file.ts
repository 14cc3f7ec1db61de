import type {findFile} from '#shared/jobs/disks.ts';
import type {Handler} from '../runtime/handler.ts';

export const handleFindFile: Handler<typeof findFile> = async ({path}, {diskLooks}) => ({found: await diskLooks.look('file', path, false)});
