import {readdir} from 'node:fs/promises';
import {isWithinFolder} from '#shared/domain/media/root-folder-path.ts';
import {startTask} from '#shared/tasks/start-task.ts';
import {backfillTaskId} from '#shared/tasks/tasks.ts';
import type {WorkerDeps} from '../deps.ts';
import type {TaskBody} from '../run-execution.ts';
import {scanMovie} from './scan-movie.ts';

const batchSize = 200;
/** Movies that are looked at together; a disk answers several questions at once. */
const atOnce = 8;

/** Notices files that vanished and new ones in the folders of known titles, and lets libraries that wish it take in what is new. */
export const scanLibrary: TaskBody = async (run, deps) => {
	await startBackfills(deps);
	const roots = await rootsThatAreThere(deps);
	let {itemsProcessed, itemsAffected} = run.resumed;
	for (let after = run.resumed.checkpoint ?? ''; ; ) {
		const movies = await deps.movies.onDisk({after, limit: batchSize});
		const last = movies.at(-1);
		if (!last) {
			return {itemsProcessed, itemsAffected};
		}
		for (let start = 0; start < movies.length; start += atOnce) {
			run.signal.throwIfAborted();
			// A root folder that is not mounted says nothing about the files in it.
			const visible = movies.slice(start, start + atOnce).filter(({rootFolderPath, file}) => isBelow(file?.path ?? rootFolderPath, roots));
			const outcomes = await Promise.all(visible.map(movie => scanMovie(movie, {run, deps})));
			itemsAffected += outcomes.filter(changed => changed).length;
		}
		itemsProcessed += movies.length;
		after = last.id;
		run.progress({processed: itemsProcessed, total: null, message: `${itemsAffected} changed`});
		await run.save({itemsProcessed, itemsAffected, checkpoint: after});
	}
};

async function startBackfills(deps: WorkerDeps): Promise<void> {
	for (const {id, enabled, backfillEnabled} of await deps.libraries.list()) {
		if (enabled && backfillEnabled) {
			await startTask({taskId: backfillTaskId(id), options: {}, force: false}, deps);
		}
	}
}

/** Root folders that can be read and hold anything: an empty one is a mount point without its disk. */
async function rootsThatAreThere({rootFolders, log}: WorkerDeps): Promise<string[]> {
	const there: string[] = [];
	for (const {path} of await rootFolders.list()) {
		const entries = await readdir(path).catch(() => []);
		if (entries.length > 0) {
			there.push(path);
		} else {
			log.warn({path}, 'A root folder is empty or cannot be read; its titles are left as they are');
		}
	}
	return there;
}

function isBelow(path: string, roots: readonly string[]): boolean {
	return roots.some(root => isWithinFolder(path, root));
}
