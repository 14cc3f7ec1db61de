import {NotFound, TooMany, UpstreamFailed} from '#shared/errors.ts';
import {decodeEntities} from '../xml.ts';

/** Seconds to wait after a rate limit when the site does not say how long. */
const limitSeconds = 3600;

const maxWords = 200;
/** Bytes of an answer in which its words are looked for. */
const readBytes = 65_536;
const unseen: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'svg']);
const saying = ['error', 'message', 'msg', 'description', 'detail', 'reason', 'title', 'errors', 'data'] as const;

/** What an answer says to people, on one line: the text of a page, the message in JSON, or the answer itself. */
export function siteWords(body: Buffer): string {
	const text = body
		.toString('utf8', 0, readBytes)
		.replace(/^\uFEFF/, '')
		.trim();
	const words = isBinary(text) ? '' : (fromJson(text) ?? (text.startsWith('<') ? (fromErrorDocument(text) ?? fromPage(text)) : text));
	const line = words.replace(/\s+/g, ' ').trim();
	return line.length > maxWords ? `${line.slice(0, maxWords)}…` : line;
}

const isBinary = (text: string) => text.includes('\0') || text.includes('\uFFFD');

function fromJson(text: string): string | null {
	try {
		return /^[[{]/.test(text) ? (said(JSON.parse(text), 0) ?? text) : null;
	} catch {
		return null;
	}
}

function saidInJson(text: string): string | null {
	try {
		return said(JSON.parse(text), 0);
	} catch {
		return null;
	}
}

function said(value: unknown, depth: number): string | null {
	if (typeof value === 'string' && value !== '') {
		return value;
	}
	if (typeof value !== 'object' || value === null || depth === 4) {
		return null;
	}
	const inside = Array.isArray(value) ? value.slice(0, 5) : saying.map(name => Object.getOwnPropertyDescriptor(value, name)?.value);
	return inside.map(each => said(each, depth + 1)).find(each => each !== null) ?? null;
}

/** The words of a Newznab `error` document. */
function fromErrorDocument(text: string): string | null {
	const document = /<error\b[^<>]{0,200}?\bdescription\s{0,5}=\s{0,5}(?:"([^<>"]{1,1000})"|'([^<>']{1,1000})')/i;
	const [, double, single] = document.exec(text.slice(0, 2000)) ?? [];
	const words = double ?? single;
	return words === undefined ? null : decodeEntities(words);
}

/** Read piece by piece, because a pattern for whole elements would take quadratic time. */
function fromPage(text: string): string {
	let hidden: string | null = null;
	const words: string[] = [];
	for (const piece of text.split('<')) {
		const [, slash = '', name = ''] = /^(\/?)([a-z][a-z\d]{0,20})/i.exec(piece) ?? [];
		const tag = name.toLowerCase();
		if (hidden === null && slash === '' && unseen.has(tag)) {
			hidden = tag;
		}
		if (hidden === null && !piece.startsWith('!--')) {
			words.push(piece.slice(piece.indexOf('>') + 1));
		}
		if (slash !== '' && tag === hidden) {
			hidden = null;
			words.push(piece.slice(piece.indexOf('>') + 1));
		}
	}
	return decodeEntities(words.join(' '));
}

const limits = [
	/\b(?:request|download|api|grab|hit|rate|quota|daily|hourly|torrent|nzb)s?\b.{0,40}\blimit/i,
	/\blimit(?:s|ed|ing)?\b.{0,40}\b(?:reached|exceeded|hit|requests?|downloads?|grabs?)\b/i,
	/\btoo many (?:concurrent |simultaneous )?(?:requests|downloads|grabs|hits|files|torrents|api)/i,
	/\b(?:quota|maximum|allowance|downloads|grabs|requests|hits|slots)\b.{0,60}\b(?:exceeded|reached|used up|exhausted)\b/i,
	/\b(?:exceeded|reached|used up|exhausted)\b.{0,60}\b(?:quota|maximum|allowance|downloads|grabs|requests|hits|slots|limit)\b/i,
	/\bno (?:downloads|grabs|requests) left\b|\bslow down\b|\bthrottled\b/i,
	/\bl[ií]mite\b|лимит|上限/i,
];
const gone = [
	/\b(?:torrent|release|nzb|file|item)\b.{0,40}\b(?:not found|not exist|deleted|removed|no longer)\b/i,
	/\b(?:no such|unknown|not find|can't find|invalid)\b.{0,20}\b(?:torrent|release|nzb|file|item)\b(?! ?(?:pass|key))/i,
];

/** `Please wait 30 seconds`, `Wait 1440 minutes or risk being banned`. */
const pause = /\bwait\b.{0,20}?\b(\d{1,5}) ?(sec|min|hour)/i;
const secondsOf: Readonly<Record<string, number>> = {sec: 1, min: 60, hour: 3600};

/** Whether a site says that it limits us. */
export const isLimit = (words: string) => limits.some(each => each.test(words)) || pause.test(words);

/** How long a site says in words that it wants to be left alone; null when it does not. */
function saidSeconds(words: string): number | null {
	const [, number, unit = ''] = pause.exec(words) ?? [];
	return number === undefined ? null : Math.min(Number(number) * (secondsOf[unit.toLowerCase()] ?? 1), 24 * limitSeconds);
}

/** The limit of a site, with its words. */
export function limitReached(said: string, retryAfterSeconds: number | null = null): TooMany {
	const seconds = retryAfterSeconds ?? saidSeconds(said) ?? limitSeconds;
	return new TooMany('rate_limited', `The indexer's limit is reached (${said}). It is tried again later.`, seconds);
}

/**
 * Throws TooMany if an answer with a good status and nothing else in it says that the site limits us: in a member of
 * JSON that is for people, or as all the text of a page.
 */
export function throwIfSaysLimit(body: string): void {
	const text = body.slice(0, readBytes).trim();
	const words = /^[[{]/.test(text) ? saidInJson(text) : fromPage(text).replace(/\s+/g, ' ').trim();
	if (words !== null && words.length <= maxWords && isLimit(words)) {
		throw limitReached(`“${words}”`);
	}
}

/** A status and the words that came with it. */
export const statusAndWords = (status: number, words: string) => (words === '' ? String(status) : `${status}: “${words}”`);

/**
 * What a site means that sends something else in place of a file: TooMany `rate_limited`, NotFound `release_gone` or
 * UpstreamFailed `file_refused`.
 */
export function noFile(body: Buffer): TooMany | NotFound | UpstreamFailed {
	const words = siteWords(body);
	const quoted = `“${words}”`;
	if (isLimit(words)) {
		return limitReached(quoted);
	}
	if (gone.some(each => each.test(words))) {
		return new NotFound('release_gone', `The indexer no longer has this release (${quoted}). Choose another one.`);
	}
	const sent = words === '' ? 'nothing that can be read' : quoted;
	return new UpstreamFailed('file_refused', `The indexer sent ${sent} instead of the file. Look at its site, and at its login.`);
}
