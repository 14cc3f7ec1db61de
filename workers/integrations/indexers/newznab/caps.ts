import {type Capabilities, type Category, historicCapabilities, type SearchMode, toPageSize} from '#shared/domain/indexers/capabilities.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {childOf, childrenOf, parseXml, textOf, type XmlElement} from '../../xml.ts';
import {throwIfError} from '../feed/error-document.ts';

/**
 * Parses the answer to `t=caps`. Invalid values become the defaults that applied before sites could report them. Throws
 * UpstreamFailed `not_xml` or `caps_unusable` (another document), and the error of an `error` document.
 */
export function parseCaps(document: Uint8Array | string): Capabilities {
	const root = parseXml(document);
	throwIfError(root);
	if (root.name !== 'caps') {
		const message = `The answer is a document of <${root.name.slice(0, 40)}>, not the capabilities of an indexer. Check its address and path.`;
		throw new UpstreamFailed('caps_unusable', message);
	}
	const server = childOf(root, 'server')?.attributes;
	const limits = childOf(root, 'limits')?.attributes;
	const searching = childOf(root, 'searching');
	const defaultPageSize = numberOf(limits?.get('default')) ?? historicCapabilities.defaultPageSize;
	const maxPageSize = numberOf(limits?.get('max')) ?? historicCapabilities.maxPageSize;
	return {
		version: short(server?.get('version')) || null,
		title: short(server?.get('title')) || short(textOf(root, 'title')) || null,
		pageSize: toPageSize(defaultPageSize, maxPageSize),
		defaultPageSize,
		maxPageSize,
		retentionDays: numberOf(childOf(root, 'retention')?.attributes.get('days')),
		search: modeOf(searching, 'search'),
		tvSearch: modeOf(searching, 'tv-search', 'tvSearch'),
		movieSearch: modeOf(searching, 'movie-search', 'movieSearch'),
		categories: readCategories(childOf(root, 'categories')),
		tags: childrenOf(childOf(root, 'tags') ?? emptyElement, 'tag')
			.slice(0, maxNames)
			.flatMap(({attributes}) => short(attributes.get('name')) || []),
	};
}

/** Characters of a name, and how many of them: they are stored with the indexer and shown. */
const maxName = 200;
const maxNames = 2000;
const short = (text: string | null | undefined) => text?.slice(0, maxName) ?? '';

const emptyElement: XmlElement = {name: '', attributes: new Map(), text: '', children: []};

/**
 * A document without `searching` comes from an old site that has the historic modes. A mode that is missing inside
 * `searching` is off.
 */
function modeOf(searching: XmlElement | null, name: string, key: 'search' | 'tvSearch' | 'movieSearch' = 'search'): SearchMode {
	const historic = historicCapabilities[key];
	if (!searching) {
		return historic;
	}
	const attributes = childOf(searching, name)?.attributes;
	if (attributes?.get('available')?.toLowerCase() !== 'yes') {
		return null;
	}
	const stated = attributes.get('supportedparams');
	const params = (stated ?? '')
		.toLowerCase()
		.split(',')
		.map(param => param.trim())
		.filter(isWord);
	return {
		params: params.length > 0 ? params : (historic?.params ?? []),
		engine: [attributes.get('searchengine') ?? ''].find(isWord) ?? 'sphinx',
		takesSeveralIds: stated !== undefined && key !== 'search',
	};
}

/** Other texts are ignored: we cannot use them, and the API would show them to every user. */
const isWord = (text: string) => /^[a-z]{1,16}\d?$/i.test(text);

function readCategories(element: XmlElement | null): Category[] {
	return childrenOf(element ?? emptyElement, 'category')
		.slice(0, maxNames)
		.flatMap(category => {
			const own = idAndName(category);
			return own
				? [
						{
							...own,
							children: childrenOf(category, 'subcat')
								.slice(0, maxNames)
								.flatMap(child => idAndName(child) ?? []),
						},
					]
				: [];
		});
}

function idAndName({attributes}: XmlElement): {id: number; name: string} | null {
	const id = numberOf(attributes.get('id'));
	return id === null ? null : {id, name: short(attributes.get('name'))};
}

function numberOf(text: string | undefined): number | null {
	return text !== undefined && /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : null;
}

/** Hides secrets in the texts of an indexer, because the API shows them to every user who may read. */
export function hideInNames({version, title, categories, tags, ...caps}: Capabilities, hide: (text: string) => string): Capabilities {
	return {
		...caps,
		version: version && hide(version),
		title: title && hide(title),
		categories: categories.map(({id, name, children}) => ({
			id,
			name: hide(name),
			children: children.map(child => ({id: child.id, name: hide(child.name)})),
		})),
		tags: tags.map(hide),
	};
}
