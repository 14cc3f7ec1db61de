import {isDeepStrictEqual} from 'node:util';
import {maskAddress} from '#api/http/secrets.ts';
import type {Indexer, IndexerSettings} from '#shared/domain/indexers/indexer-record.ts';
import type {Entered} from '#shared/providers/provider-family.ts';
import {maskedSecret} from '#shared/secrets.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {KeptValues} from '#shared/store/system/kept-values.ts';
import {flagNumbers, flagsOf} from './codes.ts';
import {type AddableKind, implementations, isAddable, rowsOf} from './indexer-fields.ts';
import {createValueReader, fieldsWith, usualValues, type Values, valuesIn} from './provider-fields.ts';
import type {RecordTags} from './tables.ts';
import {flagIn, integerIn} from './wire.ts';

export type Settings = Entered<IndexerSettings>;

export interface Shown {
	id: number;
	tags: number[];
	[name: string]: unknown;
}

interface Presenting {
	face: Face;
	kept: KeptValues;
	tags: RecordTags;
	clients: ReadonlyMap<string, number>;
}

export function present(record: Indexer, id: number, {face, kept, tags, clients}: Presenting): Shown {
	const {kind, name, enabled, rss, automatic, interactive, priority, downloadClientId} = record;
	const implementation = implementations[kind]!; // those without are not shown
	return {
		id,
		name,
		fields: isAddable(kind) ? fieldsWith(rowsOf(face, kind), valuesOf(record, face, kept)) : [],
		...implementation,
		infoLink: `https://wiki.servarr.com/${face === 'movies' ? 'radarr' : 'sonarr'}/supported#${implementation.implementation.toLowerCase()}`,
		tags: tags.numbersOf(record.tags),
		enableRss: enabled && rss,
		enableAutomaticSearch: enabled && automatic,
		enableInteractiveSearch: enabled && interactive,
		supportsRss: true,
		supportsSearch: kind !== 'rss',
		priority,
		downloadClientId: clients.get(downloadClientId ?? '') ?? 0,
		...(face === 'tv' && {seasonSearchMaximumSingleEpisodeAge: kept['seasonSearchMaximumSingleEpisodeAge'] ?? 0}),
	};
}

/** What is asked and where, with stars for secrets: those that stay as they are mean the stored ones. */
export const hidden = ({url, apiPath, apiKey, additionalParameters}: Indexer) => ({
	url,
	apiPath: maskAddress(apiPath),
	apiKey: apiKey === null ? null : maskedSecret,
	additionalParameters: additionalParameters === null ? null : maskAddress(additionalParameters),
});

/** The lists as they were sent, as long as they mean what is stored. */
function valuesOf(record: Indexer, face: Face, kept: KeptValues): Values {
	const isSame = isDeepStrictEqual(joined(kept), record.categories);
	return {
		// One that no program added has what a new one has. What a program left without a value stays so.
		...(Object.keys(kept).length === 0 && isAddable(record.kind) ? usualValues(rowsOf(face, record.kind)) : kept),
		...Object.fromEntries(Object.entries(hidden(record)).map(([name, value]) => [name === 'url' ? 'baseUrl' : name, value])),
		categories: isSame ? (kept['categories'] ?? []) : record.categories,
		animeCategories: isSame ? (kept['animeCategories'] ?? []) : [],
		minimumSeeders: record.minimumSeeders,
		'seedCriteria.seedRatio': record.seedRatio,
		'seedCriteria.seedTime': record.seedTimeMinutes,
		'seedCriteria.seasonPackSeedTime': record.seasonPackSeedTimeMinutes,
		requiredFlags: isDeepStrictEqual(flagsOf(face, toNumbers(kept['requiredFlags'])), record.requiredFlags)
			? kept['requiredFlags']
			: flagNumbers(face, record.requiredFlags),
	};
}

const toNumbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

/** Series of anime have categories of their own there; ours are one list. */
const joined = (values: Values): number[] => [...new Set([...toNumbers(values['categories']), ...toNumbers(values['animeCategories'])])];

/** Fields that we have no place for. They are stored as they were sent. */
const keptNames = [
	'categories',
	'animeCategories',
	'animeStandardFormatSearch',
	'multiLanguages',
	'failDownloads',
	'removeYear',
	'rejectBlocklistedTorrentHashesWhileGrabbing',
	'requiredFlags',
] as const;
const mostItems = 1000;

export interface Read {
	change: Partial<Settings>;
	kept: KeptValues;
}

/**
 * What the fields mean for us; one that is missing is as it was before. What was sent without a value has none: a
 * default of ours would look like a change.
 */
export function readFields(body: unknown, face: Face, {kind, before}: {kind: AddableKind; before: Values}): Read {
	const values = {...before, ...valuesIn(rowsOf(face, kind), body)};
	const reader = createValueReader(values);
	const numbers = {
		categories: reader.numbers('categories'),
		flags: reader.numbers('requiredFlags'),
		anime: reader.numbers('animeCategories'),
	};
	const change = {
		url: reader.text('baseUrl') ?? '',
		apiPath: reader.text('apiPath') ?? '',
		apiKey: reader.text('apiKey') || null,
		additionalParameters: reader.text('additionalParameters') || null,
		categories: joined({categories: numbers.categories ?? [], animeCategories: numbers.anime ?? []}),
		...(kind === 'torznab' && {
			minimumSeeders: reader.number('minimumSeeders'),
			seedRatio: reader.number('seedCriteria.seedRatio'),
			seedTimeMinutes: reader.number('seedCriteria.seedTime'),
			...(face === 'tv' && {seasonPackSeedTimeMinutes: reader.number('seedCriteria.seasonPackSeedTime')}),
			...(face === 'movies' && {requiredFlags: flagsOf(face, numbers.flags ?? [])}),
		}),
	};
	reader.end();
	const kept = keptNames.flatMap(name => {
		const value = values[name] ?? null;
		const isPlain =
			typeof value === 'boolean' || (Array.isArray(value) && value.length <= mostItems && value.every(each => typeof each === 'number'));
		return value !== null && isPlain ? [[name, value] as const] : [];
	});
	const age = face === 'tv' ? integerIn(body, 'seasonSearchMaximumSingleEpisodeAge') : undefined;
	return {change, kept: {...Object.fromEntries(kept), ...(age !== undefined && {seasonSearchMaximumSingleEpisodeAge: age})}};
}

const uses = {rss: 'enableRss', automatic: 'enableAutomaticSearch', interactive: 'enableInteractiveSearch'} as const;

/** The uses that were sent; an indexer without any is disabled. */
export function readUses(
	body: unknown,
	before: {enabled: boolean; rss: boolean; automatic: boolean; interactive: boolean},
): Partial<Settings> {
	const names = Object.keys(uses) as (keyof typeof uses)[];
	const now = names.map(name => before.enabled && before[name]);
	const sent = names.map((name, index) => flagIn(body, uses[name]) ?? now[index] ?? false);
	if (isDeepStrictEqual(now, sent)) {
		return {};
	}
	return {...Object.fromEntries(names.map((name, index) => [name, sent[index]])), enabled: sent.includes(true)};
}
