import {mkdir, truncate, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {Readable} from 'node:stream';
import type {ExecutionContext} from 'ava';
import type {MoveProgram, PathMapping, SourceAccess} from '#shared/domain/moves/move.ts';
import {createMoveUploads} from '#shared/files/uploads.ts';
import type {NewMove} from '#shared/store/libraries/moves.ts';
import {handlePlanMove} from '#workers/backfill/moves/plan-move.ts';
import {fakeTmdb} from '../fake-tmdb.ts';
import {tempFolder} from '../temp-folder.ts';
import {withWorkerDeps} from '../worker-deps.ts';

const films = [
	{id: 11, title: 'Paper Harbor', releaseDate: '2010-03-01'},
	{id: 12, title: 'Amber Mill', releaseDate: '2010-03-01'},
	{id: 14, title: 'Quiet Disc', releaseDate: '2010-03-01'},
];
const shows = [
	{
		id: 70,
		tvMetaId: 700,
		title: 'Iron Mill',
		firstAirDate: '2010-01-01',
		seasons: [
			{
				number: 1,
				episodes: [
					{number: 1, title: 'The First Gear', airDate: '2010-01-01'},
					{number: 2, title: 'The Second Gear', airDate: '2010-01-08'},
					{number: 3, title: 'The Third Gear', airDate: '2011-01-01'},
				],
			},
		],
	},
];

/** A film of Radarr, and a show of Sonarr whose last episode is in another season there. */
export const paperHarbor = {id: 1, tmdbId: 11, title: 'Paper Harbor', file: {name: 'Paper Harbor.mkv', size: 1000}};
export const ironMill = {
	id: 5,
	title: 'Iron Mill',
	tvdbId: 700,
	episodes: [
		{id: 1, place: [1, 1] as [number, number], title: 'The First Gear', airDate: '2010-01-01'},
		{id: 3, place: [2, 1] as [number, number], title: 'The Third Gear', airDate: '2011-01-01'},
	],
};
export const harborOnDisk = {'films/Paper Harbor (2010)/Paper Harbor.mkv': 1000};

/** Where the folders of the other programs are here. */
export const foldersBelow = (media: string): PathMapping[] => [
	{from: '/movies', to: join(media, 'films')},
	{from: '/tv', to: join(media, 'shows')},
];

/** A worker with an empty library beside a folder of media, into which files of these sizes are put. */
export async function withMoves(t: ExecutionContext, files: Record<string, number>) {
	const tmdb = await fakeTmdb(t, {movies: films, series: shows});
	const world = await withWorkerDeps(t, {metadataUrl: tmdb.url});
	const {deps} = world;
	const [root] = await deps.rootFolders.list();
	await (root && deps.rootFolders.remove(root.id));
	await deps.languageProfiles.ensureDefaults(deps.now());
	await deps.qualityDefinitions.ensureDefaults(deps.now());
	const media = tempFolder(t);
	for (const [name, size] of Object.entries(files)) {
		const path = join(media, name);
		await mkdir(dirname(path), {recursive: true});
		await writeFile(path, '');
		await truncate(path, size);
	}
	const uploads = createMoveUploads(deps.dataDir);
	return {
		...world,
		media,
		metadataUrl: tmdb.url,
		/** What a move writes, the plan left out. */
		async snapshot() {
			const movieIds = (await deps.movies.onDisk({after: '', limit: 1000})).map(({id}) => id);
			const entries = (await deps.history.page({page: 1, limit: 1000})).entries;
			return {
				movies: await deps.movies.getMany(movieIds),
				libraries: await deps.libraries.list(),
				rootFolders: await deps.rootFolders.list(),
				profiles: await deps.qualityProfiles.list(),
				languageProfiles: await deps.languageProfiles.list(),
				tags: await deps.tags.list(),
				formats: await deps.customFormats.list(),
				definitions: await deps.qualityDefinitions.list(),
				clients: await deps.downloadClients.list(),
				pathMappings: await deps.remotePathMappings.list(),
				indexers: await deps.indexers.list(),
				notifications: await deps.notifications.list(),
				lists: await deps.importLists.list(),
				words: await deps.releaseProfiles.list(),
				delays: await deps.delayProfiles.list(),
				settings: await deps.settingStore.all(),
				pauses: await deps.pauses.active(deps.now()),
				blocked: (await deps.blocklist.page({page: 1, limit: 1000})).entries,
				history: entries.filter(({event}) => event !== 'titleAdded' && event !== 'titleRemoved'),
			};
		},
		async plan(databases: readonly Buffer[], mappings: PathMapping[] = []) {
			const sources = [];
			for (const bytes of databases) {
				const {id} = await uploads.begin({name: 'some.db', size: bytes.length});
				await uploads.append(id, 0, Readable.from([bytes]));
				sources.push({uploads: [id], program: null, url: null, readAt: null, schemaVersion: null, counts: [], warnings: []});
			}
			return planned({sources, access: [], mappings, requestedBy: null});
		},
		/** Plans from the addresses of programs. */
		async planFrom(given: readonly ({program: MoveProgram; url: string} & SourceAccess)[], mappings: PathMapping[] = []) {
			const unread = {uploads: [], readAt: null, schemaVersion: null, counts: [], warnings: []};
			const sources = given.map(({program, url}) => ({program, url, ...unread}));
			const access = given.map(({apiKey, username, password}) => ({apiKey, username, password}));
			return planned({sources, access, mappings, requestedBy: null});
		},
	};

	async function planned(wanted: NewMove) {
		const {moves, now} = deps;
		const {id} = await moves.add(wanted, now(), async () => {});
		await handlePlanMove({moveId: id}, deps, world.run());
		const rows = await Array.fromAsync(moves.rows.all(id));
		const notes = rows.flatMap(row => row.notes.map(({code}) => `${row.kind} ${row.sourceId} ${code}`));
		return {move: await moves.get(id), rows, notes, totals: await moves.rows.totals(id)};
	}
}
