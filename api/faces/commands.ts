import {hash} from 'node:crypto';
import type {RouteDeps} from '#api/services.ts';
import {createRates} from '#shared/coordination/rate.ts';
import {secondMs} from '#shared/domain/durations.ts';
import {trackDownloads} from '#shared/jobs/downloads.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {NumberedKind} from '#shared/store/mongo/record-numbers.ts';
import type {AppCommand, CommandWork} from '#shared/store/tasks/app-commands.ts';
import {withProgress} from './command-progress.ts';
import {type FaceCall, type FaceRoute, faceRoute, removed, shown} from './faces.ts';
import {importChosen, importFolder} from './manual-imports.ts';
import {clockTime} from './present-file.ts';
import {renameFiles, renameTitles} from './renames.ts';
import {idOf} from './tables.ts';
import {integerIn, integersIn, listIn, notFound, textIn, wrong} from './wire.ts';

const both = ['movies', 'tv'] as const;

/** What a command has us do; it has promised its jobs when it ends, and tells which they are. */
type Run = (call: FaceCall, deps: RouteDeps) => Promise<Partial<CommandWork> & {failed?: string}>;

interface Command {
	faces: readonly Face[];
	name: string;
	run: Run;
}

const nothing: Run = async () => ({});
const task =
	(taskId: string): Run =>
	async call => {
		const started = (await call.ask('POST /api/tasks/:taskId/run', {params: {taskId}, body: {}})) as {executionId: string};
		return {executionIds: [started.executionId]};
	};

/** The work that replies of ours name: searches and refreshes are known by their jobs. */
function toWork(replies: readonly unknown[]): Partial<CommandWork> {
	const all = replies as {searchId?: string; taskId?: string}[];
	const searches = all.flatMap(({searchId}) => searchId ?? []);
	const refreshes = all.flatMap(({taskId}) => taskId ?? []);
	return searches.length > 0 ? {pool: 'search', jobIds: searches} : {pool: 'refresh', jobIds: refreshes};
}
const search = {searchType: 'manual'};

/** The ids of the records that a body names by number; those that are gone are left out. */
async function idsIn(call: FaceCall, kind: NumberedKind, name: string, {numbers}: RouteDeps): Promise<string[]> {
	const single = integerIn(call.body, name.replace(/s$/, ''));
	const given = integersIn(call.body, name) ?? (single === undefined ? [] : [single]);
	return [...(await numbers.idsOf(kind, given)).values()];
}

const eachMovie =
	(line: string, body?: object): Run =>
	async (call, deps) => {
		const replies = [];
		for (const id of await idsIn(call, 'movie', 'movieIds', deps)) {
			replies.push(await call.ask(line, {params: {id}, ...(body && {body})}));
		}
		return toWork(replies);
	};

const eachSeries =
	(line: string, body?: object): Run =>
	async (call, deps) => {
		const given = integersIn(call.body, 'seriesIds') ?? [integerIn(call.body, 'seriesId') ?? 0];
		const replies = [];
		for (const id of (await deps.numbers.idsOf('series', given)).values()) {
			replies.push(await call.ask(line, {params: {id}, ...(body && {body})}));
		}
		return toWork(replies);
	};

/** Without titles, the scan of everything. */
const orScan =
	(run: Run, names: readonly string[]): Run =>
	async (call, deps) => {
		const isNamed = names.some(name => integersIn(call.body, `${name}s`)?.length || integerIn(call.body, name) !== undefined);
		return (isNamed ? run : task('libraryScan'))(call, deps);
	};

const searchSeason: Run = async (call, deps) => {
	const seriesId = await idOf(deps, 'series', integerIn(call.body, 'seriesId') ?? 0);
	const seasonNumber = String(integerIn(call.body, 'seasonNumber') ?? 1);
	const params = {seriesId, seasonNumber};
	return toWork([await call.ask('POST /api/library/series/:seriesId/seasons/:seasonNumber/auto-search', {params, body: search})]);
};

const searchEpisodes: Run = async (call, deps) => {
	const ids = await idsIn(call, 'episode', 'episodeIds', deps);
	return ids.length > 0 ? toWork([await call.ask('POST /api/library/episodes/bulk-search', {body: {ids, ...search}})]) : {};
};

/** Programs ask for this often, and clients are asked every few seconds anyway. */
const followMs = 15 * secondMs;

const follow: Run = async (_call, {jobs, producer, prefix, waits}) => {
	const turns = createRates(producer, prefix, {tolerantMs: waits.countMs});
	const {isOver} = await turns.tolerantHit({name: 'apps-follow', max: 1, windowMs: followMs}, 'all');
	return isOver ? {} : {pool: trackDownloads.queue, jobIds: [await jobs.enqueue(trackDownloads, {}, {priority: 3})]};
};

const scanDownloaded: Run = async (call, deps) => (await importFolder(call, deps)) ?? follow(call, deps);

const refreshMovies = eachMovie('POST /api/library/movies/:id/refresh');
const refreshSeries = eachSeries('POST /api/library/series/:id/refresh');

const commands: readonly Command[] = [
	{faces: ['movies'], name: 'MoviesSearch', run: eachMovie('POST /api/library/movies/:id/auto-search', search)},
	{faces: ['movies'], name: 'MissingMoviesSearch', run: task('missingMovies')},
	{faces: ['movies'], name: 'CutoffUnmetMoviesSearch', run: task('cutoffUnmet')},
	{faces: ['movies'], name: 'RefreshMovie', run: orScan(refreshMovies, ['movieId'])},
	{faces: ['movies'], name: 'RescanMovie', run: orScan(refreshMovies, ['movieId'])},
	{faces: ['movies'], name: 'RenameMovie', run: renameTitles},
	{faces: ['movies'], name: 'DownloadedMoviesScan', run: scanDownloaded},
	{faces: ['tv'], name: 'SeriesSearch', run: eachSeries('POST /api/library/series/:id/auto-search', search)},
	{faces: ['tv'], name: 'SeasonSearch', run: searchSeason},
	{faces: ['tv'], name: 'EpisodeSearch', run: searchEpisodes},
	{faces: ['tv'], name: 'MissingEpisodeSearch', run: task('missingEpisodes')},
	{faces: ['tv'], name: 'CutoffUnmetEpisodeSearch', run: task('cutoffUnmet')},
	{faces: ['tv'], name: 'RefreshSeries', run: orScan(refreshSeries, ['seriesId'])},
	{faces: ['tv'], name: 'RescanSeries', run: orScan(refreshSeries, ['seriesId'])},
	{faces: ['tv'], name: 'RenameSeries', run: renameTitles},
	{faces: ['tv'], name: 'DownloadedEpisodesScan', run: scanDownloaded},
	{faces: both, name: 'RenameFiles', run: renameFiles},
	{faces: both, name: 'ManualImport', run: importChosen},
	{faces: both, name: 'Backup', run: task('backup')},
	{faces: both, name: 'ImportListSync', run: task('importLists')},
	{faces: both, name: 'RssSync', run: task('rssSync')},
	...['RefreshMonitoredDownloads', 'ProcessMonitoredDownloads', 'CheckForFinishedDownload'].map(name => ({
		faces: both,
		name,
		run: follow,
	})),
	...['Housekeeping', 'CheckHealth', 'MessagingCleanup', 'ClearLog', 'RefreshCollections'].map(name => ({faces: both, name, run: nothing})),
];

export function commandRoutes(deps: RouteDeps): FaceRoute[] {
	const {appCommands, now} = deps;
	return [
		faceRoute('GET command', both, async ({face}) => shown((await withProgress(await appCommands.list(face), deps)).map(presentCommand))),
		faceRoute('GET command/:n', both, async ({face, number}) => {
			const [command] = await withProgress([(await appCommands.find(face, number())) ?? missing()], deps);
			return shown(presentCommand(command ?? missing()));
		}),
		// What was promised is done.
		faceRoute('DELETE command/:n', both, async ({face, number}) => ((await appCommands.find(face, number())) ? removed : missing())),
		faceRoute('POST command', both, async call => {
			const {face, body} = call;
			const given = textIn(body, 'name') ?? '';
			const command = commands.find(({name, faces}) => name.toLowerCase() === given.toLowerCase() && faces.includes(face));
			if (!command) {
				throw wrong('name', `There is no command '${given}'.`, given);
			}
			const asked = {face, name: command.name, body: argumentsOf(command, body)};
			const same = await findWaiting(asked, deps);
			if (same) {
				return {status: 201, body: presentCommand(same)};
			}
			const {failed, ...done} = await command.run(call, deps);
			const work = {pool: null, jobIds: [], executionIds: [], ...done};
			const at = now();
			const {jobIds, executionIds, changeIds = [], queueIds = []} = work;
			const isDone = [jobIds, executionIds, changeIds, queueIds].every(ids => ids.length === 0);
			const times = {queuedAt: at, startedAt: isDone ? at : null, endedAt: isDone ? at : null};
			const ended =
				failed === undefined ? {status: 'completed' as const, message: 'Completed'} : {status: 'failed' as const, message: failed};
			const state = isDone ? ended : {status: 'queued' as const, message: ''};
			return {status: 201, body: presentCommand(await appCommands.add({...asked, ...state, ...times, work}))};
		}),
	];
}

/** The same command, if it still waits: programs repeat themselves. */
async function findWaiting({face, name, body}: Pick<AppCommand, 'face' | 'name' | 'body'>, deps: RouteDeps): Promise<AppCommand | null> {
	const text = JSON.stringify(body);
	const alike = (await deps.appCommands.list(face)).filter(
		each => each.status === 'queued' && each.name === name && JSON.stringify(each.body) === text,
	);
	return (await withProgress(alike, deps)).find(({status}) => status === 'queued') ?? null;
}

function missing(): never {
	throw notFound();
}

const numbersOf = ['movieIds', 'seriesIds', 'episodeIds', 'files'] as const;
const numberNames = ['movieId', 'seriesId', 'seasonNumber'] as const;
const textNames = ['path', 'downloadClientId', 'importMode'] as const;
/** Characters of a text that is shown again. */
const longestText = 4096;

/** Only arguments that these programs have: a body may contain anything. */
function argumentsOf({name}: Command, body: unknown): Record<string, unknown> {
	const isImport = name === 'ManualImport';
	const single = numberNames.map(each => [each, integerIn(body, each)]);
	const many = isImport ? [] : numbersOf.map(each => [each, integersIn(body, each)?.slice(0, 1000)]);
	const texts = textNames.map(each => [each, textIn(body, each)?.slice(0, longestText)]);
	// Two imports of different files are not one.
	const own = isImport ? [['filesDigest', hash('sha1', JSON.stringify(listIn(body, 'files') ?? []))]] : [];
	return Object.fromEntries([...single, ...many, ...texts, ...own].filter(([, value]) => value !== undefined));
}

export function presentCommand({number, name, body, status, message, queuedAt, startedAt, endedAt}: AppCommand) {
	const shared = {sendUpdatesToClient: true, updateScheduledTask: true, trigger: 'manual'};
	const result = {queued: 'unknown', started: 'unknown', completed: 'successful', failed: 'unsuccessful'}[status];
	return {
		id: number,
		name,
		commandName: name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '),
		message,
		body: {...body, ...shared, completionMessage: 'Completed', requiresDiskAccess: false, isExclusive: false, name},
		priority: 'normal',
		status,
		result,
		queued: queuedAt,
		started: startedAt,
		ended: endedAt,
		duration: startedAt && endedAt ? clockTime((Number(endedAt) - Number(startedAt)) / secondMs).padStart(8, '0') : null,
		stateChangeTime: endedAt ?? startedAt ?? queuedAt,
		lastExecutionTime: startedAt ?? queuedAt,
		...shared,
	};
}
