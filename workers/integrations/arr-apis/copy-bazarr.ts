import {createHash} from 'node:crypto';
import {stringify} from 'yaml';
import {languageColumns, subtitleHistoryColumns} from '#shared/domain/moves/source-subtitles.ts';
import {asRecord, asRecords, type JsonRecord, readNumber, readText} from '../http/read-body.ts';
import type {Copying} from './copy-titles.ts';

/** The revision of the tables that are filled here. */
const revision = '0124f9e278fb';
const seriesTogether = 50;
const blockedColumns = ['id', 'language', 'provider', 'subs_id', 'timestamp'];

/** Everything of Bazarr that is read. Returns its settings as a configuration. */
export async function copyBazarr({api, copy}: Copying): Promise<string> {
	copy.table('alembic_version', ['version_num']);
	copy.add('alembic_version', [{version_num: revision}]);
	const profiles = await listOf(api, 'system/languages/profiles');
	copy.table('table_languages_profiles', ['id', ...languageColumns]);
	copy.add(
		'table_languages_profiles',
		profiles.map(each => ({...each, id: each['profileId']})),
	);
	copy.table('table_movies', ['id', 'radarrId', 'tmdbId', 'imdbId', 'profileId', 'title', 'path']);
	for await (const movies of api.data('movies')) {
		copy.add(
			'table_movies',
			movies.map(each => ({...each, id: each['radarrId'], tmdbId: each['tmdbId'] ?? null})),
		);
	}
	const series: number[] = [];
	copy.table('table_shows', ['id', 'sonarrSeriesId', 'tvdbId', 'profileId', 'title', 'path']);
	for await (const shows of api.data('series')) {
		copy.add(
			'table_shows',
			shows.map(each => ({...each, id: each['sonarrSeriesId']})),
		);
		series.push(...shows.flatMap(each => readNumber(each, 'sonarrSeriesId') ?? []));
	}
	copy.table('table_episodes', ['id', 'sonarrEpisodeId', 'sonarrSeriesId', 'season', 'episode', 'path']);
	for (let at = 0; at < series.length; at += seriesTogether) {
		const wanted = series.slice(at, at + seriesTogether).map(id => `seriesid[]=${id}`);
		const episodes = await listOf(api, `episodes?${wanted.join('&')}`);
		copy.add(
			'table_episodes',
			episodes.map(each => ({...each, id: each['sonarrEpisodeId']})),
		);
	}
	copy.index('table_episodes', 'sonarrSeriesId');
	await copyEvents({api, copy});
	return configOf(asRecord(await api.get('system/settings')) ?? {});
}

async function listOf(api: Copying['api'], path: string): Promise<JsonRecord[]> {
	const reply = await api.get(path);
	return asRecords(Array.isArray(reply) ? reply : asRecord(reply)?.['data']);
}

async function copyEvents({api, copy}: Copying): Promise<void> {
	for (const [path, table] of [
		['movies/history', 'table_history_movie'],
		['episodes/history', 'table_history'],
	] as const) {
		copy.table(table, subtitleHistoryColumns);
		for await (const events of api.data(path)) {
			copy.add(table, events.map(toEvent));
		}
	}
	for (const [path, table, columns] of [
		['movies/blacklist', 'table_blacklist_movie', ['radarr_id']],
		['episodes/blacklist', 'table_blacklist', ['sonarr_series_id', 'sonarr_episode_id']],
	] as const) {
		copy.table(table, [...blockedColumns, ...columns]);
		for await (const rows of api.data(path)) {
			copy.add(
				table,
				rows.map(row => ({
					...toEvent(row),
					radarr_id: row['radarrId'],
					sonarr_series_id: row['sonarrSeriesId'],
					sonarr_episode_id: row['sonarrEpisodeId'],
				})),
			);
		}
	}
}

/** It tells no ids of events, so they follow from what they say: a second copy has the same. */
function toEvent(event: JsonRecord) {
	const timestamp = momentOf(readText(event, 'parsed_timestamp'));
	const {language, score, ...rest} = event;
	const of = [timestamp, rest['subs_id'], rest['subtitles_path'], rest['radarrId'], rest['sonarrEpisodeId'], rest['action']];
	return {
		...rest,
		id: createHash('sha256').update(JSON.stringify(of)).digest().readUIntBE(0, 6),
		language: languageOf(language),
		score: percentOf(score),
		score_out_of: 100,
		timestamp,
	};
}

/** `93.33%` as a whole number. */
const percentOf = (value: unknown): number | null => {
	const percent = typeof value === 'string' ? Number.parseFloat(value) : Number.NaN;
	return Number.isFinite(percent) ? Math.round(percent) : null;
};

function languageOf(value: unknown): string | null {
	const language = asRecord(value);
	const code = language && readText(language, 'code2');
	return code && `${code}${language['forced'] === true ? ':forced' : language['hi'] === true ? ':hi' : ''}`;
}

/** Its machine writes a moment as is usual there; without a year in four digits, that is `month/day/year`. */
function momentOf(text: string | null): string | null {
	const [, month, day, year, time] = /^(\d\d)\/(\d\d)\/(\d\d|\d{4}) (\d\d:\d\d:\d\d)/.exec(text ?? '') ?? [];
	if (time !== undefined) {
		return `${year?.length === 2 ? `20${year}` : year}-${month}-${day} ${time}`;
	}
	return /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/.test(text ?? '') ? text : null;
}

const secret = /password|secret|key|token|cookie|hash|username|user$|email/i;

/** Whose keys and logins are read, because they come. */
const wanted = new Set(['opensubtitlescom', 'subdl']);

/** The same as in its configuration. */
function configOf(settings: JsonRecord): string {
	const isKnown = (section: string, name: string, value: unknown) =>
		(wanted.has(section) || !secret.test(name)) && (typeof value !== 'object' || Array.isArray(value));
	const sections = Object.entries(settings).map(([section, values]) => {
		const known = Object.entries(asRecord(values) ?? {}).filter(([name, value]) => isKnown(section, name, value));
		return [section, Object.fromEntries(known)];
	});
	return stringify(Object.fromEntries(sections));
}
