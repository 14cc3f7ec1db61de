import {basename, dirname, join, relative} from 'node:path';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {type DownloadedFile, kindOf} from '#shared/domain/imports/sort-files.ts';
import {Invalid} from '#shared/errors.ts';
import type {ImportCandidate, ListImportCandidates, listImportCandidates} from '#shared/jobs/import.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {Handler} from '../../runtime/handler.ts';
import {locateDownload} from '../locate-download.ts';
import {guessItem} from './guess-item.ts';
import {createJudge} from './judge-candidate.ts';

type Deps = Pick<
	WorkerDeps,
	| 'customFormats'
	| 'downloadClients'
	| 'downloads'
	| 'episodes'
	| 'files'
	| 'log'
	| 'mediaInfo'
	| 'movies'
	| 'now'
	| 'patternMatcher'
	| 'qualityProfiles'
	| 'remotePathMappings'
	| 'rootFolders'
	| 'series'
	| 'settings'
>;

/** Shows what an import would do with each video of a folder or download, and why not. */
export const handleListImportCandidates: Handler<typeof listImportCandidates, keyof Deps> = async ({from, page, limit}, deps, {signal}) => {
	const {folder, item} = await whereOf(from, deps);
	const within = 'path' in from ? from.within : dirname(folder);
	const unreadable: string[] = [];
	const listed = await deps.files.list(folder, signal, path => unreadable.push(path));
	const readable = await worthShowing(listed, deps);
	const shown = [...unreadable, ...readable];
	const judge = createJudge({listed, item, deps});
	const candidates = [];
	for (const file of shown.slice((page - 1) * limit, page * limit)) {
		signal.throwIfAborted();
		candidates.push(
			typeof file === 'string'
				? unreadableCandidate(file, folder)
				: await judge(file, item ?? (await guessItem(named(file, folder), within, deps))),
		);
	}
	return {folder, candidates, total: shown.length};
};

/** Nothing can open it under the name that we see. */
function unreadableCandidate(path: string, folder: string): ImportCandidate {
	return {
		path,
		name: relative(folder, path),
		size: 0,
		movie: null,
		series: null,
		episodes: [],
		quality: 'Unknown',
		languages: [],
		releaseGroup: null,
		edition: null,
		rejections: [{reason: 'Its name is not UTF-8. Rename it.'}],
	};
}

/** Files of the library are where they belong. */
async function worthShowing(
	listed: readonly DownloadedFile[],
	{movies, episodes}: Pick<WorkerDeps, 'episodes' | 'movies'>,
): Promise<DownloadedFile[]> {
	const media = listed.filter(({relative}) => ['video', 'archive', 'dangerous'].includes(kindOf(relative)));
	const paths = media.map(({path}) => path);
	const [ofMovies, ofEpisodes] = await Promise.all([movies.recordedAmong(paths), episodes.recordedAmong(paths)]);
	return media.filter(({path}) => !ofMovies.has(path) && !ofEpisodes.has(path));
}

/** The name of the folder often says more than that of the file. */
function named(file: DownloadedFile, folder: string): DownloadedFile {
	return file.path === folder ? file : {...file, relative: `${basename(folder)}/${file.relative}`};
}

async function whereOf(from: ListImportCandidates['from'], deps: Deps): Promise<{folder: string; item: QueueItem | null}> {
	if ('queueItemId' in from) {
		const item = await deps.downloads.get(from.queueItemId);
		return {folder: await locateDownload(item, deps), item};
	}
	const {path, within} = from;
	// The contents of the folder are below `within` only if the folder itself is.
	if (!(await deps.files.isReallyBelow(join(path, 'x'), within))) {
		throw new Invalid('path_unsafe', `${path} really lies outside ${within}: a link leads there. Remove the link.`);
	}
	return {folder: path, item: null};
}
