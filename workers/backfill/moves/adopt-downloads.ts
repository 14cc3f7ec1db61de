import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {type FrozenJudgement, newSending, newTransfer, type QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {historyColumns, readEvent, type SourceEvent} from '#shared/domain/moves/source-activity.ts';
import {type OpenDownload, openDownloads} from '#shared/domain/moves/source-downloads.ts';
import {matchFormats, noHits, patternTexts, scoreFormats} from '#shared/domain/quality/custom-formats.ts';
import type {Program} from '#shared/domain/quality/exported-codes.ts';
import {getQuality, qualityOf} from '#shared/domain/quality/qualities.ts';
import {parseTitle, parseUnknown} from '#shared/domain/release/parse-title.ts';
import {languagesOfRelease} from '#shared/domain/release/spoken-languages.ts';
import {Conflict} from '#shared/errors.ts';
import type {ArrDatabase} from '../../integrations/arr-databases/read-database.ts';
import {type FormatDeps, runFormats} from '../../library/run-formats.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {ActivityContext, OurIds} from './write-activity.ts';

export type AdoptDeps = FormatDeps &
	Pick<
		WorkerDeps,
		'downloadClients' | 'downloads' | 'indexers' | 'moves' | 'movies' | 'now' | 'openDownloadClient' | 'qualityProfiles' | 'series'
	>;

/** Milliseconds that a client has for its list. */
const listMs = 20_000;

/**
 * Downloads that the other program has grabbed and not imported become items of our queue, if their client lists them.
 * The usual poll then follows them, so each is imported once, by us. Others stay foreign.
 */
export async function adoptDownloads(context: ActivityContext, ours: OurIds, deps: AdoptDeps): Promise<void> {
	const {moveId, source, program, database, signal} = context;
	const open = await openDownloads(program, database.rows('DownloadHistory', downloadColumns));
	if (open.size === 0) {
		return;
	}
	const clientIds = await deps.moves.rows.moved({moveId, source, kind: 'downloadClient'});
	const events = await grabbedEvents(program, context, open);
	for (const client of await deps.downloadClients.list()) {
		const theirs = [...open.values()].filter(({clientId}) => clientId === null || clientIds.get(String(clientId)) === client.id);
		if (theirs.length === 0 || !client.enabled) {
			continue;
		}
		const listed = await deps
			.openDownloadClient(client)
			.list(AbortSignal.any([signal, AbortSignal.timeout(listMs)]), new Set(theirs.map(({downloadId}) => downloadId)));
		const rows = new Map(listed.map(row => [row.downloadId.toLowerCase(), row]));
		const known = new Set(await deps.downloads.known(listed.map(({downloadId}) => downloadId)));
		for (const each of theirs) {
			const row = rows.get(each.downloadId.toLowerCase());
			const target = row && !known.has(row.downloadId) ? targetOf(each, events.get(each.downloadId) ?? [], {program, ours}) : null;
			await (row && target ? adopt(each, {row, target, client, program, events: events.get(each.downloadId) ?? []}, deps) : null);
		}
	}
}

/** Their numbers of titles of which something is on its way. */
export async function findComing(program: Program, database: Pick<ArrDatabase, 'rows' | 'tables'>): Promise<Set<number>> {
	const has = database.tables['DownloadHistory'] !== undefined;
	const open = has ? await openDownloads(program, database.rows('DownloadHistory', downloadColumns)) : new Map<string, OpenDownload>();
	return new Set([...open.values()].map(({titleId}) => titleId));
}

/** Of the table with what happened to downloads. */
const downloadColumns = [
	'Id',
	'EventType',
	'MovieId',
	'SeriesId',
	'DownloadId',
	'SourceTitle',
	'Date',
	'Protocol',
	'DownloadClientId',
	'Release',
];

/** The grabs of open downloads, which name their episodes. */
async function grabbedEvents(program: Program, {database}: ActivityContext, open: ReadonlyMap<string, OpenDownload>) {
	const events = new Map<string, SourceEvent[]>();
	for await (const row of database.rows('History', historyColumns)) {
		const event = open.has(String(row['DownloadId'] ?? '')) ? readEvent(row, program) : null;
		if (event?.event === 'grabbed' && event.downloadId) {
			events.set(event.downloadId, [...(events.get(event.downloadId) ?? []), event]);
		}
	}
	return events;
}

function targetOf(
	{titleId}: OpenDownload,
	events: readonly SourceEvent[],
	{program, ours}: {program: Program; ours: OurIds},
): QueueItem['target'] | null {
	const id = ours.titles.get(String(titleId)) ?? null;
	if (id === null) {
		return null;
	}
	const episodeIds = [...new Set(events.flatMap(({episodeId}) => ours.episodes.get(episodeId ?? 0) ?? []))];
	return program === 'radarr' ? {movieId: id, seriesId: null, episodeIds: []} : {movieId: null, seriesId: id, episodeIds};
}

interface Adopted {
	row: ClientDownload;
	target: QueueItem['target'];
	client: {id: string; name: string};
	program: Program;
	events: readonly SourceEvent[];
}

async function adopt(open: OpenDownload, {row, target, client, program, events}: Adopted, deps: AdoptDeps): Promise<void> {
	const {downloads, indexers, now} = deps;
	const [event = null] = events;
	const name = event?.indexer ?? open.indexer ?? '';
	const indexer = (await indexers.list()).find(each => each.name.toLowerCase() === name.toLowerCase());
	const release = {
		title: open.title,
		guid: event?.guid ?? `move:${row.downloadId}`,
		indexerId: indexer?.id ?? '',
		indexer: name,
		protocol: open.protocol,
		infoHash: open.protocol === 'torrent' ? row.downloadId : null,
		size: row.size || open.size,
		seeders: row.seeders,
		leechers: row.leechers,
		filesChecked: true,
		judgement: await judgementOf(open, event, {program, target, size: row.size || open.size}, deps),
	};
	const at = now();
	const item = {
		...{state: 'downloading' as const, status: row.status, health: 'ok' as const, statusMessages: [], errorMessage: null},
		...{added: open.at ?? at, ended: null, retryAt: null, release, target, chosen: null, import: null},
		addresses: {downloadUrl: null, magnetUrl: null},
		client: {id: client.id, name: client.name},
		sending: newSending(null, ''),
		transfer: newTransfer(release, row.downloadId, open.at ?? at),
	};
	await downloads.add(item).catch(error => {
		// A killed run, or another source of the move, has adopted it already.
		if (!(error instanceof Conflict)) {
			throw error;
		}
	});
}

/** As a release with this name would be judged now, but with the quality that the other program gave it. */
async function judgementOf(
	{title}: OpenDownload,
	event: SourceEvent | null,
	{program, target, size}: {program: Program; target: QueueItem['target']; size: number},
	deps: AdoptDeps,
): Promise<FrozenJudgement> {
	const mode = program === 'radarr' ? ('movie' as const) : ('tv' as const);
	const parsed = parseTitle(title, {mode}) ?? {...parseUnknown(title, mode), year: null};
	const {formats, hits} = await runFormats([patternTexts(parsed)], deps);
	const languages = languagesOfRelease(parsed, []);
	const releaseType =
		mode === 'movie' ? ('movie' as const) : target.episodeIds.length > 1 ? ('seasonPack' as const) : ('singleEpisode' as const);
	const subject = {parsed, release: {size, flags: []}, languages, releaseType, originalLanguage: null, hits: hits[0] ?? noHits};
	const ours = target.movieId === null ? await deps.series.find(target.seriesId ?? '') : await deps.movies.find(target.movieId);
	const profile = ours && (await deps.qualityProfiles.find(ours.qualityProfileId));
	const {formatIds, score} = scoreFormats(profile ?? (await deps.qualityProfiles.getDefault()), matchFormats(formats, subject));
	const quality = event?.quality ? getQuality(event.quality) : qualityOf(parsed.quality);
	return {
		quality: quality.name,
		qualityScore: quality.score,
		formatScore: score,
		formatIds,
		parsedQuality: parsed.quality,
		releaseGroup: parsed.group,
		releaseHash: parsed.hash,
		edition: parsed.edition,
		languages,
		releaseTraits: {flags: [], releaseType, size},
		...(mode === 'tv' && {numbering: 'tvdb' as const}),
	};
}
