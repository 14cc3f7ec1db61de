import {hostname} from 'node:os';
import type {RouteDeps} from '#api/services.ts';
import {toLabel} from '#shared/domain/media/tags.ts';
import {itemName, itemQualities, type QualityProfile} from '#shared/domain/quality/profiles.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {Tag} from '#shared/store/titles/tags.ts';
import {allLanguages, faceLanguage, faceQuality, qualitiesOf} from './codes.ts';
import {limitedKeys} from './deletion-limit.ts';
import {accepted, type FaceCall, type FaceRoute, faceRoute, pretended, removed, shown} from './faces.ts';
import {rootsOf} from './scope.ts';
import {idOf} from './tables.ts';
import {FaceFailure, notFound, textIn, wrong} from './wire.ts';

const both = ['movies', 'tv'] as const;

/** What programs ask first, and what titles refer to. */
export function recordRoutes(deps: RouteDeps): FaceRoute[] {
	const startedAt = deps.now();
	return [
		faceRoute('GET system/status', both, async ({face, base, scope}) =>
			shown(statusOf(face, {base, startedAt, name: scope.library?.name})),
		),
		faceRoute('GET health', both, async call => shown(await healthOf(call, deps))),
		faceRoute('GET diskspace', both, async call => shown(await disksOf(call))),
		faceRoute('GET language', both, async ({face}) =>
			shown(allLanguages(face).map(({id, name}) => ({id, name, nameLower: name.toLowerCase()}))),
		),
		faceRoute('GET languageprofile', 'tv', async () => shown([languageProfile])),
		faceRoute('GET qualityprofile', both, async ({face}) => shown(await profilesOf(face, deps))),
		faceRoute('GET qualityprofile/:n', both, async ({face, number}) => {
			const wanted = number();
			return shown((await profilesOf(face, deps)).find(({id}) => id === wanted) ?? missing());
		}),
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

function statusOf(face: Face, {base, startedAt, name}: StatusParts) {
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
		branch: face === 'movies' ? 'master' : 'main',
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

async function healthOf(call: FaceCall, deps: RouteDeps) {
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

/** Numbers of groups are above those of qualities. */
const firstGroup = 1000;

async function profilesOf(face: Face, {qualityProfiles, customFormats, numbers}: RouteDeps) {
	const [profiles, formats] = await Promise.all([qualityProfiles.list(), customFormats.list()]);
	const [own, ofFormats] = await Promise.all([
		numbers.of(
			'qualityProfile',
			profiles.map(({id}) => id),
		),
		numbers.of(
			'customFormat',
			formats.map(({id}) => id),
		),
	]);
	return profiles
		.map(profile => {
			const scores = new Map(profile.formatScores.map(({customFormatId, score}) => [customFormatId, score]));
			const formatItems = formats.map(({id, name}) => ({format: ofFormats.get(id) ?? 0, name, score: scores.get(id) ?? 0}));
			return {...presentProfile(face, profile, own.get(profile.id) ?? 0), formatItems};
		})
		.sort((a, b) => a.id - b.id);
}

/** Worst first, with all qualities of the face: those that ours does not name are not allowed. */
function presentProfile(face: Face, profile: QualityProfile, id: number) {
	const {items, cutoff} = profile;
	const known = qualitiesOf(face);
	const isOfFace = (name: string) => known.some(({ours}) => ours === name);
	const named = new Set(items.flatMap(item => [...itemQualities(item)] as string[]));
	const rest = known
		.filter(({ours}) => ours === null || !named.has(ours))
		.map(({ours: _, ...quality}) => ({quality, items: [], allowed: false}));
	let group = firstGroup;
	let cutoffId = 0;
	const own = items.toReversed().flatMap((item): object[] => {
		const inside = itemQualities(item).filter(isOfFace);
		const name = itemName(item);
		if (inside.length === 0) {
			return [];
		}
		const qualities = inside.map(each => ({quality: faceQuality(face, each), items: [], allowed: item.allowed}));
		const [only] = qualities;
		if (!('group' in item) && only) {
			cutoffId = name === cutoff ? only.quality.id : cutoffId;
			return [only];
		}
		group += 1;
		cutoffId = name === cutoff ? group : cutoffId;
		return [{id: group, name, items: qualities.toReversed(), allowed: item.allowed}];
	});
	return {
		id,
		name: profile.name,
		upgradeAllowed: profile.upgradeAllowed,
		cutoff: cutoffId,
		items: [...rest, ...own],
		minFormatScore: profile.minFormatScore,
		cutoffFormatScore: profile.cutoffFormatScore,
		minUpgradeFormatScore: Math.max(1, profile.minUpgradeFormatScore),
		language: face === 'movies' ? faceLanguage(face, profile.language) : null,
	};
}

interface Labelled {
	id: string;
	label: string;
	number: number;
}

function tagRoutes(deps: RouteDeps): FaceRoute[] {
	const {tags} = deps;
	const present = ({label, number}: Pick<Tag, 'label' | 'number'>) => ({id: number, label});
	const all = async () => (await tags.list()).toSorted((a, b) => a.number - b.number);
	const find = async (number: number) => (await tags.list()).find(tag => tag.number === number) ?? missing();
	const labelIn = (body: unknown) => {
		const label = textIn(body, 'label') ?? '';
		if (toLabel(label) === '') {
			throw wrong('Label', 'Allowed characters a-z, 0-9 and -', label);
		}
		return label;
	};
	return [
		faceRoute('GET tag', both, async () => shown((await all()).map(present))),
		faceRoute('GET tag/:n', both, async ({number}) => shown(present(await find(number())))),
		faceRoute('GET tag/detail', both, async call => shown(await detailsOf(await all(), call, deps))),
		faceRoute('GET tag/detail/:n', both, async call => shown((await detailsOf([await find(call.number())], call, deps))[0])),
		faceRoute('POST tag', both, async call => {
			const tag = present((await call.ask('POST /api/tags', {body: {label: labelIn(call.body)}})) as Labelled);
			return {status: 201, body: tag, headers: {Location: `${call.base}/api/v3/tag/${tag.id}`}};
		}),
		faceRoute('PUT tag/:n', both, async call => {
			const {id} = await find(call.number());
			return accepted(present((await call.ask('PUT /api/tags/:id', {params: {id}, body: {label: labelIn(call.body)}})) as Labelled));
		}),
		faceRoute('DELETE tag/:n', both, async call => {
			const {id} = await find(call.number());
			await call.ask('DELETE /api/tags/:id', {params: {id}});
			return removed;
		}),
	];
}

/** Records besides titles are left out: programs only count them. */
async function detailsOf(tags: readonly Tag[], {face}: FaceCall, {movies, series, numbers}: RouteDeps) {
	const idsWith = async (label: string) => {
		const kind = face === 'movies' ? ('movie' as const) : ('series' as const);
		const ids = face === 'movies' ? await movies.idsWithTag(label) : await series.idsWithTag(label);
		return [...(await numbers.of(kind, ids)).values()].sort((a, b) => a - b);
	};
	return Promise.all(
		tags.map(async ({label, number}) => ({
			id: number,
			label,
			delayProfileIds: [],
			importListIds: [],
			notificationIds: [],
			restrictionIds: [],
			indexerIds: [],
			downloadClientIds: [],
			autoTagIds: [],
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
			totalSpace,
			unmappedFolders: unmappedFolders.map(folder => ({...folder, relativePath: folder.name})),
		}));
	};
	return [
		faceRoute('GET rootfolder', both, async call => {
			const {rootFolders} = (await call.ask('GET /api/root-folders')) as {rootFolders: Root[]};
			return shown(await present(await rootsOf(call.scope, rootFolders, deps)));
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
