import type {FoundRecord, Move, MoveNote} from '#shared/domain/moves/move.ts';
import {
	blockedSubtitleColumns,
	readBlockedSubtitle,
	readSubtitleProviders,
	subtitleKindOfProvider,
} from '#shared/domain/moves/source-subtitle-providers.ts';
import {textOf} from '#shared/domain/moves/source-titles.ts';
import type {SubtitleProvider, SubtitleProviderSettings} from '#shared/domain/subtitles/provider-record.ts';
import {subtitleProviderFamily} from '#shared/providers/subtitle-providers.ts';
import type {SubtitleBlocklistEntry} from '#shared/store/blocklists.ts';
import type {ArrDatabase} from '../../integrations/arr-databases/read-database.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {createKeeper} from './keep-records.ts';
import {inBatches, type PlannedRow} from './plan-titles.ts';
import {settingsFor} from './read-carried.ts';
import {idsIn, together, uuidOf} from './write-activity.ts';
import {freeName, lowerNames} from './write-records.ts';

export interface SubtitleContext {
	move: Move;
	source: number;
	database: ArrDatabase;
	check(): Promise<void>;
}

export interface FoundTitle {
	id: string;
	title: string;
	kind: 'movie' | 'series';
	libraryId: string | null;
	/** Its number of the language profile. */
	profileId: number | null;
}

export interface Titles {
	movies: ReadonlyMap<number, FoundTitle>;
	series: ReadonlyMap<number, FoundTitle>;
}

export type SubtitleProviderDeps = Pick<WorkerDeps, 'moves' | 'now' | 'subtitleBlocklist' | 'subtitleProviders'>;

export const blockedTables = ['table_blacklist_movie', 'table_blacklist'] as const;

async function readProviders(source: ArrDatabase): Promise<FoundRecord<{settings: Partial<SubtitleProviderSettings>}>[]> {
	const delivered = new Map<string, number>();
	for (const table of ['table_history_movie', 'table_history'].filter(each => (source.tables[each] ?? 0) > 0)) {
		for await (const {provider} of source.rows(table, ['id', 'provider'])) {
			const name = textOf(provider)?.slice(0, 100);
			name && delivered.size < together && delivered.set(name, (delivered.get(name) ?? 0) + 1);
		}
	}
	return readSubtitleProviders(source.bazarrConfig, delivered);
}

/** The rows about its providers, and about the subtitles that it does not fetch again. */
export async function planSubtitleProviders(source: ArrDatabase) {
	const blocked: PlannedRow[] = [];
	for (const table of blockedTables.filter(each => (source.tables[each] ?? 0) > 0)) {
		const [all, of] = [source.tables[table] ?? 0, table === 'table_blacklist' ? 'episodes' : 'movies'];
		let lost = 0;
		for await (const row of source.rows(table, blockedSubtitleColumns)) {
			lost += Number(readBlockedSubtitle(row) === null);
		}
		const detail = `${lost.toLocaleString('en')} of them are of providers that are not here.`;
		const notes: MoveNote[] = lost > 0 ? [{code: 'field_unsupported', detail}] : [];
		blocked.push({sourceId: table, title: `${all.toLocaleString('en')} blocked subtitles of ${of}`, notes});
	}
	return {providers: await readProviders(source), blocked};
}

/** Our providers by their kinds. One that is here already stays as it is. */
export async function writeSubtitleProviders({move, source, database}: SubtitleContext, deps: SubtitleProviderDeps) {
	const {moves, now, subtitleProviders} = deps;
	const keeper = await createKeeper({moveId: move.id, source, kind: 'subtitleProvider'}, moves);
	const providers = new Map<string, SubtitleProvider>();
	for (const {sourceId, wanted} of await readProviders(database)) {
		if (wanted === null) {
			continue;
		}
		const all = await subtitleProviders.list();
		const settings = settingsFor(wanted.settings, subtitleProviderFamily);
		const {id} = await keeper.keep(sourceId, {
			find: () => all.find(({kind}) => kind === settings.kind)?.id ?? null,
			add: async () => (await subtitleProviders.add({...settings, name: freeName(settings.name, 'radarr', lowerNames(all))}, now())).id,
		});
		providers.set(settings.kind, await subtitleProviders.get(id));
	}
	return providers;
}

interface OurTitles {
	titles: Titles;
	episodes: ReadonlyMap<number, string>;
	providers: ReadonlyMap<string, SubtitleProvider>;
}

export async function writeBlockedSubtitles(
	table: (typeof blockedTables)[number],
	{titles, episodes, providers}: OurTitles,
	{move, source, database, check}: SubtitleContext,
	{moves, now, subtitleBlocklist}: SubtitleProviderDeps,
): Promise<void> {
	const about = {moveId: move.id, source, kind: 'blocklist' as const};
	const trace = (await moves.rows.traces(about)).get(table);
	if ((database.tables[table] ?? 0) === 0 || trace?.ourId) {
		return;
	}
	const added = new Set(idsIn(trace?.wrote));
	for await (const rows of inBatches(database.rows(table, blockedSubtitleColumns), together)) {
		await check();
		const entries = rows.flatMap((row): SubtitleBlocklistEntry[] => {
			const found = readBlockedSubtitle(row);
			const title = found && (found.radarrId === null ? titles.series.get(found.seriesId ?? 0) : titles.movies.get(found.radarrId));
			const provider = providers.get(subtitleKindOfProvider(textOf(row['provider'])) ?? '');
			const episode = found?.radarrId === null ? episodes.get(found.episodeId ?? 0) : undefined;
			if (!found || !title || !provider || (title.kind === 'series' && episode === undefined)) {
				return [];
			}
			return [
				{
					id: uuidOf('subtitleBlocklist', provider.id, found.subtitleId, title.id, episode ?? ''),
					title: title.title,
					reason: 'Blocked in Bazarr',
					movieId: title.kind === 'movie' ? title.id : null,
					seriesId: title.kind === 'series' ? title.id : null,
					episodeIds: episode === undefined ? [] : [episode],
					addedAt: now(),
					...{providerId: provider.id, provider: provider.name, subtitleId: found.subtitleId, release: null, language: found.language},
				},
			];
		});
		const fresh = await subtitleBlocklist.missing(entries.map(({id}) => id));
		fresh.forEach(id => void added.add(id));
		await moves.rows.begin({...about, sourceId: table}, {made: true, wrote: {ids: [...added]}});
		await subtitleBlocklist.addMany(entries);
	}
	await moves.rows.note(about, new Map([[table, 'subtitleBlocklist']]));
}
