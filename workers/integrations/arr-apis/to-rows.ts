import type {Program} from '#shared/domain/quality/exported-codes.ts';
import {maskedSecret} from '#shared/secrets.ts';
import type {DatabaseRow} from '../arr-databases/programs.ts';
import {asRecord, asRecords, type JsonRecord} from '../http/read-body.ts';

// The API calls fields as the database calls its columns, with a small letter in front. What differs is here: words for
// numbers, records for bare ids, and lists of fields for settings.

const numbered = (...words: readonly string[]) => new Map(words.map((word, index) => [word.toLowerCase(), index]));

const protocols = numbered('unknown', 'usenet', 'torrent');
const events: Readonly<Record<Program, ReadonlyMap<string, number>>> = {
	radarr: numbered(
		...['unknown', 'grabbed', '', 'downloadFolderImported', 'downloadFailed', '', 'movieFileDeleted', 'movieFolderImported'],
		...['movieFileRenamed', 'downloadIgnored'],
	),
	sonarr: numbered(
		...['unknown', 'grabbed', 'seriesFolderImported', 'downloadFolderImported', 'downloadFailed', 'episodeFileDeleted'],
		...['episodeFileRenamed', 'downloadIgnored'],
	),
};
/** Words by column; a number stays as it is. */
const words: Readonly<Record<string, ReadonlyMap<string, number>>> = {
	Protocol: protocols,
	PreferredProtocol: protocols,
	MinimumAvailability: numbered('tba', 'announced', 'inCinemas', 'released', 'preDB'),
	SeriesType: numbered('standard', 'daily', 'anime'),
	MonitorNewItems: numbered('all', 'none'),
	ReleaseType: numbered('unknown', 'singleEpisode', 'multiEpisode', 'seasonPack'),
	ColonReplacementFormat: numbered('delete', 'dash', 'spaceDash', 'spaceDashSpace', 'smart', 'custom'),
	MultiEpisodeStyle: numbered('extend', 'duplicate', 'repeat', 'scene', 'range', 'prefixedRange'),
	Monitor: numbered('movieOnly', 'movieAndCollection', 'none'),
	ShouldMonitor: numbered('unknown', 'all', 'future', 'missing', 'existing', 'firstSeason', 'lastSeason'),
	AirDateRestriction: numbered('none'),
};
const deleted = -1;

const idOf = (value: unknown): unknown => asRecord(value)?.['id'] ?? value;
const idsOf = (value: unknown): unknown => (Array.isArray(value) ? value.map(idOf) : value);

/** Quality of a file or a release, which the database names by a bare number. */
function qualityOf(value: unknown): unknown {
	const read = asRecord(value);
	return read && 'quality' in read ? {quality: idOf(read['quality']), revision: read['revision']} : idOf(value);
}

function itemOf(item: JsonRecord): object {
	const items = asRecords(item['items']);
	return items.length > 0
		? {id: item['id'], name: item['name'], items: items.map(itemOf), allowed: item['allowed']}
		: {quality: idOf(item['quality']), items: [], allowed: item['allowed']};
}

/** The settings of a provider. Secrets are stars, which are left out and named in `maskedFields`. */
function settingsOf(fields: unknown): object {
	const settings: Record<string, unknown> = {};
	const maskedFields: string[] = [];
	for (const {name, value} of asRecords(fields)) {
		if (typeof name !== 'string' || /^__proto__|\.__proto__/.test(name)) {
			continue;
		}
		if (value === maskedSecret) {
			maskedFields.push(name);
			continue;
		}
		const [outer = name, inner] = name.split('.', 2);
		if (inner === undefined) {
			settings[name] = value;
		} else {
			settings[outer] = {...asRecord(settings[outer]), [inner]: value};
		}
	}
	return maskedFields.length > 0 ? {...settings, maskedFields} : settings;
}

/** Conditions of a format, or of a rule for tags. */
const specificationOf = ({name, implementation, negate, required, fields}: JsonRecord) => ({
	type: implementation,
	body: {...settingsOf(fields), name, negate, required},
});

/** A row with these columns of what the API says. */
export function toRow(record: JsonRecord, columns: readonly string[], program: Program | 'prowlarr'): DatabaseRow {
	return Object.fromEntries(columns.map(column => [column, cellOf(record, column, program)]));
}

function cellOf(record: JsonRecord, column: string, program: Program | 'prowlarr'): unknown {
	const value = record[`${column.charAt(0).toLowerCase()}${column.slice(1)}`];
	switch (column) {
		case 'Settings':
			return settingsOf(record['fields']);
		case 'Quality':
			return qualityOf(value);
		case 'Languages':
			return idsOf(value);
		case 'Language':
			return idOf(value);
		case 'Items':
			return asRecords(value).map(itemOf);
		case 'FormatItems':
			return asRecords(value).map(({format, score}) => ({format, score}));
		case 'Specifications':
			return asRecords(value).map(specificationOf);
		case 'EventType':
			return program === 'prowlarr' ? null : numberOf(value, events[program]);
		case 'Status':
			return value === 'deleted' ? deleted : 0;
		case 'Seasons':
			return asRecords(value).map(({seasonNumber, monitored}) => ({seasonNumber, monitored}));
		default:
			return Object.hasOwn(words, column) ? numberOf(value, words[column] ?? new Map()) : value;
	}
}

const numberOf = (value: unknown, among: ReadonlyMap<string, number>): unknown =>
	typeof value === 'string' ? (among.get(value.toLowerCase()) ?? null) : value;

/** Settings of a page as rows of the table of settings, in which keys are in small letters and values are texts. */
export const configRows = (settings: JsonRecord, only: RegExp | null = null): DatabaseRow[] =>
	Object.entries(settings).flatMap(([key, value]) => {
		const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
		return key === 'id' || (only && !only.test(key)) ? [] : [{Key: key.toLowerCase(), Value: text}];
	});
