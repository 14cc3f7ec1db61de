import {recordedFiles} from '#shared/domain/notifications/recorded-file.ts';
import type {deleteChosenFiles} from '#shared/jobs/import.ts';
import type {RemovedMedia} from '../integrations/files/remove-media.ts';
import {isRecycling} from '../library/disk-settings.ts';
import {dropEpisodeFile, dropMovieFile} from '../library/drop-file.ts';
import {promisePlayerFiles} from '../library/player-files.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler, Run} from '../runtime/handler.ts';
import {type RemovalDeps, removeEpisodeMedia, removeFor, removeMovieMedia} from './delete-title-files.ts';

type Deps = RemovalDeps & Pick<WorkerDeps, 'jobs' | 'leases' | 'outbox' | 'series'>;

interface Chosen {
	titleId: string;
	fileIds: string[];
	unmonitor: boolean;
	/** By which it can be undone. */
	deletionId?: string;
}

/** The disk comes first: a run that finds its files gone already records that. */
export const handleDeleteChosenFiles: Handler<typeof deleteChosenFiles, keyof Deps> = ({kind, ...chosen}, deps, run) =>
	removeFor(chosen.titleId, chosen, deps, async () => {
		const removed = kind === 'movie' ? await ofMovie(chosen, deps, run) : await ofSeries(chosen, deps, run);
		await promisePlayerFiles({kind, id: chosen.titleId}, deps);
		// They were deleted already.
		await (chosen.deletionId !== undefined && removed.removed.length === 0 && deps.deletions.forgetEmpty(chosen.deletionId));
		return removed;
	});

async function ofMovie({titleId, fileIds, unmonitor, ...deletion}: Chosen, deps: Deps, run: Run): Promise<RemovedMedia> {
	const movie = await deps.movies.find(titleId);
	const file = movie?.file;
	if (!file || !fileIds.includes(file.id)) {
		return {removed: [], left: []};
	}
	const {id, title, path: folder} = movie;
	const removed = await removeMovieMedia({movieId: id, title, path: file.path, folder, ...deletion}, deps, run);
	if (removed.left.length === 0) {
		await dropMovieFile({id, title, file, reason: 'deleted', unmonitor, about: {recycled: isRecycling(deps)}}, deps);
	}
	return removed;
}

async function ofSeries({titleId, fileIds, unmonitor, ...deletion}: Chosen, deps: Deps, run: Run): Promise<RemovedMedia> {
	const series = await deps.series.find(titleId);
	if (!series) {
		return {removed: [], left: []};
	}
	const having = (await deps.episodes.onDisk(titleId)).filter(({file}) => file && fileIds.includes(file.id));
	const files = recordedFiles(having);
	const about = {recycled: isRecycling(deps)};
	return removeEpisodeMedia({seriesId: titleId, title: series.title, folder: series.path, files, ...deletion}, deps, {
		...run,
		async onGone({path, episodes}) {
			for (const {id} of unmonitor ? episodes : []) {
				await deps.episodes.setMonitored(id, false, deps.now());
			}
			await dropEpisodeFile({seriesId: titleId, path, reason: 'deleted', about}, deps);
		},
	});
}
