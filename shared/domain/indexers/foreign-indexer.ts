import type {DefinitionSetting} from '../definitions/definition.ts';
import {isLegacyLink} from '../definitions/hosts.ts';
import type {IndexerKind, IndexerSettings} from './indexer-record.ts';

/** The placeholder for a secret that the program does not reveal. */
export const hiddenValue = '********';

/** Programs that keep indexers for others. */
export const foreignPrograms = ['prowlarr', 'jackett'] as const;
export type ForeignProgram = (typeof foreignPrograms)[number];

type Settings = Omit<IndexerSettings, 'id'>;
/** The settings that both programs and ours share for any indexer, whatever its API. */
export type CommonSettings = Partial<
	Pick<
		Settings,
		| 'enabled'
		| 'rss'
		| 'automatic'
		| 'interactive'
		| 'priority'
		| 'queryLimit'
		| 'grabLimit'
		| 'limitUnit'
		| 'minimumSeeders'
		| 'seedRatio'
		| 'seedTimeMinutes'
		| 'seasonPackSeedTimeMinutes'
		| 'captcha'
		| 'proxyTags'
	>
>;

/** The address of a Newznab or Torznab API. A key that the program does not reveal is asterisks. */
export interface ForeignApi {
	kind: 'newznab' | 'torznab';
	url: string;
	apiPath: string;
	apiKey: string | null;
	additionalParameters?: string | null;
	vipExpiration?: string | null;
}

/** An indexer as another program has it. */
export interface ForeignIndexer {
	/** Tells it from the others there. */
	id: string;
	name: string;
	/** Key or id of the definition that describes its site; null if the program has other means. */
	definition: string | null;
	/** Address of the site, where one was chosen. */
	url: string | null;
	/** By the name of a setting, or its label in lower case without blanks. Asterisks replace hidden values. */
	values: Readonly<Record<string, unknown>>;
	/** The site has this API itself. */
	direct: ForeignApi | null;
	/** The API that the program offers for it; null when its address is unknown. */
	through: ForeignApi | null;
	common: CommonSettings;
	notes: readonly string[];
}

export const importOutcomes = ['comes', 'needsYou', 'exists', 'cannot'] as const;
export const importWays = ['definition', 'direct', 'through'] as const;

/** What an indexer of another program would become. */
export interface ImportCandidate {
	id: string;
	name: string;
	outcome: (typeof importOutcomes)[number];
	/**
	 * How it is searched: by the definition of its site, by the site's own API, or through the old program, which must
	 * keep running.
	 */
	way: (typeof importWays)[number] | null;
	/** Its settings here; null if it cannot be imported. Contains secrets. */
	settings: Partial<Settings> | null;
	/** Secrets that the program does not tell: places in the settings, and what a person calls them. */
	needs: {path: string; label: string}[];
	notes: string[];
}

/** A definition of the set, with what it asks for. */
export interface KnownDefinition {
	key: string;
	links: readonly string[];
	/** Addresses that the site has left. */
	legacyLinks?: readonly string[];
	settings: readonly DefinitionSetting[];
}

interface Household {
	program: ForeignProgram;
	/** The definition that the indexer names, if the set has it and it can be used. */
	definition: KnownDefinition | null;
	indexers: readonly Pick<IndexerSettings, 'kind' | 'url' | 'apiPath' | 'definition'>[];
	/** Tags of our proxies. */
	proxyTags: readonly string[];
}

const programNames: Readonly<Record<ForeignProgram, string>> = {prowlarr: 'Prowlarr', jackett: 'Jackett'};

/** What an indexer of another program becomes here: its site by definition, its own API, or that of the program. */
export function toCandidate(foreign: ForeignIndexer, household: Household): ImportCandidate {
	const {id, name, common, direct, through} = foreign;
	const {program, definition, proxyTags} = household;
	const built = definition ? byDefinition(foreign, definition, program) : byApi(direct ?? through);
	const way = definition ? 'definition' : direct ? 'direct' : through ? 'through' : null;
	// Prowlarr itself sends what is asked through it, by its own proxies.
	const own = way === 'through' ? {...common, proxyTags: []} : common;
	const unknownTag = own.proxyTags?.find(tag => !proxyTags.some(each => each.toLowerCase() === tag.toLowerCase()));
	const notes = [
		...foreign.notes,
		...built.notes,
		...(way === null ? [missing(foreign, program)] : []),
		...(way === 'through' ? [`${programNames[program]} has to keep running for it.`] : []),
		...(unknownTag === undefined ? [] : [`Add a proxy with the tag ${unknownTag} first: without it nothing may be sent.`]),
	];
	if (way === null) {
		return {id, name, outcome: 'cannot', way, settings: null, needs: [], notes};
	}
	const settings = {name, ...own, ...built.settings};
	const exists = household.indexers.some(each => isSame(each, settings));
	const needs = exists ? [] : built.needs;
	const outcome = exists ? 'exists' : needs.length > 0 || unknownTag !== undefined ? 'needsYou' : 'comes';
	return {id, name, outcome, way, settings, needs, notes};
}

function missing({definition}: ForeignIndexer, program: ForeignProgram): string {
	const what = definition === null ? 'It has no definition' : `The set of definitions has no ${definition}`;
	return `${what}, and nothing is known of the way through ${programNames[program]}. Enter its address and API key.`;
}

type Target = Partial<Pick<IndexerSettings, 'kind' | 'url' | 'apiPath' | 'definition'>>;

/** Whether both ask the same. */
export function isSame(one: Target, other: Target): boolean {
	const hostOf = ({url}: Target) => URL.parse(url ?? '')?.host ?? '';
	if (one.kind !== other.kind || hostOf(one) !== hostOf(other)) {
		return false;
	}
	return one.kind === 'definition' ? one.definition === other.definition : (one.apiPath ?? '/api') === (other.apiPath ?? '/api');
}

interface Built {
	settings: Partial<Settings>;
	needs: ImportCandidate['needs'];
	notes: string[];
}

function byApi(api: ForeignApi | null): Built {
	if (!api) {
		return {settings: {}, needs: [], notes: []};
	}
	const isHidden = api.apiKey === hiddenValue;
	const needs = isHidden ? [{path: 'apiKey', label: 'API key'}] : [];
	return {settings: {...api, apiKey: isHidden ? null : api.apiKey}, needs, notes: []};
}

function byDefinition(
	{url, values}: ForeignIndexer,
	{key, links, legacyLinks = [], settings}: KnownDefinition,
	program: ForeignProgram,
): Built {
	const entered = settings.filter(({type}) => !type.startsWith('info'));
	const found = entered.flatMap(setting => {
		const value = givenFor(setting, values);
		return value === undefined || value === null || value === '' ? [] : [{setting, value}];
	});
	const hidden = found.filter(({value}) => value === hiddenValue);
	const visible = found.filter(({value}) => value !== hiddenValue);
	const read = visible.map(({setting, value}) => ({setting, value: toValue(setting, value, program)}));
	const unread = read.filter(({value}) => value === undefined).map(({setting}) => setting.label ?? setting.name);
	const usable = read.flatMap(({setting: {name}, value}) => (value === undefined ? [] : [[name, value] as const]));
	return {
		settings: {
			kind: 'definition',
			definition: key,
			url: url && !isLegacyLink({links, legacyLinks}, url) ? url : (links[0] ?? url ?? ''),
			settings: Object.fromEntries(usable),
		},
		needs: hidden.map(({setting: {name, label}}) => ({path: `settings.${name}`, label: label || name})),
		notes: unread.length > 0 ? [`Its values of ${unread.join(', ')} are not understood, so the usual ones are used.`] : [],
	};
}

const asLabel = (text: string) => text.replaceAll(' ', '').toLowerCase();

function givenFor({name, label}: DefinitionSetting, values: ForeignIndexer['values']): unknown {
	const key = [name, asLabel(label ?? name), asLabel(name)].find(each => Object.hasOwn(values, each));
	return key === undefined ? undefined : values[key];
}

/** Undefined for an invalid one. Prowlarr stores a choice as its index among the sorted keys. */
function toValue({type, options}: DefinitionSetting, value: unknown, program: ForeignProgram): string | boolean | undefined {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
	if (type === 'multi-select') {
		return severalOf(options, value);
	}
	if (type === 'checkbox') {
		return typeof value === 'boolean' ? value : text === undefined ? undefined : /^(?:true|1)$/i.test(text);
	}
	if (type !== 'select' || text === undefined) {
		return text;
	}
	const keys = options.map(([key]) => key);
	const [sorted, place] = [keys.toSorted((a, b) => a.localeCompare(b, 'en')), Number(text)];
	const key = program === 'prowlarr' && Number.isInteger(place) ? sorted[place] : text;
	return key !== undefined && keys.includes(key) ? key : undefined;
}

/** Chosen keys in the order of the options, with commas between them. */
function severalOf(options: DefinitionSetting['options'], value: unknown): string | undefined {
	const given = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',').map(key => key.trim()) : null;
	const keys = options.map(([key]) => key);
	return given?.every(key => keys.includes(key)) ? keys.filter(key => given.includes(key)).join(',') : undefined;
}

/** The kind that such a protocol has. */
export const kindOfProtocol = (protocol: string | null): ForeignApi['kind'] & IndexerKind =>
	protocol === 'usenet' ? 'newznab' : 'torznab';
