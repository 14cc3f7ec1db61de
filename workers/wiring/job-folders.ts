import {blackholeFolders} from '#shared/domain/downloads/blackhole-settings.ts';
import {mapRemotePath} from '#shared/domain/imports/map-remote-path.ts';
import type {Jobs} from '#shared/jobs/index.ts';
import type {PayloadOf} from '#shared/jobs/job.ts';
import type {Pool} from '#shared/jobs/queues.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {NeededPaths} from '../runtime/folder-reach.ts';

type Deps = Pick<
	WorkerDeps,
	'downloadClients' | 'downloads' | 'episodes' | 'libraries' | 'movies' | 'remotePathMappings' | 'rootFolders' | 'series'
>;

/** Pools of which jobs need folders of the library or of download clients. */
export const poolsWithFolders: readonly Pool[] = ['import', 'disks', 'files', 'backfill', 'tasks', 'subtitles', 'downloads', 'grab'];

const all = async () => 'all' as const;
const atPath = async ({path}: {path: string}) => [path];

const ofTitle = async (kind: 'movie' | 'series' | 'episode', id: string, {movies, series, episodes}: Deps): Promise<string[]> => {
	if (kind === 'movie') {
		return [(await movies.find(id))?.path ?? ''];
	}
	const seriesId = kind === 'series' ? id : ((await episodes.find(id))?.seriesId ?? '');
	return [(await series.find(seriesId))?.path ?? ''];
};

const ofLibrary = async ({libraryId}: {libraryId: string}, {libraries, rootFolders}: Deps) => {
	const library = await libraries.find(libraryId);
	return [(library && (await rootFolders.find(library.rootFolderId)))?.path ?? ''];
};

async function ofQueueItem(id: string, deps: Deps): Promise<string[]> {
	const item = await deps.downloads.find(id);
	if (!item) {
		return [];
	}
	const {target, client, transfer} = item;
	const chosen = item.import?.choice?.file?.path;
	const record = client && (await deps.downloadClients.find(client.id));
	const host = record?.url && URL.canParse(record.url) ? new URL(record.url).hostname : null;
	const source = chosen ?? (transfer?.outputPath && mapRemotePath(await deps.remotePathMappings.list(), host, transfer.outputPath));
	const title = target.movieId ? await ofTitle('movie', target.movieId, deps) : await ofTitle('series', target.seriesId ?? '', deps);
	return [...(source ? [source] : []), ...title];
}

/** The folders of clients that are nothing else; of one, or of all that may be meant. */
async function ofBlackholes(clientId: string | null, {downloadClients}: Deps): Promise<string[]> {
	const clients = (await downloadClients.list()).filter(({id, enabled}) => (clientId === null ? enabled : id === clientId));
	return clients.flatMap(client => blackholeFolders(client) ?? []).flatMap(({directory, watchFolder}) => [directory, watchFolder]);
}

const ofItemsClient = async (id: string, deps: Deps) => {
	const client = (await deps.downloads.find(id))?.client;
	return client ? ofBlackholes(client.id, deps) : [];
};

type FoldersOf = {[Name in keyof Jobs]?: (payload: PayloadOf<Jobs[Name]>, deps: Deps) => Promise<NeededPaths>};

/** Tasks that look at the disks. */
const diskTasks: readonly string[] = ['libraryScan', 'missingSubtitles', 'subtitleUpgrade', 'subtitleSearchOnImport', 'reconcile'];

/** The paths that each job reads or writes. A job that is missing here runs in any process of its pool. */
export const foldersOf: FoldersOf = {
	// Which client takes the release is chosen when it is grabbed.
	grabRelease: (_payload, deps) => ofBlackholes(null, deps),
	trackDownloads: (_payload, deps) => ofBlackholes(null, deps),
	retryDownload: ({queueItemId}, deps) => ofItemsClient(queueItemId, deps),
	removeDownload: ({downloadClientId}, deps) => ofBlackholes(downloadClientId, deps),
	controlDownloads: async ({queueItemIds}, deps) => (await Promise.all(queueItemIds.map(id => ofItemsClient(id, deps)))).flat(),
	importDownload: ({queueItemId}, deps) => ofQueueItem(queueItemId, deps),
	listImportCandidates: async ({from}, deps) => ('path' in from ? [from.path] : ofQueueItem(from.queueItemId, deps)),
	deleteMovieFiles: atPath,
	deleteEpisodeFiles: async ({folder}) => [folder],
	deleteChosenFiles: ({kind, titleId}, deps) => ofTitle(kind, titleId, deps),
	undoDeletion: all,
	emptyBins: all,
	eraseDeletion: all,
	measureDeletion: all,
	takeBackImport: async ({placed}) => placed.map(({root}) => root),
	clearLibrary: ofLibrary,
	readFolderState: atPath,
	listUnmappedFolders: atPath,
	listFolders: atPath,
	countVideos: async ({root}) => [root],
	measureFolder: atPath,
	findFile: atPath,
	previewDeletion: ({kind, id}, deps) => ofTitle(kind, id, deps),
	previewRename: ({kind, id}, deps) => ofTitle(kind, id, deps),
	planFileChange: all,
	runFileChange: all,
	writeNfo: ({title}, deps) => (title === null ? all() : ofTitle(title.kind, title.id, deps)),
	backfillLibrary: ofLibrary,
	readMediaInfo: ofLibrary,
	planMove: all,
	runMove: all,
	undoMove: all,
	runTask: async ({taskId}) => (diskTasks.includes(taskId) ? 'all' : []),
	searchSubtitles: ({owner}, deps) => ofTitle(owner.type, owner.id, deps),
	addSubtitle: ({owner}, deps) => ofTitle(owner.type, owner.id, deps),
	removeSubtitle: ({owner}, deps) => ofTitle(owner.type, owner.id, deps),
	fetchSubtitles: ({owner}, deps) => ofTitle(owner.type, owner.id, deps),
	readSubtitles: ({owner}, deps) => ofTitle(owner.type, owner.id, deps),
	readUnreadSubtitles: all,
};
