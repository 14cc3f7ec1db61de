import type {SubtitleProviderKind, SubtitleProviderSettings} from '../subtitles/provider-record.ts';
import type {FoundRecord, MoveNote} from './move.ts';
import type {FoundSetting} from './source-settings.ts';
import {subtitleKindOf} from './source-subtitles.ts';
import {type SourceRow, textOf, wholeOf} from './source-titles.ts';

/** The values of Bazarr's configuration by section and name, such as `general.minimum_score`. Lists have several. */
export type BazarrConfig = ReadonlyMap<string, readonly string[]>;

const kinds: Readonly<Record<string, SubtitleProviderKind>> = {opensubtitlescom: 'opensubtitles', subdl: 'subdl'};

/** Its name of a provider of ours; null for others. */
export const subtitleKindOfProvider = (name: string | null): SubtitleProviderKind | null => kinds[name ?? ''] ?? null;

/** The providers that Bazarr asks. `delivered` has how many subtitles each of them has brought. */
export function readSubtitleProviders(
	config: BazarrConfig,
	delivered: ReadonlyMap<string, number>,
): FoundRecord<{settings: Partial<SubtitleProviderSettings>}>[] {
	const one = (name: string) => config.get(name)?.[0] ?? '';
	return [...new Set(config.get('general.enabled_providers') ?? [])].map(name => {
		const found = {sourceId: name, title: name};
		const kind = subtitleKindOfProvider(name);
		const count = delivered.get(name) ?? 0;
		const brought = count > 0 ? `It has brought ${count.toLocaleString('en')} ${count === 1 ? 'subtitle' : 'subtitles'}.` : '';
		if (name === 'embeddedsubtitles') {
			return {
				...found,
				wanted: null,
				notes: [{code: 'noted' as const, detail: 'Subtitles within videos are read without a provider here.'}],
			};
		}
		if (kind === null) {
			const detail = `There is no provider of the kind ${name} here. ${brought}`.trim();
			return {...found, wanted: null, notes: [{code: 'kind_unsupported' as const, detail}]};
		}
		const notes: MoveNote[] = [
			{code: 'switched_off', detail: 'It comes switched off, so that no file is written twice, until you take over.'},
		];
		const apiKey = one(`${name}.api_key`);
		if (apiKey === '') {
			const why = kind === 'opensubtitles' ? 'Bazarr uses a key of its own' : 'Its key is not told';
			notes.push({
				code: 'secret_masked',
				detail: `${why}: enter your API key here, or later under “Subtitle providers”.`,
				names: ['api_key'],
			});
		}
		const login = kind === 'opensubtitles' ? {username: one(`${name}.username`), password: one(`${name}.password`)} : {};
		return {
			...found,
			wanted: {settings: {name: kind === 'subdl' ? 'SubDL' : 'OpenSubtitles', kind, apiKey, ...login, enabled: false}},
			notes,
		};
	});
}

/** What its configuration has for our settings. */
export function subtitleSettings(config: BazarrConfig): FoundSetting[] {
	const flag = (name: string) => {
		const value = config.get(name)?.[0]?.toLowerCase();
		return value === 'true' || value === 'false' ? value === 'true' : null;
	};
	const days = Number(config.get('general.days_to_upgrade_subs')?.[0] ?? Number.NaN);
	const upgrades = flag('general.upgrade_subs');
	const [embedded, ignored] = [flag('general.use_embedded_subs'), flag('general.ignore_pgs_subs')];
	return [
		...(embedded === null ? [] : [{key: 'subtitles.useEmbedded', value: embedded}]),
		...(ignored === null ? [] : [{key: 'subtitles.useImageTracks', value: !ignored}]),
		...(upgrades === false ? [{key: 'subtitles.upgradeWithinDays', value: 0}] : []),
		...(upgrades === true && Number.isInteger(days) ? [{key: 'subtitles.upgradeWithinDays', value: days}] : []),
		...(flag('subsync.use_subsync') === true ? [{key: 'subtitles.synchronise', value: 'ffsubsync'}] : []),
	];
}

export const blockedSubtitleColumns = [
	...(['id', 'language', 'provider', 'subs_id', 'timestamp', 'radarr_id', 'sonarr_series_id', 'sonarr_episode_id'] as const),
];

export interface BlockedSubtitle {
	kind: SubtitleProviderKind;
	/** The provider's id of the subtitle. */
	subtitleId: string;
	language: string;
	/** Numbers of its titles there. */
	radarrId: number | null;
	seriesId: number | null;
	episodeId: number | null;
}

/** Null for one of a provider that is not here. */
export function readBlockedSubtitle(row: SourceRow): BlockedSubtitle | null {
	const kind = subtitleKindOfProvider(textOf(row['provider']));
	const subtitleId = textOf(row['subs_id']) ?? (wholeOf(row['subs_id']) === null ? null : String(row['subs_id']));
	const language = subtitleKindOf(row['language'])?.code ?? null;
	if (kind === null || subtitleId === null || language === null) {
		return null;
	}
	const [radarrId, seriesId, episodeId] = [wholeOf(row['radarr_id']), wholeOf(row['sonarr_series_id']), wholeOf(row['sonarr_episode_id'])];
	return {kind, subtitleId: subtitleId.slice(0, 200), language, radarrId, seriesId, episodeId};
}
