import {byteLength, type ColonReplacement, maximumSegmentBytes, replaceColons, safeName, safeText, truncateBytes} from './safe-name.ts';
import {type Part, parseTemplate, type Token, templateSegments, tokenOf} from './template.ts';

/** By token key; null and empty values remove the token. */
export type TokenValues = Readonly<Record<string, string | number | null>>;

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

function valueText({key, format, separator, letterCase}: Token, values: TokenValues, colon: ColonReplacement): string {
	const value = Object.hasOwn(values, key) ? values[key] : null;
	if (value === null || value === undefined) {
		return '';
	}
	if (typeof value === 'number') {
		return String(value).padStart(/^0+$/.test(format ?? '') ? (format?.length ?? 0) : 0, '0');
	}
	return withCase(cutText(safeText(value, colon), format).replaceAll(' ', separator), letterCase);
}

function renderPart(part: Part, values: TokenValues, colon: ColonReplacement): string {
	const token = tokenOf(part);
	if (typeof part === 'string' || !token) {
		return replaceColons(String(part), colon);
	}
	const text = valueText(token, values, colon);
	if (text === '') {
		return '';
	}
	const whole = token.prefix + text + token.suffix;
	return 'token' in part ? `{${part.before}${whole}${part.after}}` : whole;
}

/** Removes what empty values leave behind: empty brackets, repeated dashes, a dash at the end. */
function tidy(name: string): string {
	return name
		.replace(/\(\s*\)|\[\s*\]/g, '')
		.replace(/ {2,}/g, ' ')
		.replace(/(?: -){2,}(?= |$)/g, ' -')
		.replace(/(?<![-\s._])[-\s._]+$/, '');
}

function shorten(values: TokenValues, excess: number): TokenValues | null {
	const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
	const long = texts.filter(([, text]) => byteLength(text) > shortestText);
	const first = shrinkable.map(key => long.find(([known]) => known === key)).find(entry => entry !== undefined);
	const [key, text] = first ?? long.filter(([known]) => /title/.test(known)).sort((a, b) => byteLength(b[1]) - byteLength(a[1]))[0] ?? [];
	if (key === undefined || text === undefined) {
		return null;
	}
	return {...values, [key]: truncateBytes(text, Math.max(shortestText, byteLength(text) - excess)).trimEnd()};
}

function renderSegment(parts: readonly Part[], values: TokenValues, {colon, room}: {colon: ColonReplacement; room: number}): string {
	let current: TokenValues | null = onlyUsed(parts, values);
	let name = '';
	while (current) {
		const used: TokenValues = current;
		name = tidy(parts.map(part => renderPart(part, used, colon)).join(''));
		const excess = byteLength(name) - room;
		current = excess > 0 ? shorten(used, excess) : null;
	}

	return name;
}

function onlyUsed(parts: readonly Part[], values: TokenValues): TokenValues {
	const keys = new Set(parts.map(part => tokenOf(part)?.key));
	return Object.fromEntries(Object.entries(values).filter(([key]) => keys.has(key)));
}

interface RenderOptions {
	colon: ColonReplacement;
	/** With the dot; it belongs to the last segment. */
	extension?: string;
}

/** Segments of a relative path, each made safe by `safeName`. Empty segments are left out, except the last. */
export function renderPath(template: string, values: TokenValues, {colon, extension = ''}: RenderOptions): string[] {
	const room = maximumSegmentBytes - byteLength(extension);
	const names = templateSegments(template).map(segment => renderSegment(parseTemplate(segment), values, {colon, room}));
	const last = names.pop() ?? '';
	return [...names.filter(name => name.trim() !== '').map(name => safeName(name)), safeName(last, extension)];
}
