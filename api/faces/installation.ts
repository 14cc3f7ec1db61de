import {hash} from 'node:crypto';
import {basename, dirname} from 'node:path';
import type {RouteDeps} from '#api/services.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {isWithinFolder, normalPath} from '#shared/domain/folders/root-folder-path.ts';
import type {CastMember} from '#shared/domain/media/title.ts';
import {flagCodes} from '#shared/domain/quality/exported-codes.ts';
import {allLanguages, programOf} from './codes.ts';
import {type AppCall, type FaceRoute, faceRoute, type IndexerRoute, indexerRoute, shown} from './faces.ts';
import {pageIn, pageOfAll, presentPage} from './pages.ts';
import {covers} from './shelf.ts';
import {idOf} from './tables.ts';
import {FaceFailure, notFound} from './wire.ts';

const both = ['movies', 'tv'] as const;

/** What programs read of an installation beside its titles and settings. */
export function installationRoutes(deps: RouteDeps): FaceRoute[] {
	return [
		...commonRoutes(deps).map(route => ({...route, faces: both})),
		faceRoute('GET language/:n', both, async ({face, number}) => {
			const {id, name} = allLanguages(face).find(language => language.id === number()) ?? missing();
			return shown({id, name, nameLower: name.toLowerCase()});
		}),
		faceRoute('GET indexerflag', both, async ({face}) =>
			shown([...flagCodes[programOf(face)]].map(([id, name]) => ({id, name, nameLower: name.toLowerCase()}))),
		),
		faceRoute('GET movie/:n/folder', 'movies', async call => {
			const {path, libraryId} = await deps.movies.get(await idOf(deps, 'movie', call.number()));
			return covers(call.shelf, libraryId) ? shown({folder: basename(path)}) : missing();
		}),
		faceRoute('GET series/:n/folder', 'tv', async call => {
			const {path, libraryId} = await deps.series.get(await idOf(deps, 'series', call.number()));
			return covers(call.shelf, libraryId) ? shown({folder: basename(path)}) : missing();
		}),
		faceRoute('GET credit', 'movies', async call => {
			const number = call.query.number('movieId') ?? 0;
			const {cast, crew, libraryId} = await deps.movies.get(await idOf(deps, 'movie', number));
			return covers(call.shelf, libraryId) ? shown(creditsOf(number, cast, crew)) : missing();
		}),
		// Subtitles and the like are found by their names beside a file, and have no records of their own.
		faceRoute('GET extrafile', both, async () => shown([])),
		faceRoute('GET importlist/movie', 'movies', async () => shown([])),
	];
}

function missing(): never {
	throw notFound();
}

function creditsOf(movie: number, cast: readonly CastMember[], crew: readonly {name: string; job: string; metaId: number}[]) {
	const person = (name: string, metaId: number, type: 'cast' | 'crew', index: number) => ({
		...{id: index + 1, personName: name, creditTmdbId: `${type}-${movie}-${metaId}-${index}`, personTmdbId: metaId},
		...{movieMetadataId: movie, type, order: index},
	});
	return [
		...cast.map(({name, character, metaId, pictureUrl}, index) => ({
			...person(name, metaId, 'cast', index),
			character,
			images: pictureUrl ? [{coverType: 'headshot', url: pictureUrl, remoteUrl: pictureUrl}] : [],
		})),
		...crew.map(({name, job, metaId}, index) => ({
			...person(name, metaId, 'crew', cast.length + index),
			...{job, department: job, images: []},
		})),
	];
}

/** What the program for indexers has, too. */
export function commonRoutes(deps: RouteDeps): IndexerRoute[] {
	return [
		indexerRoute('GET log', async call => shown(await logOf(call))),
		// Whole files of a log are taken on the page, by administrators.
		...['log/file', 'log/file/update', 'update', 'customfilter'].map(path => indexerRoute(`GET ${path}`, async () => shown([]))),
		indexerRoute('GET localization', async () => shown({id: 1, strings: {}})),
		indexerRoute('GET localization/language', async () => shown({identifier: 'en'})),
		indexerRoute('GET system/task', async call => shown(await tasksOf(call))),
		indexerRoute('GET system/task/:n', async call => shown((await tasksOf(call)).find(({id}) => id === call.number()) ?? missing())),
		indexerRoute('GET system/backup', async call => shown(await backupsOf(call))),
		indexerRoute('GET filesystem', async call => shown(await foldersOf(call, deps))),
		indexerRoute('GET filesystem/type', async call => shown({type: /\.\w{2,4}$/.test(call.query.text('path') ?? '') ? 'file' : 'folder'})),
		indexerRoute('GET filesystem/mediafiles', async () => shown([])),
		...[
			...['POST system/restart', 'POST system/shutdown', 'POST system/backup/restore/:n', 'POST system/backup/restore/upload'],
			...['DELETE system/backup/:n', 'POST update'],
		].map(line =>
			indexerRoute(line, async () => {
				throw new FaceFailure(403, 'This is done on the page of Kinoteka, or where it runs.');
			}),
		),
	];
}

/** Records that have no numbers with us get one that follows from their names. */
const numberOf = (name: string) => (Number.parseInt(hash('sha256', name).slice(0, 8), 16) % (2 ** 31 - 2)) + 1;

interface Line {
	level: string;
	message: string;
	timestamp: string;
	source: string;
}

/** The newest lines that are looked through. */
const mostLines = '500';

async function logOf(call: AppCall) {
	const page = pageIn(call.query, 'time');
	const level = {info: 'info', warn: 'warn', error: 'error'}[(call.query.text('level') ?? '').toLowerCase()];
	const {lines} = (await call.ask('GET /api/settings/logs', {query: {limit: mostLines, ...(level && {level})}})) as {lines: Line[]};
	const rows = lines.map(({level: own, message, timestamp, source}) => ({
		...{id: numberOf(`${timestamp}${message}`), time: timestamp, level: own, logger: source, message},
	}));
	return presentPage(page, rows.length, pageOfAll(page, rows));
}

interface Task {
	id: string;
	name: string;
	interval: number | null;
	intervalUnit: 'minutes' | 'hours' | 'days' | null;
	lastRunAt: string | null;
	nextRunAt: string | null;
}

const minutesOf = {minutes: 1, hours: 60, days: 1440};

async function tasksOf(call: AppCall) {
	const {tasks} = (await call.ask('GET /api/tasks')) as {tasks: Task[]};
	return tasks.map(({id, name, interval, intervalUnit, lastRunAt, nextRunAt}) => {
		const minutes = interval === null || intervalUnit === null ? 0 : interval * minutesOf[intervalUnit];
		const last = lastRunAt ?? new Date(0).toISOString();
		const next = nextRunAt ?? new Date(Date.parse(last) + minutes * minuteMs).toISOString();
		return {
			...{id: numberOf(id), name, taskName: id, interval: minutes},
			...{lastExecution: last, lastStartTime: last, nextExecution: next, lastDuration: '00:00:00'},
		};
	});
}

interface Backup {
	name: string;
	createdAt: string;
	byPerson: boolean;
	bytes: number;
}

/** They hold everything, keys too, so they are not downloaded by a program. */
async function backupsOf(call: AppCall) {
	const {backups} = (await call.ask('GET /api/backups')) as {backups: Backup[]};
	return backups.map(({name, createdAt, byPerson, bytes}) => ({
		...{id: numberOf(name), name, path: `/backup/${name}`, size: bytes, time: createdAt},
		type: byPerson ? 'manual' : 'scheduled',
	}));
}

interface Listed {
	parent: string | null;
	folders: {name: string; path: string}[];
}

/** Folders below the root folders; above them, the root folders themselves. */
async function foldersOf(call: AppCall, {rootFolders}: RouteDeps) {
	const roots = (await rootFolders.list()).map(({path}) => path);
	const present = (path: string) => ({type: 'folder', name: basename(path), path: `${path}/`, size: 0});
	const path = normalPath(call.query.text('path') ?? '');
	if (path === null || !roots.some(root => isWithinFolder(path, root))) {
		return {parent: '', directories: roots.map(present), files: []};
	}
	const {folders} = (await call.ask('GET /api/folders', {query: {path}})) as Listed;
	return {parent: roots.includes(path) ? '' : `${dirname(path)}/`, directories: folders.map(folder => present(folder.path)), files: []};
}
