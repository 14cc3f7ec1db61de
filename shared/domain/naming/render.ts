import {matchAt} from '../text/match-at.ts';
import {byteLength, type CharacterRules, maximumSegmentBytes, roomBefore, safeName, safeText, truncateBytes} from './safe-name.ts';

/** A value of several parts. The format of a token may choose some: `A,B` or `EN+DE` only these, `-A` all others. */
export interface ListValue {
	items: readonly string[];
	joint: ' ' | '+';
}

/** By token key; null and empty values remove the token. */
export type TokenValues = Readonly<Record<string, string | number | ListValue | null>>;

/** Texts to shorten, in this order, when a name is too long. Quality and group stay whole. */
const shrinkable = ['originaltitle', 'originalfilename', 'episodetitle', 'episodecleantitle', 'customformats', 'mediainfofull'];
const shortestText = 12;

function cutText(text: string, format: string | null): string {
	const limit = Number(format);
	if (format === null || !Number.isInteger(limit) || limit === 0) {
		return text;
	}
	if (limit > 0) {
		return truncateBytes(text, limit).trimEnd();
	}
	return [...truncateBytes([...text].reverse().join(''), -limit)].reverse().join('').trimStart();
}

function withCase(text: string, letterCase: Token['letterCase']): string {
	if (letterCase === 'as is') {
		return text;
	}
	return letterCase === 'lower' ? text.toLowerCase() : text.toUpperCase();
}

/** Which parts of a list a format chooses; a number cuts the text instead. */
function chosenText({items, joint}: ListValue, format: string | null): string {
	if (format === null || /^-?\d+$/.test(format)) {
		return items.join(joint);
	}
	const isWithout = format.startsWith('-');
	const named = new Set(format.split(joint === '+' ? /[+-]/ : /^-|,/).map(name => name.trim().toLowerCase()));
	return items.filter(item => named.has(item.toLowerCase()) !== isWithout).join(joint);
}

/** A format by its name, if the file has it. */
const oneFormat = 'customformat';

function valueText({key, format, separator, letterCase}: Token, values: TokenValues, rules: CharacterRules): string {
	const value = Object.hasOwn(values, key) ? values[key] : null;
	if (value === null || value === undefined || (key === oneFormat && format === null)) {
		return '';
	}
	if (typeof value === 'number') {
		return String(value).padStart(/^0+$/.test(format ?? '') ? (format?.length ?? 0) : 0, '0');
	}
	const text = typeof value === 'string' ? value : chosenText(value, format);
	return withCase(cutText(safeText(text, rules), format).replaceAll(' ', separator), letterCase);
}

/** Languages have brackets wherever they stand, unless the template gives them some. */
const bracketed = /^mediainfo(?:audio|subtitle)languages(?:all)?$/;

function renderPart(part: Part, values: TokenValues, rules: CharacterRules): string {
	const token = tokenOf(part);
	if (typeof part === 'string' || !token) {
		return safeText(String(part), rules);
	}
	const bare = valueText(token, values, rules);
	const text = bare !== '' && bracketed.test(token.key) && !/[[(]/.test(token.prefix) ? `[${bare}]` : bare;
	if (text === '') {
		return '';
	}
	const whole = token.prefix + text + token.suffix;
	return 'token' in part ? `{${part.before}${whole}${part.after}}` : whole;
}

/** Removes what empty values leave behind: empty brackets, repeated dashes, a dash at the end. */
function tidy(name: string): string {
	return name
		.replace(/\[\[(?<languages>[^[\]]{1,100})\]\]/g, '[$<languages>]')
		.replace(/\(\s*\)|\[\s*\]|\[bit\]/g, '')
		.replace(/[[({](?:imdb|tmdb|tvdb|imdbid|tmdbid|tvdbid|edition)-[\])}]/gi, '')
		.replace(/ {2,}/g, ' ')
		.replace(/(?: -){2,}(?= |$)/g, ' -')
		.replace(/(?<![-\s._])[-\s._]+$/, '');
}

/** A text with letters, or a list with parts, to spare. */
function isLong(value: TokenValues[string] | undefined): boolean {
	if (typeof value === 'string') {
		return byteLength(value) > shortestText;
	}
	return typeof value === 'object' && value !== null && value.items.length > 0;
}

function shorten(values: TokenValues, excess: number): TokenValues | null {
	const size = (key: string) => byteLength(String(values[key]));
	const titles = Object.keys(values).filter(key => /title/.test(key) && isLong(values[key]));
	const key = shrinkable.find(each => isLong(values[each])) ?? titles.sort((a, b) => size(b) - size(a))[0];
	const value = key === undefined ? null : values[key];
	if (key === undefined || value === null || value === undefined || typeof value === 'number') {
		return null;
	}
	const shorter =
		typeof value === 'string'
			? truncateBytes(value, Math.max(shortestText, byteLength(value) - excess)).trimEnd()
			: {...value, items: value.items.slice(0, -1)};
	return {...values, [key]: shorter};
}

function renderSegment(parts: readonly Part[], values: TokenValues, {room, ...rules}: CharacterRules & {room: number}): string {
	let current: TokenValues | null = onlyUsed(parts, values);
	let name = '';
	while (current) {
		const used: TokenValues = current;
		name = tidy(parts.map(part => renderPart(part, used, rules)).join(''));
		const excess = byteLength(name) - room;
		current = excess > 0 ? shorten(used, excess) : null;
	}

	return name;
}

function onlyUsed(parts: readonly Part[], values: TokenValues): TokenValues {
	const keys = new Set(parts.map(part => tokenOf(part)?.key));
	return Object.fromEntries(Object.entries(values).filter(([key]) => keys.has(key)));
}

interface RenderOptions extends CharacterRules {
	/** With the dot; it belongs to the last segment. */
	extension?: string;
	/** In templates of series `{{` and `}}` are braces. */
	hasEscapes?: boolean;
}

/** Segments of a relative path, each made safe by `safeName`. Empty segments are left out, except the last. */
export function renderPath(template: string, values: TokenValues, options: RenderOptions): string[] {
	const {colon, customColon, replaceIllegal, extension = '', hasEscapes = false} = options;
	const rules = {colon, customColon, replaceIllegal};
	const segments = templateSegments(template);
	const names = segments.map((segment, index) => {
		const isVideo = extension !== '' && index === segments.length - 1;
		const room = isVideo ? roomBefore(extension) : maximumSegmentBytes;
		return renderSegment(parseTemplate(segment, {hasEscapes}), values, {...rules, room});
	});
	const last = names.pop() ?? '';
	return [...names.filter(name => name.trim() !== '').map(name => safeName(name)), safeName(last, extension)];
}

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
	/\{(?<prefix>[-\s._([]{0,10})(?<name>[a-z0-9]+(?:[- ._]+[a-z0-9]+){0,3})(?::(?<format>[^{}/\\]{1,100}?))?(?<suffix>[-\s._)\]]{0,10})\}/iy;
const wrapOpening = /\{(?<before>[^{}]{0,30})(?=\{)/y;
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

/**
 * Parses one segment of a template. Braces without a token are literal text, and so are doubled ones where a template
 * has escapes.
 */
export function parseTemplate(template: string, {hasEscapes = false} = {}): Part[] {
	const parts: Part[] = [];
	let at = 0;
	while (at < template.length) {
		const brace = template.indexOf('{', at);
		const literal = template.slice(at, brace < 0 ? template.length : brace);
		if (literal) {
			parts.push(hasEscapes ? literal.replaceAll('}}', '}') : literal);
		}

		if (hasEscapes && brace >= 0 && template.startsWith('{{', brace)) {
			parts.push('{');
			at = brace + 2;
			continue;
		}

		const found = brace < 0 ? null : (tokenAt(template, brace) ?? wrappedAt(template, brace));

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
