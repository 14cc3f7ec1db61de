import {hostname} from 'node:os';
import type {RouteDeps} from '#api/services.ts';
import {toLabel} from '#shared/domain/media/tags.ts';
import {isFor, type Scope} from '#shared/domain/scope.ts';
import type {AppFace, Face} from '#shared/store/accounts/api-keys.ts';
import type {Tag} from '#shared/store/titles/tags.ts';
import {allLanguages} from './codes.ts';
import {limitedKeys} from './deletion-limit.ts';
import {
	type AppCall,
	accepted,
	type FaceCall,
	type FaceRoute,
	faceRoute,
	type IndexerRoute,
	indexerRoute,
	pretended,
	removed,
	shown,
} from './faces.ts';
import {rootsOf} from './shelf.ts';
import {createRecordTags, idOf} from './tables.ts';
import {FaceFailure, notFound, textIn, wrong} from './wire.ts';

const both = ['movies', 'tv'] as const;

/** What programs ask first, and what titles refer to. */
export function recordRoutes(deps: RouteDeps): FaceRoute[] {
	const startedAt = deps.now();
	return [
		faceRoute('GET system/status', both, async ({face, base, shelf}) =>
			shown(statusOf(face, {base, startedAt, name: shelf.library?.name})),
		),
		faceRoute('GET health', both, async call => shown(await healthOf(call, deps))),
		faceRoute('GET diskspace', both, async call => shown(await disksOf(call))),
		faceRoute('GET language', both, async ({face}) =>
			shown(allLanguages(face).map(({id, name}) => ({id, name, nameLower: name.toLowerCase()}))),
		),
		faceRoute('GET languageprofile', 'tv', async () => shown([languageProfile])),
		faceRoute('GET languageprofile/schema', 'tv', async () => shown({...languageProfile, languages: eachLanguage})),
		...tagRoutes(deps),
		...rootFolderRoutes(deps),
	];
}

function missing(): never {
	throw notFound();
}

interface StatusParts {
	base: string;
	startedAt: Date;
	/** That of the library alone. */
	name: string | undefined;
}

export function statusOf(face: AppFace, {base, startedAt, name}: StatusParts) {
	const {appName, version} = pretended[face];
	return {
		appName,
		instanceName: name ?? appName,
		version,
		buildTime: '2025-11-01T00:00:00Z',
		isDebug: false,
		isProduction: true,
		isAdmin: false,
		isUserInteractive: false,
		startupPath: '/app',
		appData: '/config',
		osName: 'linux',
		isNetCore: true,
		isLinux: true,
		isOsx: false,
		isWindows: false,
		isDocker: true,
		mode: 'console',
		branch: face === 'tv' ? 'main' : 'master',
		authentication: 'forms',
		databaseType: 'sqLite',
		databaseVersion: '3.46.1',
		migrationVersion: 1,
		urlBase: base,
		runtimeVersion: '8.0.0',
		runtimeName: '.NET',
		startTime: startedAt,
		packageVersion: version,
		packageAuthor: 'Kinoteka',
		packageUpdateMechanism: 'docker',
	};
}

/** The checks of these programs that ours are nearest to. */
const sources: Readonly<Record<string, string>> = {
	indexers: 'IndexerStatusCheck',
	downloadClients: 'DownloadClientStatusCheck',
	rootFolders: 'RootFolderCheck',
	workers: 'ImportMechanismCheck',
};

interface Issue {
	check: string;
	level: string;
	reason: string;
	remedy: string;
}

export async function healthOf(call: Pick<AppCall, 'ask'>, deps: RouteDeps) {
	const {issues = []} = (await call.ask('GET /api/health')) as {issues?: Issue[]};
	const limited = (await limitedKeys(deps)).map(name => ({
		check: 'apps',
		level: 'warning',
		reason: `The key ${name} has reached its limit of deletions in an hour.`,
		remedy: 'Look at what its program deletes.',
	}));
	return [...issues, ...limited]
		.filter(({level}) => level === 'error' || level === 'warning')
		.map(({check, level, reason, remedy}) => ({
			source: sources[check] ?? 'SystemTimeCheck',
			type: level,
			message: [reason, remedy].filter(Boolean).join(' '),
			wikiUrl: 'https://wiki.servarr.com/',
		}));
}

interface Disk {
	freeSpace: number | null;
	totalSpace: number | null;
	folders: {path: string}[];
}

async function disksOf(call: FaceCall) {
	const {disks} = (await call.ask('GET /api/disk-space')) as {disks: Disk[]};
	return disks.map(({freeSpace, totalSpace, folders}) => ({
		path: folders[0]?.path ?? '/',
		label: hostname(),
		freeSpace: freeSpace ?? 0,
		totalSpace: totalSpace ?? 0,
	}));
}

/** A program of long ago had them, and some clients still want one. */
const languageProfile = {
	id: 1,
	name: 'Deprecated',
	upgradeAllowed: true,
	cutoff: {id: 1, name: 'English'},
	languages: [{language: {id: 1, name: 'English'}, allowed: true}],
};

const eachLanguage = allLanguages('tv')
	.filter(({id}) => id >= 0)
	.map(language => ({language, allowed: language.id === 1}));

interface Labelled {
	id: string;
	label: string;
	number: number;
}

const allTags = async ({tags}: RouteDeps) => (await tags.list()).toSorted((a, b) => a.number - b.number);
const findTag = async (number: number, {tags}: RouteDeps) => (await tags.list()).find(tag => tag.number === number) ?? missing();

function tagRoutes(deps: RouteDeps): FaceRoute[] {
	return [
		...plainTagRoutes(deps).map(route => ({...route, faces: both})),
		faceRoute('GET tag/detail', both, async call => shown(await detailsOf(await allTags(deps), call, deps))),
		faceRoute('GET tag/detail/:n', both, async call => shown((await detailsOf([await findTag(call.number(), deps)], call, deps))[0])),
	];
}

/** Tags are those of the household, whatever program asks. */
export function plainTagRoutes(deps: RouteDeps): IndexerRoute[] {
	const present = ({label, number}: Pick<Tag, 'label' | 'number'>) => ({id: number, label});
	const all = () => allTags(deps);
	const labelIn = (body: unknown) => {
		const label = textIn(body, 'label') ?? '';
		if (toLabel(label) === '') {
			throw wrong('Label', 'Allowed characters a-z, 0-9 and -', label);
		}
		return label;
	};
	return [
		indexerRoute('GET tag', async () => shown((await all()).map(present))),
		indexerRoute('GET tag/:n', async ({number}) => shown(present(await findTag(number(), deps)))),
		indexerRoute('POST tag', async call => {
			const tag = present((await call.ask('POST /api/tags', {body: {label: labelIn(call.body)}})) as Labelled);
			return {status: 201, body: tag, headers: {Location: `${call.base}/api/${call.api}/tag/${tag.id}`}};
		}),
		indexerRoute('PUT tag/:n', async call => {
			const {id} = await findTag(call.number(), deps);
			return accepted(present((await call.ask('PUT /api/tags/:id', {params: {id}, body: {label: labelIn(call.body)}})) as Labelled));
		}),
		indexerRoute('DELETE tag/:n', async call => {
			const {id} = await findTag(call.number(), deps);
			await call.ask('DELETE /api/tags/:id', {params: {id}});
			return removed;
		}),
	];
}

/** Records that name a tag, by the words of these programs. A rule is known by what it gives. */
async function usesOf(face: Face, deps: RouteDeps) {
	const {delayProfiles, releaseProfiles, indexers, downloadClients, notifications, importLists, autoTags, numbers} = deps;
	const kinds = [
		{name: 'delayProfileIds', kind: 'delayProfile', records: await delayProfiles.list()},
		{name: face === 'movies' ? 'releaseProfileIds' : 'restrictionIds', kind: 'releaseProfile', records: await releaseProfiles.list()},
		{name: 'indexerIds', kind: 'indexer', records: await indexers.list()},
		{name: 'downloadClientIds', kind: 'downloadClient', records: await downloadClients.list()},
		{name: 'notificationIds', kind: 'notification', records: await notifications.list()},
		{name: 'importListIds', kind: 'importList', records: await importLists.list()},
		{name: 'autoTagIds', kind: 'autoTag', records: await autoTags.list()},
	] as const;
	const tags = await createRecordTags(deps);
	return Promise.all(
		kinds.map(async ({name, kind, records}) => {
			const own = (records as readonly {id: string; tags: string[]; scope?: Scope}[]).filter(each => isFor(each, face));
			const ofRecords = await numbers.of(
				kind,
				own.map(({id}) => id),
			);
			const named = own.map(each => ({number: ofRecords.get(each.id) ?? 0, tags: tags.numbersOf(each.tags)}));
			return {name, of: (tag: number) => named.filter(each => each.tags.includes(tag)).map(({number}) => number)};
		}),
	);
}

async function detailsOf(tags: readonly Tag[], {face}: FaceCall, deps: RouteDeps) {
	const {movies, series, numbers} = deps;
	const uses = await usesOf(face, deps);
	const idsWith = async (label: string) => {
		const kind = face === 'movies' ? ('movie' as const) : ('series' as const);
		const ids = face === 'movies' ? await movies.idsWithTag(label) : await series.idsWithTag(label);
		return [...(await numbers.of(kind, ids)).values()].sort((a, b) => a - b);
	};
	return Promise.all(
		tags.map(async ({label, number}) => ({
			id: number,
			label,
			...Object.fromEntries(uses.map(({name, of}) => [name, of(number)])),
			[face === 'movies' ? 'movieIds' : 'seriesIds']: await idsWith(label),
		})),
	);
}

interface Root {
	id: string;
	path: string;
	accessible: boolean;
	freeSpace: number | null;
	totalSpace: number | null;
	unmappedFolders: {name: string; path: string}[];
}

function rootFolderRoutes(deps: RouteDeps): FaceRoute[] {
	const {numbers} = deps;
	const present = async (roots: readonly Root[]) => {
		const own = await numbers.of(
			'rootFolder',
			roots.map(({id}) => id),
		);
		return roots.map(({id, path, accessible, freeSpace, totalSpace, unmappedFolders}) => ({
			id: own.get(id) ?? 0,
			path,
			accessible,
			freeSpace: freeSpace ?? 0,
			// Some clients want a number, and a folder that is away has none.
			totalSpace: totalSpace ?? 0,
			unmappedFolders: unmappedFolders.map(folder => ({...folder, relativePath: folder.name})),
		}));
	};
	return [
		faceRoute('GET rootfolder', both, async call => {
			const {rootFolders} = (await call.ask('GET /api/root-folders')) as {rootFolders: Root[]};
			return shown(await present(await rootsOf(call.shelf, rootFolders, deps)));
		}),
		faceRoute('GET rootfolder/:n', both, async call => {
			const id = await idOf(deps, 'rootFolder', call.number());
			return shown((await present([(await call.ask('GET /api/root-folders/:id', {params: {id}})) as Root]))[0]);
		}),
		faceRoute('POST rootfolder', both, async call => {
			const path = textIn(call.body, 'path') ?? '';
			const known = (await deps.rootFolders.list()).some(folder => folder.path === path.replace(/(?<=.)\/+$/, ''));
			if (known) {
				throw wrong('Path', 'Path is already configured as a root folder', path);
			}
			const root = (await call.ask('POST /api/root-folders', {body: {path}, names: {path: 'Path'}})) as Root;
			const [added] = await present([root]);
			return {status: 201, body: added, headers: {Location: `${call.base}/api/v3/rootfolder/${added?.id}`}};
		}),
		faceRoute('DELETE rootfolder/:n', both, async call => {
			const id = await idOf(deps, 'rootFolder', call.number());
			await call.ask('DELETE /api/root-folders/:id', {params: {id}}).catch(error => {
				throw (error as {code?: string}).code === 'in_use' ? new FaceFailure(400, (error as Error).message) : error;
			});
			return removed;
		}),
	];
}
