import {matchAt} from '../text/match-at.ts';
/** A placeholder in a template. Prefix and suffix disappear when the value is empty. */
export interface Token {
	/** In lower case and without separators, such as `movietitle`; values are looked up by it. */
	key: string;
	prefix: string;
	suffix: string;
	/** What replaces spaces in the value: `{Movie.Title}` writes dots. */
	separator: string;
	/** The part after the colon: zeros to pad a number, a number of bytes to cut a text, or languages to keep. */
	format: string | null;
	letterCase: 'as is' | 'lower' | 'upper';
}

/** `{edition-{Edition Tags}}`: literal braces around one token; they disappear when its value is empty. */
interface Wrapped {
	before: string;
	token: Token;
	after: string;
}

export type Part = string | Token | Wrapped;

const tokenForm =
	/\{(?<prefix>[-\s._([]{0,10})(?<name>[a-z0-9]+(?:[- ._]+[a-z0-9]+){0,3})(?::(?<format>[^{}/\\]{1,40}?))?(?<suffix>[-\s._)\]]{0,10})\}/iy;
const wrapOpening = /\{(?<before>[^{}]{1,30})(?=\{)/y;
const wrapClosing = /(?<after>[^{}]{0,30})\}/y;

function letterCaseOf(name: string): Token['letterCase'] {
	const letters = name.replace(/[^a-z]/gi, '');
	if (letters === letters.toLowerCase()) {
		return 'lower';
	}
	return letters === letters.toUpperCase() ? 'upper' : 'as is';
}

interface Found<T> {
	part: T;
	end: number;
}

function tokenAt(template: string, at: number): Found<Token> | null {
	const match = matchAt(tokenForm, template, at);
	const {prefix = '', name = '', format = null, suffix = ''} = match?.groups ?? {};
	if (!match) {
		return null;
	}
	return {
		part: {
			key: name.replace(/[- ._]/g, '').toLowerCase(),
			prefix,
			suffix,
			separator: /[- ._]/.exec(name)?.[0] ?? ' ',
			format,
			letterCase: letterCaseOf(name),
		},
		end: at + match[0].length,
	};
}

function wrappedAt(template: string, at: number): Found<Wrapped> | null {
	const opening = matchAt(wrapOpening, template, at);
	const token = opening && tokenAt(template, at + opening[0].length);
	const closing = token && matchAt(wrapClosing, template, token.end);
	if (!closing) {
		return null;
	}
	const part = {before: opening.groups?.['before'] ?? '', token: token.part, after: closing.groups?.['after'] ?? ''};
	return {part, end: token.end + closing[0].length};
}

/** Parses one segment of a template. Braces without a token are literal text. */
export function parseTemplate(template: string): Part[] {
	const parts: Part[] = [];
	let at = 0;
	while (at < template.length) {
		const brace = template.indexOf('{', at);
		const literal = template.slice(at, brace < 0 ? template.length : brace);
		const found = brace < 0 ? null : (tokenAt(template, brace) ?? wrappedAt(template, brace));
		if (literal) {
			parts.push(literal);
		}

		if (brace >= 0 && !found) {
			parts.push('{');
		}

		if (found) {
			parts.push(found.part);
		}

		at = brace < 0 ? template.length : (found?.end ?? brace + 1);
	}

	return parts;
}

/** The token of a part, if it has one. */
export function tokenOf(part: Part): Token | null {
	if (typeof part === 'string') {
		return null;
	}
	return 'token' in part ? part.token : part;
}

/** Folders and file name of a template; both kinds of slash separate them. */
export function templateSegments(template: string): string[] {
	return template.split(/[\\/]+/).filter(segment => segment.trim() !== '');
}
