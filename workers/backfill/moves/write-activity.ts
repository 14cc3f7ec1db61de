import {createHash} from 'node:crypto';
import type {MoveKind, MoveNote} from '#shared/domain/moves/move.ts';
import {
	blocklistColumns,
	historyColumns,
	isRecognisable,
	readBlocked,
	readEvent,
	type SourceBlocked,
	type SourceEvent,
} from '#shared/domain/moves/source-activity.ts';
import {type SourceRow, textOf, wholeOf} from '#shared/domain/moves/source-titles.ts';
import type {Program} from '#shared/domain/quality/exported-codes.ts';
import {getQuality} from '#shared/domain/quality/qualities.ts';
import type {BlocklistEntry} from '#shared/store/blocklists.ts';
import type {ArrDatabase} from '../../integrations/arr-databases/read-database.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {createKeeper} from './keep-records.ts';
import {inBatches, type PlannedRow} from './plan-titles.ts';

export type ActivityDeps = Pick<
	WorkerDeps,
	'blocklist' | 'episodes' | 'history' | 'importExclusions' | 'indexers' | 'metadata' | 'moves' | 'now' | 'releaseGuids'
>;

export interface ActivityContext {
	moveId: string;
	source: number;
	program: Program;
	database: ArrDatabase;
	signal: AbortSignal;
	/** What has been written before is read again, for what was added since. */
	again: boolean;
	/** Throws Cancelled once a person has cancelled the move. */
	check(): Promise<void>;
}

/** Rows that are read and written together. */
export const together = 1000;
const mostExclusions = 50_000;
/** The blocklist holds no more. */
const mostBlocked = 100_000;
const exclusionColumns = ['Id', 'TmdbId', 'MovieTitle', 'MovieYear', 'TvdbId', 'Title'] as const;

const firstOf = ({tables}: ArrDatabase, ...names: string[]) => names.find(name => (tables[name] ?? 0) > 0) ?? null;
const exclusionTable = (source: ArrDatabase) => firstOf(source, 'ImportExclusions', 'ImportListExclusions');
const blocklistTable = (source: ArrDatabase) => firstOf(source, 'Blocklist', 'Blacklist');

/** The rows about what has happened in the other program. Thousands of entries have one row together. */
export async function planActivity(program: Program, source: ArrDatabase): Promise<[MoveKind, PlannedRow[]][]> {
	const counted = (table: string | null, sourceId: string): PlannedRow[] => {
		const count = (table && source.tables[table]) || 0;
		return count > 0 ? [{sourceId, title: `${count.toLocaleString('en')} ${count === 1 ? 'entry' : 'entries'}`, notes: []}] : [];
	};
	const blocklist = counted(blocklistTable(source), 'Blocklist');
	const weak = await countWeak(program, source);
	for (const {notes} of weak > 0 ? blocklist : []) {
		const detail = `${weak.toLocaleString('en')} of them are known only by name, so they do not stop the same release.`;
		notes.push({code: 'weak_match', detail});
	}
	return [
		['exclusion', (await readExclusions(source)).map(({sourceId, title}) => ({sourceId, title, notes: []}))],
		['blocklist', blocklist],
		['history', counted(firstOf(source, 'History'), 'History')],
	];
}

async function countWeak(program: Program, source: ArrDatabase): Promise<number> {
	const table = blocklistTable(source);
	let weak = 0;
	for await (const row of table ? source.rows(table, blocklistColumns) : []) {
		const entry = readBlocked(row, program);
		weak += Number(entry !== null && !isRecognisable(entry, entry.indexer !== null));
	}
	return weak;
}

interface Excluded {
	sourceId: string;
	title: string;
	year: number | null;
	metaId: number | null;
	tvMetaId: number | null;
}

async function readExclusions(source: ArrDatabase): Promise<Excluded[]> {
	const table = exclusionTable(source);
	const rows = table ? await source.list(table, exclusionColumns, mostExclusions) : [];
	const positive = (value: unknown) => {
		const number = wholeOf(value);
		return number !== null && number > 0 ? number : null;
	};
	return rows.map((row: SourceRow) => ({
		sourceId: String(row['Id']),
		title: textOf(row['MovieTitle'] ?? row['Title']) ?? `#${row['TmdbId'] ?? row['TvdbId']}`,
		year: positive(row['MovieYear']),
		metaId: positive(row['TmdbId']),
		tvMetaId: positive(row['TvdbId']),
	}));
}

const unknownTitle: MoveNote = {code: 'title_unknown', detail: 'The metadata provider does not have it, so no list can add it either.'};

/** Titles that lists never add again, here for all libraries. */
export async function writeExclusions(
	{moveId, source, program, database, signal, check}: ActivityContext,
	deps: ActivityDeps,
): Promise<void> {
	const {importExclusions, metadata, moves, now} = deps;
	const keeper = await createKeeper({moveId, source, kind: 'exclusion'}, moves);
	const type = program === 'radarr' ? ('movie' as const) : ('series' as const);
	const known = new Map((await importExclusions.ofType(type)).map(({metaId, id}) => [metaId, id]));
	for (const {sourceId, title, year, ...ids} of await readExclusions(database)) {
		if (keeper.trace(sourceId)?.ourId) {
			continue;
		}
		await check();
		const metaId = ids.metaId ?? (ids.tvMetaId === null ? null : await metadata.findByTvMetaId(ids.tvMetaId, signal));
		if (metaId !== null) {
			const {id} = await keeper.keep(sourceId, {
				find: () => known.get(metaId) ?? null,
				add: async () => (await importExclusions.add({type, metaId, tvMetaId: ids.tvMetaId, title, year, libraryId: null}, now())).id,
			});
			known.set(metaId, id);
		} else {
			await moves.rows.say({moveId, source, kind: 'exclusion', sourceId}, unknownTitle);
		}
	}
}

/** Our ids of their titles and episodes. */
export interface OurIds {
	titles: ReadonlyMap<string, string>;
	episodes: ReadonlyMap<number, string>;
}

export async function findOurIds({moveId, source, program, database}: ActivityContext, deps: ActivityDeps): Promise<OurIds> {
	const kind = program === 'radarr' ? ('movie' as const) : ('series' as const);
	const titles = await deps.moves.rows.moved({moveId, source, kind});
	const episodes = new Map<number, string>();
	for (const [seriesId, ourId] of kind === 'series' ? titles : []) {
		const among = {column: 'SeriesId', values: [Number(seriesId)]};
		const theirs = await database.list('Episodes', ['Id', 'SeasonNumber', 'EpisodeNumber'], 20_000, among);
		const ours = new Map(
			(await deps.episodes.ofSeries(ourId)).map(({id, seasonNumber, episodeNumber, numbers}) => {
				const {season, episode} = numbers?.tvdb ?? {season: seasonNumber, episode: episodeNumber};
				return [`${season}x${episode}` as string, id] as const;
			}),
		);
		for (const {Id, SeasonNumber, EpisodeNumber} of theirs) {
			const id = ours.get(`${SeasonNumber}x${EpisodeNumber}`);
			id && episodes.set(Number(Id), id);
		}
	}
	return {titles, episodes};
}

/** The same entry of the same program has the same name in every move, so that a second one adds nothing. */
export const nameOf = (...parts: readonly (string | number)[]) =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
export const uuidOf = (...parts: readonly (string | number)[]) =>
	nameOf(...parts).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');

/** The API of a program tells no fractions of seconds. */
const secondsOf = (at: Date) => Math.floor(Number(at) / 1000);

export async function writeBlocklist(context: ActivityContext, ours: OurIds, deps: ActivityDeps): Promise<void> {
	const {moveId, source, program, database, again, check} = context;
	const {blocklist, indexers, moves} = deps;
	const table = blocklistTable(database);
	const about = {moveId, source, kind: 'blocklist' as const};
	const trace = (await moves.rows.traces(about)).get('Blocklist');
	if (!table || (trace?.ourId && !again)) {
		return;
	}
	const indexerIds = new Map((await indexers.list()).map(({name, id}) => [name.toLowerCase(), id]));
	const added = new Set(idsIn(trace?.wrote));
	let read = 0;
	for await (const rows of inBatches(database.rows(table, blocklistColumns), together)) {
		await check();
		const entries = rows
			.flatMap(row => readBlocked(row, program) ?? [])
			.map(entry => toBlocked(entry, {program, ours, indexerId: indexerIds.get(entry.indexer?.toLowerCase() ?? '') ?? null}));
		// Noted before they are added: those that are there already belong to somebody else.
		const fresh = await blocklist.missing(entries.map(({id}) => id));
		fresh.forEach(id => void added.add(id));
		await moves.rows.begin({...about, sourceId: 'Blocklist'}, {made: true, wrote: {ids: [...added]}});
		await blocklist.addMany(entries);
		read += rows.length;
		if (read >= mostBlocked) {
			break;
		}
	}
	await moves.rows.note(about, new Map([['Blocklist', 'blocklist']]));
}

export function idsIn(wrote: unknown): string[] {
	const {ids = []} = (wrote ?? {}) as {ids?: string[]}; // as `writeBlocklist` notes it
	return ids;
}

function toBlocked(
	{id, title, at, size, protocol, indexer, reason, infoHash, titleId, episodeIds}: SourceBlocked,
	{program, ours, indexerId}: {program: Program; ours: OurIds; indexerId: string | null},
): BlocklistEntry {
	const ourId = ours.titles.get(String(titleId)) ?? null;
	return {
		id: uuidOf('blocklist', program, id, title, secondsOf(at)),
		title,
		reason,
		movieId: program === 'radarr' ? ourId : null,
		seriesId: program === 'sonarr' ? ourId : null,
		episodeIds: episodeIds.flatMap(each => ours.episodes.get(each) ?? []),
		addedAt: at,
		guid: null,
		infoHash,
		indexer,
		indexerId,
		protocol,
		size,
	};
}

/** The history of titles that are here. Nobody is notified of it. */
export async function writeHistory(context: ActivityContext, ours: OurIds, deps: ActivityDeps): Promise<void> {
	const {moveId, source, program, database, again, check} = context;
	const {history, moves, releaseGuids} = deps;
	const about = {moveId, source, kind: 'history' as const};
	const trace = (await moves.rows.traces(about)).get('History');
	if ((trace?.ourId && !again) || firstOf(database, 'History') === null) {
		return;
	}
	await moves.rows.begin({...about, sourceId: 'History'}, {made: true});
	const hide = await releaseGuids.load();
	for await (const rows of inBatches(database.rows('History', historyColumns), together)) {
		await check();
		const events = rows.flatMap(row => readEvent(row, program) ?? []).filter(({titleId}) => ours.titles.has(String(titleId)));
		const keyed = events.map(event => ({event, onceKey: `move:${nameOf(program, event.id, secondsOf(event.at), event.title)}`}));
		const known = await history.keysAmong(keyed.map(({onceKey}) => onceKey));
		const fresh = keyed.filter(({onceKey}) => !known.has(onceKey));
		await history.addPast(fresh.map(({event, onceKey}) => ({entry: toEntry(event, {moveId, program, ours, hide}), onceKey})));
	}
	await moves.rows.note(about, new Map([['History', 'history']]));
}

function toEntry(
	{event, title, at, quality, downloadId, titleId, episodeId, indexer, downloadClient, guid, data}: SourceEvent,
	{moveId, program, ours, hide}: {moveId: string; program: Program; ours: OurIds; hide(guid: string): string},
) {
	const ourId = ours.titles.get(String(titleId)) ?? null;
	const ourEpisode = episodeId === null ? undefined : ours.episodes.get(episodeId);
	return {
		event,
		title,
		movieId: program === 'radarr' ? ourId : null,
		seriesId: program === 'sonarr' ? ourId : null,
		episodeIds: ourEpisode ? [ourEpisode] : [],
		quality,
		qualityScore: quality === null ? null : getQuality(quality).score,
		indexer,
		downloadClient,
		downloadId,
		data: {...data, ...(guid !== null && {guid: hide(guid)}), moveId},
		timestamp: at,
	};
}
