export interface Tag {
	/** In lower case; starts with `/` for a closing tag. */
	name: string;
	/** Names in lower case, character references decoded. */
	attributes: ReadonlyMap<string, string>;
	/** The position after the tag. */
	end: number;
}

const noAttributes: ReadonlyMap<string, string> = new Map();
/** The attributes that the marks use; all others are skipped. */
const wanted = new Set(['id', 'class', 'src', 'name', 'type', 'http-equiv', 'content', 'data-size']);
const longestWanted = 10;

const slash = 0x2f;
const equals = 0x3d;
const greater = 0x3e;

/** The tag that opens at `start`; null when the page ends within it, as a truncated page may. */
export function readTag(html: string, start: number): Tag | null {
	let end = html.charCodeAt(start + 1) === slash ? start + 2 : start + 1;
	while (end < html.length && !isNameEnd(html.charCodeAt(end))) {
		end += 1;
	}
	return readAttributes(html, end, html.slice(start + 1, end).toLowerCase());
}

function readAttributes(html: string, from: number, name: string): Tag | null {
	let found: Map<string, string> | null = null;
	let at = passGap(html, from);
	while (at < html.length && html.charCodeAt(at) !== greater) {
		const start = at;
		// A name may begin with `=`, so the search starts one character later.
		at += 1;
		while (at < html.length && html.charCodeAt(at) !== equals && !isNameEnd(html.charCodeAt(at))) {
			at += 1;
		}
		const attribute = at - start > longestWanted ? '' : html.slice(start, at).toLowerCase();
		const value = valueAt(html, at);
		if (wanted.has(attribute) && !found?.has(attribute)) {
			found ??= new Map();
			found.set(attribute, decodeReferences(html.slice(value.start, value.end)));
		}
		at = passGap(html, value.next);
	}
	return at < html.length ? {name, attributes: found ?? noAttributes, end: at + 1} : null;
}

interface Span {
	start: number;
	end: number;
	/** The position to go on from. */
	next: number;
}

/** The value of the attribute whose name ended here; empty when it has none. */
function valueAt(html: string, nameEnd: number): Span {
	const sign = passBlanks(html, nameEnd);
	if (html.charCodeAt(sign) !== equals) {
		return {start: sign, end: sign, next: sign};
	}
	const start = passBlanks(html, sign + 1);
	const quote = html[start];
	if (quote === '"' || quote === "'") {
		const close = html.indexOf(quote, start + 1);
		const end = close < 0 ? html.length : close;
		return {start: start + 1, end, next: Math.min(end + 1, html.length)};
	}
	let end = start;
	while (end < html.length && !isBlank(html.charCodeAt(end)) && html.charCodeAt(end) !== greater) {
		end += 1;
	}
	return {start, end, next: end};
}

function isBlank(code: number): boolean {
	return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isNameEnd(code: number): boolean {
	return code === slash || code === greater || isBlank(code);
}

function passBlanks(html: string, from: number): number {
	let at = from;
	while (at < html.length && isBlank(html.charCodeAt(at))) {
		at += 1;
	}
	return at;
}

function passGap(html: string, from: number): number {
	let at = from;
	while (at < html.length && (isBlank(html.charCodeAt(at)) || html.charCodeAt(at) === slash)) {
		at += 1;
	}
	return at;
}

const references: Record<string, string> = {amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…'};

export function decodeReferences(text: string): string {
	if (!text.includes('&')) {
		return text;
	}
	return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
		if (name) {
			return references[name.toLowerCase()] ?? whole;
		}
		const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
		return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
	});
}
