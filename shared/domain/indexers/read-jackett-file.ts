import {type ForeignApi, type ForeignIndexer, hiddenValue} from './foreign-indexer.ts';

interface JackettFile {
	/** `<id>.json`. */
	name: string;
	content: string;
}

/** The address of Jackett, if an administrator enters it. */
export interface JackettAddress {
	url: string;
	apiKey: string;
}

/** What Jackett stores in addition to the settings of a definition. */
const own: ReadonlySet<string> = new Set(['sitelink', 'cookieheader', 'lasterror', 'tags']);
const maxItems = 200;

/**
 * An indexer as Jackett keeps it in its folder `Indexers`: a list of items with the labels of the settings as ids. It
 * encrypts what is called a password. Null for a text that is no such file.
 */
export function readJackettFile({name, content}: JackettFile, jackett: JackettAddress | null): ForeignIndexer | null {
	// Jackett leaves copies named `<id>.json.bak` beside them.
	const id = /([^/\\]*)\.json$/i.exec(name)?.[1] ?? '';
	const items = readItems(content);
	if (!items || !/^[\w-][\w.-]{0,99}$/.test(id)) {
		return null;
	}
	const settings = items.filter(item => !own.has(item.id));
	const link = items.find(item => item.id === 'sitelink')?.value;
	return {
		id,
		name: id,
		definition: id,
		url: typeof link === 'string' && /^https?:\/\/\S+$/.test(link) ? link : null,
		values: Object.fromEntries(settings.map(item => [item.id, isEncrypted(item) ? hiddenValue : item.value])),
		direct: null,
		through: jackett && wayThrough(id, jackett),
		common: {},
		notes: [],
	};
}

function wayThrough(id: string, {url, apiKey}: JackettAddress): ForeignApi {
	return {kind: 'torznab', url: url.replace(/\/+$/, ''), apiPath: `/api/v2.0/indexers/${id}/results/torznab/api`, apiKey};
}

interface Item {
	id: string;
	type: string;
	name: string;
	value: string | boolean | string[] | null;
}

const isEncrypted = ({type, name, value}: Item) =>
	typeof value === 'string' && value !== '' && (type === 'password' || name.toLowerCase() === 'password');

function readItems(content: string): Item[] | null {
	let parsed: unknown;
	try {
		parsed = JSON.parse(content);
	} catch {
		return null;
	}
	if (!Array.isArray(parsed)) {
		return null;
	}
	const items = parsed.slice(0, maxItems).flatMap((item: Partial<Record<keyof Item, unknown>> | null): Item[] => {
		const {id, type, name, value} = item ?? {};
		return typeof id === 'string' ? [{id, type: textOf(type), name: textOf(name), value: toValue(value)}] : [];
	});
	return items.length > 0 ? items : null;
}

function toValue(value: unknown): Item['value'] {
	if (Array.isArray(value)) {
		return value.slice(0, maxItems).filter(each => typeof each === 'string');
	}
	return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
