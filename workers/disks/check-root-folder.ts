import {overlaps} from '#shared/domain/folders/root-folder-path.ts';
import type {checkRootFolder} from '#shared/jobs/disks.ts';
import type {Handler} from '../runtime/handler.ts';

/** Symbolic links are resolved, because two names of one folder would list the same titles twice. */
export const handleCheckRootFolder: Handler<typeof checkRootFolder> = async ({path, others}, {diskLooks}) => {
	const realOf = (each: string) => diskLooks.look('realPath', each, each);
	const [fault, real, places] = await Promise.all([
		diskLooks.look('fault', path, 'not_answering'),
		realOf(path),
		Promise.all(others.map(async other => ({other, real: await realOf(other)}))),
	]);
	return {fault, overlapping: places.find(place => overlaps(real, place.real))?.other ?? null};
};
