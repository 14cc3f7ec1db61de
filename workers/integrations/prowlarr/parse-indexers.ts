import {type CommonSettings, type ForeignApi, type ForeignIndexer, kindOfProtocol} from '#shared/domain/indexers/foreign-indexer.ts';
import {asRecord, asRecords, type JsonRecord, readFlag, readNumber, readText} from '../http/read-body.ts';

/** Replies of version 1 of Prowlarr's API, as JSON, or what its database has in their place. */
export interface ProwlarrReplies {
	indexers: unknown;
	proxies: unknown;
	profiles: unknown;
	tags: unknown;
}

/** Far more than anybody has. */
export const maxIndexers = 1000;
const maxText = 2000;

/** The indexers that Prowlarr has configured, with the proxies that their tags join them with. */
export function parseIndexers(replies: ProwlarrReplies, prowlarr: {url: string; apiKey: string} | null): ForeignIndexer[] {
	return asRecords(replies.indexers)
		.slice(0, maxIndexers)
		.flatMap(record => {
			const id = readNumber(record, 'id');
			return id === null ? [] : [toForeign(record, id, {replies, prowlarr})];
		});
}

interface ParseContext {
	replies: ProwlarrReplies;
	/** Null when its address is unknown. */
	prowlarr: {url: string; apiKey: string} | null;
}

function toForeign(record: JsonRecord, id: number, {replies, prowlarr}: ParseContext): ForeignIndexer {
	const values = valuesOf(record);
	const text = (name: string) => (typeof values[name] === 'string' ? values[name].slice(0, maxText) : null);
	const implementation = readText(record, 'implementation') ?? '';
	const kind = kindOfProtocol(readText(record, 'protocol'));
	const isDirect = implementation === 'Newznab' || implementation === 'Torznab';
	const url = text('baseUrl');
	const direct: ForeignApi | null =
		isDirect && url !== null
			? {
					kind,
					url: url.replace(/\/+$/, ''),
					apiPath: text('apiPath') || '/api',
					apiKey: text('apiKey'),
					additionalParameters: text('additionalParameters'),
					vipExpiration: /^\d{4}-\d\d-\d\d/.exec(text('vipExpiration') ?? '')?.[0] ?? null,
				}
			: null;
	const apiPath = `/${id}/api`;
	const {common, notes} = commonOf(record, values, replies);
	return {
		id: String(id),
		name: (readText(record, 'name') ?? `Indexer ${id}`).slice(0, 100),
		definition: implementation === 'Cardigann' ? text('definitionFile') || null : null,
		url,
		values,
		direct,
		through: prowlarr && {kind, url: prowlarr.url, apiPath, apiKey: prowlarr.apiKey},
		common,
		notes,
	};
}

/** By name. Settings of a definition stand among the others, or in one field of their own. */
function valuesOf(record: JsonRecord): Record<string, unknown> {
	const fields = asRecords(record['fields']).flatMap(field => {
		const name = readText(field, 'name');
		return name === null ? [] : [[name, field['value']] as const];
	});
	const extra = Object.entries(asRecord(Object.fromEntries(fields)['extraFieldData']) ?? {});
	return Object.fromEntries([...fields, ...extra]);
}

function commonOf(
	record: JsonRecord,
	values: JsonRecord,
	{proxies, profiles, tags}: ProwlarrReplies,
): {common: CommonSettings; notes: string[]} {
	const profile = asRecords(profiles).find(each => each['id'] === record['appProfileId']);
	const count = (name: string) => positive(readNumber(values, name));
	const minimumSeeders =
		count('torrentBaseSettings.appMinimumSeeders') ?? (profile ? positive(readNumber(profile, 'minimumSeeders')) : null);
	const isTorrent = readText(record, 'protocol') !== 'usenet';
	const priority = readNumber(record, 'priority');
	const {way, notes} = proxiesOf(record, proxies, tags);
	const common: CommonSettings = {
		enabled: readFlag(record, 'enable'),
		...(profile && {
			rss: readFlag(profile, 'enableRss'),
			automatic: readFlag(profile, 'enableAutomaticSearch'),
			interactive: readFlag(profile, 'enableInteractiveSearch'),
		}),
		...(priority !== null && {priority: Math.min(50, Math.max(1, Math.round(priority)))}),
		queryLimit: count('baseSettings.queryLimit'),
		grabLimit: count('baseSettings.grabLimit'),
		limitUnit: readNumber(values, 'baseSettings.limitsUnit') === 1 ? 'hour' : 'day',
		...(isTorrent && {
			minimumSeeders,
			seedRatio: readNumber(values, 'torrentBaseSettings.seedRatio'),
			seedTimeMinutes: count('torrentBaseSettings.seedTime'),
			seasonPackSeedTimeMinutes: count('torrentBaseSettings.packSeedTime'),
		}),
		...way,
	};
	return {common, notes};
}

const positive = (value: number | null) => (value === null || value < 0 ? null : Math.round(value));

/**
 * Proxies that are joined to the indexer by tags. A solver is replaced by ours; a proxy that carried its requests must
 * still do so.
 */
function proxiesOf(record: JsonRecord, proxies: unknown, tags: unknown): {way: CommonSettings; notes: string[]} {
	const own = new Set(numbersIn(record['tags']));
	const joined = asRecords(proxies).flatMap(proxy => {
		const shared = numbersIn(proxy['tags']).find(tag => own.has(tag));
		return shared === undefined ? [] : [{proxy, label: labelOf(shared, tags)}];
	});
	const isSolver = ({proxy}: (typeof joined)[number]) => readText(proxy, 'implementation') === 'FlareSolverr';
	const carriers = joined.filter(each => !isSolver(each));
	return {
		way: {...(joined.some(isSolver) && {captcha: true}), proxyTags: [...new Set(carriers.map(({label}) => label))]},
		notes: carriers.map(({proxy, label}) => `In Prowlarr it goes through the proxy ${readText(proxy, 'name') ?? ''} (tag ${label}).`),
	};
}

const numbersIn = (value: unknown) => (Array.isArray(value) ? value.filter(each => typeof each === 'number') : []);

const labelOf = (id: number, tags: unknown) => {
	const tag = asRecords(tags).find(each => each['id'] === id);
	return ((tag && readText(tag, 'label')) ?? `prowlarr-${id}`).slice(0, 50);
};
