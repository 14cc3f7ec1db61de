import {columnsOf, type Kind, sortsOf} from './columns.ts';

/** Parameters of the API's lists. */
type Conditions = Record<string, string | boolean>;

/** What a list is filtered by, by the names in the address, which are those of the API. */
const common = [
	'monitored',
	'downloaded',
	'tag',
	'libraryId',
	'genre',
	'minYear',
	'maxYear',
	'minRating',
	'qualityProfileId',
	'rootFolderPath',
	'originalLanguage',
	'minSize',
	'maxSize',
];
export const conditionNames: Record<Kind, readonly string[]> = {
	movies: [...common, 'minimumAvailability', 'quality'],
	series: [...common, 'network', 'status', 'type'],
};

/** Earlier names of conditions, which bookmarks and other views may have. */
const shownBy: Record<string, Conditions> = {
	missing: {monitored: 'true', downloaded: 'false'},
	here: {downloaded: 'true'},
	unmonitored: {monitored: 'false'},
};

const years = ['minYear', 'maxYear'];
/** Bytes. */
const sizes = ['minSize', 'maxSize'];
const numbers = [...years, ...sizes, 'minRating'];
const yesOrNo = ['monitored', 'downloaded'];

/** Whether the list understands it. Bookmarks may be old, and addresses mistyped. */
function isUnderstood(name: string, value: string) {
	if (name === 'minRating') {
		return /^\d+(?:\.\d+)?$/.test(value) && Number(value) <= 10;
	}
	if (sizes.includes(name)) {
		return /^\d{1,15}$/.test(value);
	}
	return years.includes(name) ? /^\d{1,4}$/.test(value) : !yesOrNo.includes(name) || ['true', 'false'].includes(value);
}

/** The conditions that an address has. */
export function conditionsIn(kind: Kind, query: URLSearchParams): Record<string, string> {
	const given = conditionNames[kind].flatMap(name => {
		const value = query.get(name);
		return value && isUnderstood(name, value) ? [[name, value]] : [];
	});
	const library = query.get('library');
	return {...shownBy[query.get('show') ?? ''], ...(library && {libraryId: library}), ...Object.fromEntries(given)};
}

/** What an address sorts by; by title, if it names no order of these. */
export function sortIn(kind: Kind, query: URLSearchParams) {
	const sort = query.get('sort') ?? '';
	const fields = [...sortsOf[kind].map(({field}) => field), ...columnsOf[kind].map(column => column.sort)];
	return fields.some(field => field && [`${field}:asc`, `${field}:desc`].includes(sort)) ? sort : 'title:asc';
}

/** The changes of an address to exactly these conditions. */
export function toConditions(kind: Kind, conditions: Record<string, string | null>) {
	const all = Object.fromEntries(conditionNames[kind].map(name => [name, conditions[name] ?? null]));
	return {...all, show: null, library: null};
}

/** Conditions of an address as the values of a body. */
export function toValues(conditions: Record<string, string>) {
	const toValue = (name: string, text: string) => (yesOrNo.includes(name) ? text === 'true' : numbers.includes(name) ? Number(text) : text);
	return Object.fromEntries(Object.entries(conditions).map(([name, text]) => [name, toValue(name, text)]));
}
