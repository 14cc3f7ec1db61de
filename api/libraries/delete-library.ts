import type {RouteDeps} from '#api/services.ts';
import {startPromised, toPromise} from '#shared/coordination/outbox.ts';
import type {Library} from '#shared/domain/media/library.ts';
import {clearLibrary} from '#shared/jobs/import.ts';
import {leaveLibrary} from '#shared/tasks/leave-library.ts';

/**
 * Deletes the library but keeps its titles, and stops its backfill. Returns the number of titles that no longer have a
 * library. The library and the promise to clear it change in one step; a worker finishes what a crash interrupts here.
 */
export async function deleteLibrary({id}: Library, {removeFiles}: {removeFiles: boolean}, deps: RouteDeps): Promise<number> {
	const {libraries, movies, series, outbox} = deps;
	const orphanedItems = (await movies.countInLibrary(id)) + (await series.countInLibrary(id));
	const clearing = toPromise(clearLibrary, {libraryId: id, removeFiles});
	await libraries.remove(id, session => outbox.put(clearing, session));
	await leaveLibrary(id, deps);
	if (!removeFiles) {
		await movies.detach(id);
		await series.detach(id);
	}
	await startPromised(clearLibrary, clearing, deps);
	return orphanedItems;
}
