import type {RouteDeps} from '#api/services.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {NumberedKind} from '#shared/store/mongo/record-numbers.ts';
import type {AppCommand} from '#shared/store/tasks/app-commands.ts';
import {type FaceCall, type FaceRoute, faceRoute, removed, shown} from './faces.ts';
import {idOf} from './tables.ts';
import {integerIn, integersIn, notFound, textIn, wrong} from './wire.ts';

const both = ['movies', 'tv'] as const;

/** What a command has us do; it has promised its jobs when it ends. */
type Run = (call: FaceCall, deps: RouteDeps) => Promise<void>;

interface Command {
	faces: readonly Face[];
	name: string;
	run: Run;
}

const nothing: Run = async () => {};
const task =
	(taskId: string): Run =>
	async call =>
		void (await call.ask('POST /api/tasks/:taskId/run', {params: {taskId}, body: {}}));
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
		for (const id of await idsIn(call, 'movie', 'movieIds', deps)) {
			await call.ask(line, {params: {id}, ...(body && {body})});
		}
	};

const eachSeries =
	(line: string, body?: object): Run =>
	async (call, deps) => {
		const given = integersIn(call.body, 'seriesIds') ?? [integerIn(call.body, 'seriesId') ?? 0];
		for (const id of (await deps.numbers.idsOf('series', given)).values()) {
			await call.ask(line, {params: {id}, ...(body && {body})});
		}
	};

/** Without titles, the scan of everything. */
const orScan =
	(run: Run, names: readonly string[]): Run =>
	async (call, deps) => {
		const isNamed = names.some(name => integersIn(call.body, `${name}s`)?.length || integerIn(call.body, name) !== undefined);
		await (isNamed ? run : task('libraryScan'))(call, deps);
	};

const searchSeason: Run = async (call, deps) => {
	const seriesId = await idOf(deps, 'series', integerIn(call.body, 'seriesId') ?? 0);
	const seasonNumber = String(integerIn(call.body, 'seasonNumber') ?? 1);
	await call.ask('POST /api/library/series/:seriesId/seasons/:seasonNumber/auto-search', {params: {seriesId, seasonNumber}, body: search});
};

const searchEpisodes: Run = async (call, deps) => {
	const ids = await idsIn(call, 'episode', 'episodeIds', deps);
	await (ids.length > 0 ? call.ask('POST /api/library/episodes/bulk-search', {body: {ids, ...search}}) : null);
};

const rename: Run = async (call, deps) => {
	const {face} = call;
	const kind = face === 'movies' ? ('movie' as const) : ('series' as const);
	const ids = await idsIn(call, kind, face === 'movies' ? 'movieIds' : 'seriesIds', deps);
	const named = face === 'movies' ? {movieIds: ids} : {seriesIds: ids};
	await (ids.length > 0 ? call.ask('POST /api/file-changes', {body: {kind: 'rename', start: true, ...named}}) : null);
};

const refreshMovies = eachMovie('POST /api/library/movies/:id/refresh');
const refreshSeries = eachSeries('POST /api/library/series/:id/refresh');

const commands: readonly Command[] = [
	{faces: ['movies'], name: 'MoviesSearch', run: eachMovie('POST /api/library/movies/:id/auto-search', search)},
	{faces: ['movies'], name: 'MissingMoviesSearch', run: task('missingMovies')},
	{faces: ['movies'], name: 'CutoffUnmetMoviesSearch', run: task('cutoffUnmet')},
	{faces: ['movies'], name: 'RefreshMovie', run: orScan(refreshMovies, ['movieId'])},
	{faces: ['movies'], name: 'RescanMovie', run: orScan(refreshMovies, ['movieId'])},
	{faces: ['movies'], name: 'RenameMovie', run: rename},
	{faces: ['tv'], name: 'SeriesSearch', run: eachSeries('POST /api/library/series/:id/auto-search', search)},
	{faces: ['tv'], name: 'SeasonSearch', run: searchSeason},
	{faces: ['tv'], name: 'EpisodeSearch', run: searchEpisodes},
	{faces: ['tv'], name: 'MissingEpisodeSearch', run: task('missingEpisodes')},
	{faces: ['tv'], name: 'CutoffUnmetEpisodeSearch', run: task('cutoffUnmet')},
	{faces: ['tv'], name: 'RefreshSeries', run: orScan(refreshSeries, ['seriesId'])},
	{faces: ['tv'], name: 'RescanSeries', run: orScan(refreshSeries, ['seriesId'])},
	{faces: ['tv'], name: 'RenameSeries', run: rename},
	{faces: both, name: 'Backup', run: task('backup')},
	{faces: both, name: 'ImportListSync', run: task('importLists')},
	{faces: both, name: 'RssSync', run: task('rssSync')},
	...['RefreshMonitoredDownloads', 'ProcessMonitoredDownloads', 'CheckForFinishedDownload'].map(name => ({
		faces: both,
		name,
		run: nothing,
	})),
	...['Housekeeping', 'CheckHealth', 'MessagingCleanup', 'ClearLog', 'RefreshCollections'].map(name => ({faces: both, name, run: nothing})),
];

export function commandRoutes(deps: RouteDeps): FaceRoute[] {
	const {appCommands, now} = deps;
	return [
		faceRoute('GET command', both, async ({face}) => shown((await appCommands.list(face)).map(present))),
		faceRoute('GET command/:n', both, async ({face, number}) => shown(present((await appCommands.find(face, number())) ?? missing()))),
		// It has ended before anybody can stop it.
		faceRoute('DELETE command/:n', both, async ({face, number}) => ((await appCommands.find(face, number())) ? removed : missing())),
		faceRoute('POST command', both, async call => {
			const {face, body} = call;
			const given = textIn(body, 'name') ?? '';
			const command = commands.find(({name, faces}) => name.toLowerCase() === given.toLowerCase() && faces.includes(face));
			if (!command) {
				throw wrong('name', `There is no command '${given}'.`, given);
			}
			await command.run(call, deps);
			const stored = {
				face,
				name: command.name,
				body: argumentsOf(body),
				status: 'completed' as const,
				message: 'Completed',
				queuedAt: now(),
			};
			return {status: 201, body: present(await appCommands.add(stored))};
		}),
	];
}

function missing(): never {
	throw notFound();
}

const argumentNames = ['movieId', 'movieIds', 'seriesId', 'seriesIds', 'seasonNumber', 'episodeIds', 'files'] as const;

/** Only arguments that these programs have: a body may contain anything. */
function argumentsOf(body: unknown): Record<string, unknown> {
	const single = argumentNames.filter(name => !name.endsWith('s')).map(name => [name, integerIn(body, name)]);
	const many = argumentNames.filter(name => name.endsWith('s')).map(name => [name, integersIn(body, name)?.slice(0, 1000)]);
	return Object.fromEntries([...single, ...many].filter(([, value]) => value !== undefined));
}

function present({number, name, body, status, message, queuedAt}: AppCommand) {
	const shared = {sendUpdatesToClient: true, updateScheduledTask: true, trigger: 'manual'};
	return {
		id: number,
		name,
		commandName: name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '),
		message,
		body: {...body, ...shared, completionMessage: 'Completed', requiresDiskAccess: false, isExclusive: false, name},
		priority: 'normal',
		status,
		result: status === 'completed' ? 'successful' : 'unsuccessful',
		queued: queuedAt,
		started: queuedAt,
		ended: queuedAt,
		duration: '00:00:00',
		stateChangeTime: queuedAt,
		lastExecutionTime: queuedAt,
		...shared,
	};
}
