import type {Definition} from './definition.ts';
import {hostsOf} from './hosts.ts';
import {isSecret} from './settings.ts';
import {standardCategory} from './standard-categories.ts';

/** What a list of sites shows of a definition, and what is stored of a definition that no indexer uses. */
export interface CatalogueEntry {
	key: string;
	id: string | null;
	name: string;
	description: string | null;
	language: string | null;
	privacy: 'private' | 'semi-private' | 'public';
	links: string[];
	/** Addresses that the site has left; absent in what earlier versions kept. */
	legacyLinks?: string[];
	/** Hosts that it names, with their ports. */
	hosts: string[];
	/** Older ids and keys that it takes the place of. */
	replaces: string[];
	/** Standard numbers, ascending. */
	categories: number[];
	hasMovies: boolean;
	hasSeries: boolean;
	isAdultOnly: boolean;
	needs: {
		/** Its pages are behind a challenge. */
		solver: boolean;
		/** A person has to read a captcha to log in. */
		captcha: boolean;
		/** A cookie from a browser. */
		cookie: boolean;
		secondFactor: boolean;
	};
	/** Names of settings that are never shown. */
	secrets: string[];
}

/** Characters of its texts, which a list of all sites has. */
const maxName = 200;
const maxDescription = 2000;

const adult = 6000;
const isBelow = (tree: number) => (category: number) => Math.floor(category / 1000) * 1000 === tree;

export function catalogueEntry(definition: Definition): CatalogueEntry {
	const {key, id, name, description, language, links, legacyLinks, replaces, settings, login, type} = definition;
	const numbers = definition.caps.mappings.flatMap(({category}) => standardCategory(category ?? '') ?? []);
	const categories = [...new Set(numbers)].toSorted((a, b) => a - b);
	const has = (wanted: string) => settings.some(setting => setting.type === wanted);
	return {
		key,
		id,
		name: (name ?? key).slice(0, maxName),
		description: description?.slice(0, maxDescription) ?? null,
		language: language?.slice(0, maxName) ?? null,
		privacy: type === 'private' || type === 'public' ? type : 'semi-private',
		links,
		legacyLinks,
		hosts: hostsOf(definition),
		replaces,
		categories,
		hasMovies: categories.some(isBelow(2000)),
		hasSeries: categories.some(isBelow(5000)),
		isAdultOnly: categories.length > 0 && categories.every(isBelow(adult)),
		needs: {
			solver: has('info_flaresolverr'),
			captcha: Boolean(login?.captcha),
			cookie: login?.method === 'cookie',
			secondFactor: settings.some(setting => /2fa|^pin$/i.test(setting.name)),
		},
		secrets: settings.filter(isSecret).map(setting => setting.name),
	};
}
