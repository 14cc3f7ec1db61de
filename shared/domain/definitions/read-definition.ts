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
import {Place, type Tree} from './tree.ts';

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
	const root = new Place(tree, '', []);
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

function required(place: Place): string | null {
	if (place.isAbsent) {
		place.fault('is missing');
	}
	return place.text();
}

function readLinks(place: Place): string[] {
	const links = place.texts();
	for (const [index, link] of links.entries()) {
		if (!/^https?:\/\/[^\s/]/i.test(link) || !URL.canParse(link)) {
			place.faults.push({place: `links[${index}]`, reason: 'is not an http or https address', isFatal: index === 0});
		}
	}
	if (links.length === 0) {
		place.fault('is missing', true);
	}
	return links;
}

function readCaps(place: Place): Caps {
	if (!place.isMap()) {
		place.fault('is missing', true);
	}
	const simple = place
		.at('categories')
		.entries()
		.map(([id, each]) => ({id, category: each.text(), description: null, isDefault: false, at: each}));
	const listed = place
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
		modes: readModes(place.at('modes')),
		allowsRawSearch: place.at('allowrawsearch').flag(),
		allowsTvSearchImdb: place.at('allowtvsearchimdb').flag(),
	};
}

function readModes(place: Place): Pairs<string[]> {
	const modes = place.pairs(each => each.texts());
	for (const [mode, parameters] of modes) {
		const known = modeParameters[mode];
		const unknown = known === undefined ? [mode] : parameters.filter(each => !known.includes(each));
		const twice = parameters.filter((each, index) => parameters.indexOf(each) !== index);
		for (const each of [...unknown, ...twice]) {
			place.fault(
				unknown.includes(each) ? `${each} is no known ${known ? `parameter of ${mode}` : 'mode'}` : `${mode} names ${each} twice`,
			);
		}
	}
	if (modes.find(([mode]) => mode === 'search')?.[1].join() !== 'q') {
		place.fault('search must be there and be [q]');
	}
	return modes;
}

/** The settings of a definition that declares none. */
const usualSettings: DefinitionSetting[] = [
	{name: 'username', type: 'text', label: 'Username', default: null, defaults: [], options: []},
	{name: 'password', type: 'password', label: 'Password', default: null, defaults: [], options: []},
];

function readSettings(place: Place): DefinitionSetting[] {
	if (place.isAbsent) {
		return usualSettings;
	}
	return place.items().map(each => {
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

function readSearch(place: Place): Search {
	if (!place.isMap()) {
		place.fault('is missing', true);
	}
	const response = place.at('response');
	const own = place.at('path');
	const paths = [...place.at('paths').items(), ...(own.isAbsent ? [] : [own])].map(each => readPath(each, response));
	if (paths.length === 0) {
		place.fault('has no path', true);
	}
	return {
		paths,
		inputs: readInputs(place.at('inputs')),
		headers: readHeaders(place.at('headers')),
		keywordsFilters: readFilters(place.at('keywordsfilters')),
		preprocessingFilters: readFilters(place.at('preprocessingfilters')),
		allowsEmptyInputs: place.at('allowEmptyInputs').flag(),
		errors: readErrors(place.at('error')),
		rows: readRows(place.at('rows')),
		fields: readFields(place.at('fields')),
	};
}

function readPath(place: Place, shared: Place): SearchPath {
	const isText = typeof place.tree === 'string';
	const path = isText ? place.text() : place.at('path').text();
	if (path === null) {
		place.fault('has no path', true);
	}
	return {
		path: path ?? '',
		isPost: !isText && place.at('method').text()?.toLowerCase() === 'post',
		inputs: readInputs(place.at('inputs')),
		categories: place.at('categories').texts(),
		inheritsInputs: place.at('inheritinputs').flag(true),
		followsRedirects: place.at('followredirect').flag(),
		querySeparator: place.at('queryseparator').text() ?? '&',
		...readResponse(place.at('response').isAbsent ? shared : place.at('response')),
	};
}

function readResponse(place: Place): Pick<SearchPath, 'replyType' | 'noResultsMessage'> {
	const written = place.at('type').text();
	const replyType: ReplyType | undefined = replyTypes.find(known => known === (written ?? 'html').toLowerCase());
	if (!replyType) {
		place.fault(`${written} is no known type of a reply`);
	}
	return {replyType: replyType ?? 'html', noResultsMessage: place.at('noResultsMessage').text()};
}

function readRows(place: Place): Rows {
	if (!place.isMap()) {
		place.fault('is missing', true);
	}
	if (place.at('selector').isAbsent) {
		place.fault('has no selector', true);
	}
	return {
		...readSelector(place),
		after: place.at('after').number() ?? 0,
		dateHeaders: place.at('dateheaders').isAbsent ? null : readSelector(place.at('dateheaders')),
		count: place.at('count').isAbsent ? null : readSelector(place.at('count')),
		isMultiple: place.at('multiple').flag(),
		skipsMissing: place.at('missingAttributeEqualsNoResults').flag(),
	};
}

function readFields(place: Place): Pairs<Selector> {
	const fields = place.pairs(each => (typeof each.tree === 'string' ? {...readSelector(each), selector: each.tree} : readSelector(each)));
	const names = new Set(fields.map(([name]) => name.split('|')[0]));
	if (!names.has('title')) {
		place.fault('has no title', true);
	}
	if (!['download', 'magnet', 'infohash'].some(name => names.has(name))) {
		place.fault('has nothing to download', true);
	}
	return fields;
}
