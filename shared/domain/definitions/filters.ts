import {printDate} from './dates/calendar.ts';
import {parseExact} from './dates/exact-date.ts';
import {fuzzyDate, timeAgo} from './dates/fuzzy-date.ts';
import {type Filter, Unusable} from './definition.ts';
import {formEncode} from './form-encoding.ts';
import {joinArray} from './json-values.ts';
import {compilePattern, replaceMatches} from './patterns/compile-pattern.ts';
import {fillTemplate, type Variables} from './template.ts';

/** What the definition's encoding and HTML need, which no pure code has. */
export interface TextTools {
	/** In the definition's encoding. */
	encode(text: string): Uint8Array;
	decode(bytes: Uint8Array): string;
	encodeHtml(text: string): string;
	decodeHtml(text: string): string;
}

export interface FilterContext {
	variables: Variables;
	now: Date;
	tools: TextTools;
	/** Compiled ones by pattern; those of a reply are used for each of its rows. */
	patterns: Map<string, RegExp>;
}

/** Null for a missing value; later filters are then skipped. */
type FilterBody = (value: string, args: readonly string[], context: FilterContext) => string | null;

/** Marks between the words of genres. */
export const wordMarks = /[, /)(.;[\]"|:]+/;

function patternOf(text: string, {patterns}: FilterContext): RegExp {
	const known = patterns.get(text) ?? compilePattern(text);
	patterns.set(text, known);
	return known;
}

/** Stands for what it is not: an argument that a filter needs is missing. */
function argument(args: readonly string[], index: number): string {
	const found = args[index];
	if (found === undefined) {
		throw new Unusable(`needs ${index + 1} ${index === 0 ? 'argument' : 'arguments'}`);
	}
	return found;
}

const bodies: Readonly<Record<string, FilterBody>> = {
	querystring: (value, args) => queryParameter(value, argument(args, 0)),
	dateparse: readByLayout,
	timeparse: readByLayout,
	regexp: (value, args, context) => patternOf(argument(args, 0), context).exec(value)?.[1] ?? '',
	re_replace: (value, args, context) =>
		replaceMatches(value, patternOf(argument(args, 0), context), fillTemplate(argument(args, 1), context.variables)),
	replace: (value, args, {variables}) => {
		const [from, to] = [argument(args, 0), fillTemplate(argument(args, 1), variables)];
		return from === '' ? value : value.replaceAll(from, () => to);
	},
	append: (value, args, {variables}) => value + fillTemplate(argument(args, 0), variables),
	prepend: (value, args, {variables}) => fillTemplate(argument(args, 0), variables) + value,
	split: (value, args) => {
		const parts = value.split(argument(args, 0).slice(0, 1));
		const index = Number(argument(args, 1));
		const part = parts.at(index);
		if (!Number.isInteger(index) || part === undefined) {
			throw new Unusable(`${args[1]} is not one of ${parts.length} parts`);
		}
		return part;
	},
	trim: (value, args) => (args[0] ? trimLetter(value, args[0].slice(0, 1)) : value.trim()),
	tolower: value => value.toLowerCase(),
	toupper: value => value.toUpperCase(),
	urlencode: (value, _, {tools}) => formEncode(value, tools.encode),
	urldecode: (value, _, {tools}) => urlDecode(value, tools),
	htmlencode: (value, _, {tools}) => tools.encodeHtml(value),
	htmldecode: (value, _, {tools}) => tools.decodeHtml(value),
	timeago: (value, _, {now}) => printDate(timeAgo(value, now)),
	reltime: (value, _, {now}) => printDate(timeAgo(value, now)),
	fuzzytime: (value, _, {now}) => printDate(fuzzyDate(value, now)),
	diacritics: (value, args) => {
		if (argument(args, 0) !== 'replace') {
			throw new Unusable(`${args[0]} is nothing that diacritics can do`);
		}
		return value
			.normalize('NFD')
			.replace(/\p{Mn}/gu, '')
			.normalize('NFC');
	},
	validate: (value, args) => {
		const words = new Set(value.toLowerCase().split(wordMarks));
		const allowed = argument(args, 0).toLowerCase().split(wordMarks);
		return [...new Set(allowed)].filter(word => word !== '' && words.has(word)).join(', ');
	},
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not stand in the name of a file
	validfilename: value => value.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_'),
	jsonjoinarray: (value, args) => joinArray(value, argument(args, 0), argument(args, 1)),
	hexdump: value => value,
	strdump: value => value,
	andmatch: value => value,
};

export function isFilter(name: string): boolean {
	return Object.hasOwn(bodies, name);
}

/** Applies filters in their order. An unknown one is left out. Throws `Unusable` when one cannot work on the value. */
export function applyFilters(value: string, filters: readonly Filter[], context: FilterContext): string | null {
	let result: string | null = value;
	for (const {name, args} of filters) {
		if (result === null) {
			return null;
		}
		const body = isFilter(name) ? bodies[name] : undefined;
		result = body ? body(result, args, context) : result;
	}
	return result;
}

/** A text that does not fit its layout stays as it was, because the next filter may have another layout. */
function readByLayout(value: string, args: readonly string[], {now}: FilterContext): string {
	const date = parseExact(value.trim(), argument(args, 0), now);
	return date ? printDate(date) : value;
}

function queryParameter(value: string, name: string): string | null {
	const [, query] = /\?([^#]*)/.exec(value) ?? [];
	if (query === undefined) {
		throw new Unusable(`${value.slice(0, 40)} has no query`);
	}
	const wanted = name.toLowerCase();
	return [...new URLSearchParams(query)].find(([key]) => key.toLowerCase() === wanted)?.[1] ?? null;
}

function trimLetter(value: string, letter: string): string {
	let [start, end] = [0, value.length];
	while (start < end && value[start] === letter) {
		start++;
	}
	while (end > start && value[end - 1] === letter) {
		end--;
	}
	return value.slice(start, end);
}

function urlDecode(value: string, {decode}: TextTools): string {
	const run = /(?:%[\da-f]{2})+/gi;
	return value
		.replaceAll('+', ' ')
		.replace(run, codes => decode(Uint8Array.from(codes.slice(1).split('%'), code => Number.parseInt(code, 16))));
}
