import {
	type Caps,
	type Definition,
	type DefinitionSetting,
	type Fault,
	type Pairs,
	type ReplyType,
	type Rows,
	replyTypes,
	type Search,
	type SearchPath,
	type Selector,
	settingTypes,
} from './definition.ts';
import {readDownload, readErrors, readFilters, readHeaders, readInputs, readLogin, readSelector} from './read-blocks.ts';
import {standardCategory} from './standard-categories.ts';
import {DefinitionNode, type Tree} from './tree.ts';

export interface ReadDefinition {
	definition: Definition;
	faults: Fault[];
}

const modeParameters: Readonly<Record<string, readonly string[]>> = {
	search: ['q'],
	'tv-search': ['q', 'season', 'ep', 'imdbid', 'tvdbid', 'tmdbid', 'tvmazeid', 'traktid', 'doubanid', 'rid', 'year', 'genre'],
	'movie-search': ['q', 'imdbid', 'tmdbid', 'traktid', 'doubanid', 'year', 'genre'],
	'music-search': ['q', 'album', 'artist', 'label', 'track', 'year', 'genre'],
	'book-search': ['q', 'author', 'title', 'publisher', 'year', 'genre'],
};

/** Reads the parts of a definition. One reader is enough for all versions of the format and for Jackett's own keys. */
export function readDefinition(tree: Tree, key: string): ReadDefinition {
	const root = new DefinitionNode(tree, '', []);
	if (!root.isMap()) {
		root.fault('is not a definition', true);
	}
	const definition: Definition = {
		key,
		id: required(root.at('id')),
		name: required(root.at('name')),
		description: root.at('description').text(),
		language: root.at('language').text(),
		type: required(root.at('type')),
		encoding: root.at('encoding').text() ?? 'UTF-8',
		links: readLinks(root.at('links')),
		legacyLinks: root.at('legacylinks').texts(),
		replaces: root.at('replaces').texts(),
		requestDelaySeconds: root.at('requestDelay').number(),
		followsRedirects: root.at('followredirect').flag(),
		caps: readCaps(root.at('caps')),
		settings: readSettings(root.at('settings')),
		login: readLogin(root.at('login')),
		search: readSearch(root.at('search')),
		download: readDownload(root.at('download')),
	};
	return {definition, faults: root.faults};
}

function required(node: DefinitionNode): string | null {
	if (node.isAbsent) {
		node.fault('is missing');
	}
	return node.text();
}

function readLinks(node: DefinitionNode): string[] {
	const links = node.texts();
	for (const [index, link] of links.entries()) {
		if (!/^https?:\/\/[^\s/]/i.test(link) || !URL.canParse(link)) {
			node.faults.push({place: `links[${index}]`, reason: 'is not an http or https address', isFatal: index === 0});
		}
	}
	if (links.length === 0) {
		node.fault('is missing', true);
	}
	return links;
}

function readCaps(node: DefinitionNode): Caps {
	if (!node.isMap()) {
		node.fault('is missing', true);
	}
	const simple = node
		.at('categories')
		.entries()
		.map(([id, each]) => ({id, category: each.text(), description: null, isDefault: false, at: each}));
	const listed = node
		.at('categorymappings')
		.items()
		.map(each => ({
			id: each.at('id').text() ?? '',
			category: each.at('cat').text(),
			description: each.at('desc').text(),
			isDefault: each.at('default').flag(),
			at: each,
		}));
	for (const {category, description, at} of [...simple, ...listed]) {
		// One with a description alone is a category of the site itself.
		if (category === null ? description === null : standardCategory(category) === null) {
			at.fault(`${category ?? 'nothing'} is no known category`);
		}
	}
	return {
		mappings: [...simple, ...listed].map(({at: _, ...mapping}) => mapping),
		modes: readModes(node.at('modes')),
		allowsRawSearch: node.at('allowrawsearch').flag(),
		allowsTvSearchImdb: node.at('allowtvsearchimdb').flag(),
	};
}

function readModes(node: DefinitionNode): Pairs<string[]> {
	const modes = node.pairs(each => each.texts());
	for (const [mode, parameters] of modes) {
		const known = modeParameters[mode];
		const unknown = known === undefined ? [mode] : parameters.filter(each => !known.includes(each));
		const twice = parameters.filter((each, index) => parameters.indexOf(each) !== index);
		for (const each of [...unknown, ...twice]) {
			node.fault(unknown.includes(each) ? `${each} is no known ${known ? `parameter of ${mode}` : 'mode'}` : `${mode} names ${each} twice`);
		}
	}
	if (modes.find(([mode]) => mode === 'search')?.[1].join() !== 'q') {
		node.fault('search must be there and be [q]');
	}
	return modes;
}

/** The settings of a definition that declares none. */
const usualSettings: DefinitionSetting[] = [
	{name: 'username', type: 'text', label: 'Username', default: null, defaults: [], options: []},
	{name: 'password', type: 'password', label: 'Password', default: null, defaults: [], options: []},
];

function readSettings(node: DefinitionNode): DefinitionSetting[] {
	if (node.isAbsent) {
		return usualSettings;
	}
	return node.items().map(each => {
		const written = each.at('type').text() ?? 'text';
		const type = settingTypes.find(known => known === written);
		if (!type) {
			each.fault(`${written} is no known type of a setting`);
		}
		return {
			name: required(each.at('name')) ?? '',
			type: type ?? 'text',
			label: each.at('label').text(),
			default: each.at('default').text(),
			defaults: each.at('defaults').texts(),
			options: each.at('options').pairs(option => option.text() ?? ''),
		};
	});
}

function readSearch(node: DefinitionNode): Search {
	if (!node.isMap()) {
		node.fault('is missing', true);
	}
	const response = node.at('response');
	const own = node.at('path');
	const paths = [...node.at('paths').items(), ...(own.isAbsent ? [] : [own])].map(each => readPath(each, response));
	if (paths.length === 0) {
		node.fault('has no path', true);
	}
	return {
		paths,
		inputs: readInputs(node.at('inputs')),
		headers: readHeaders(node.at('headers')),
		keywordsFilters: readFilters(node.at('keywordsfilters')),
		preprocessingFilters: readFilters(node.at('preprocessingfilters')),
		allowsEmptyInputs: node.at('allowEmptyInputs').flag(),
		errors: readErrors(node.at('error')),
		rows: readRows(node.at('rows')),
		fields: readFields(node.at('fields')),
	};
}

function readPath(node: DefinitionNode, shared: DefinitionNode): SearchPath {
	const isText = typeof node.tree === 'string';
	const path = isText ? node.text() : node.at('path').text();
	if (path === null) {
		node.fault('has no path', true);
	}
	return {
		path: path ?? '',
		isPost: !isText && node.at('method').text()?.toLowerCase() === 'post',
		inputs: readInputs(node.at('inputs')),
		categories: node.at('categories').texts(),
		inheritsInputs: node.at('inheritinputs').flag(true),
		followsRedirects: node.at('followredirect').flag(),
		querySeparator: node.at('queryseparator').text() ?? '&',
		...readResponse(node.at('response').isAbsent ? shared : node.at('response')),
	};
}

function readResponse(node: DefinitionNode): Pick<SearchPath, 'replyType' | 'noResultsMessage'> {
	const written = node.at('type').text();
	const replyType: ReplyType | undefined = replyTypes.find(known => known === (written ?? 'html').toLowerCase());
	if (!replyType) {
		node.fault(`${written} is no known type of a reply`);
	}
	return {replyType: replyType ?? 'html', noResultsMessage: node.at('noResultsMessage').text()};
}

function readRows(node: DefinitionNode): Rows {
	if (!node.isMap()) {
		node.fault('is missing', true);
	}
	if (node.at('selector').isAbsent) {
		node.fault('has no selector', true);
	}
	return {
		...readSelector(node),
		after: node.at('after').number() ?? 0,
		dateHeaders: node.at('dateheaders').isAbsent ? null : readSelector(node.at('dateheaders')),
		count: node.at('count').isAbsent ? null : readSelector(node.at('count')),
		isMultiple: node.at('multiple').flag(),
		skipsMissing: node.at('missingAttributeEqualsNoResults').flag(),
	};
}

function readFields(node: DefinitionNode): Pairs<Selector> {
	const fields = node.pairs(each => (typeof each.tree === 'string' ? {...readSelector(each), selector: each.tree} : readSelector(each)));
	const names = new Set(fields.map(([name]) => name.split('|')[0]));
	if (!names.has('title')) {
		node.fault('has no title', true);
	}
	if (!['download', 'magnet', 'infohash'].some(name => names.has(name))) {
		node.fault('has nothing to download', true);
	}
	return fields;
}
