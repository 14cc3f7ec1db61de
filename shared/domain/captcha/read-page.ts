import type {SeenPage} from './challenge.ts';
import {type Gathered, nothingGathered, type PageMarks} from './page-marks.ts';
import {decodeReferences, readTag, type Tag} from './read-tag.ts';

/** A challenge shows its marks at the beginning, so the rest of a long page is not read. */
const maxLength = 500_000;
/** Enough for every phrase that challenges use. */
const maxText = 4000;

/** Elements whose content is not markup, or is not visible to the visitor. */
const closings: Record<string, RegExp> = Object.fromEntries(
	['script', 'style', 'template', 'textarea', 'noscript', 'title', 'iframe', 'xmp', 'noembed', 'noframes'].map(name => [
		name,
		new RegExp(`</${name}(?=[\\s/>])`, 'gi'),
	]),
);
const runnable = /^$|javascript|ecmascript|^module$/;

interface Reading {
	page: string;
	marks: Gathered;
	scripts: string[];
	texts: string[];
	/** Characters in `texts`. */
	textChars: number;
	/** How many `<svg>` elements are open: their titles are not the title of the page. */
	drawings: number;
}

/** Reads a page once from start to end; a damaged or truncated page gives what it has. */
export function readPage(html: string): PageMarks {
	const reading: Reading = {page: html.slice(0, maxLength), marks: nothingGathered(), scripts: [], texts: [], textChars: 0, drawings: 0};
	for (let at = 0; at < reading.page.length; ) {
		const open = reading.page.indexOf('<', at);
		const end = open < 0 ? reading.page.length : open;
		gatherText(reading, reading.page.slice(at, end));
		at = open < 0 ? end : passMarkup(reading, open);
	}
	const {marks, scripts, texts} = reading;
	return {...marks, script: scripts.join('\n').toLowerCase(), text: plain(texts.join(' '))};
}

function gatherText(reading: Reading, text: string): void {
	const length = lengthOfWords(text);
	reading.marks.textLength += length;
	if (length > 0 && reading.textChars < maxText) {
		reading.texts.push(text.slice(0, maxText));
		reading.textChars += text.length;
	}
}

/** The position after the construct that opens here. */
function passMarkup(reading: Reading, open: number): number {
	const {page, marks} = reading;
	if (!isTag(page, open)) {
		return endOfOther(page, open);
	}
	const tag = readTag(page, open);
	if (!tag) {
		return page.length;
	}
	gatherTag(marks, tag);
	const content = contentOf(page, tag);
	if (tag.name === 'svg' || tag.name === '/svg') {
		reading.drawings = Math.max(0, reading.drawings + (tag.name === 'svg' ? 1 : -1));
	}
	if (tag.name === 'script' && runnable.test(tag.attributes.get('type')?.trim().toLowerCase() ?? '')) {
		reading.scripts.push(content);
	}
	if (tag.name === 'title' && marks.title === '' && reading.drawings === 0) {
		marks.title = plain(content);
	}
	return tag.end + content.length;
}

function contentOf(page: string, {name, end}: Tag): string {
	const closing = closings[name];
	if (!closing) {
		return '';
	}
	closing.lastIndex = end;
	return page.slice(end, closing.exec(page)?.index ?? page.length);
}

function isTag(page: string, at: number): boolean {
	const next = page.charCodeAt(page[at + 1] === '/' ? at + 2 : at + 1) | 0x20;
	return next >= 0x61 && next <= 0x7a;
}

/** Comments, declarations and processing instructions. A `<` before anything else is text. */
function endOfOther(page: string, at: number): number {
	const next = page[at + 1];
	if (next !== '!' && next !== '?' && next !== '/') {
		return at + 1;
	}
	if (page.startsWith('<!--', at)) {
		const end = page.indexOf('-->', at + 2);
		return end < 0 ? page.length : end + 3;
	}
	const end = page.indexOf('>', at);
	return end < 0 ? page.length : end + 1;
}

function lengthOfWords(text: string): number {
	let length = 0;
	for (let index = 0; index < text.length; index += 1) {
		length += text.charCodeAt(index) > 0x20 ? 1 : 0;
	}
	return length;
}

function plain(text: string): string {
	return decodeReferences(text).replaceAll('…', '...').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Types of `<input>` that do not ask the visitor to type. */
const silent = new Set(['hidden', 'button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'range', 'color', 'file']);
/** Fields where captchas store their answers; nobody fills them in by hand. */
const answerField = /-response$|_response$/;

/** More than any challenge loads. The limit matters because each source is compared with every row of the tables. */
const maxSources = 500;

/** Adds what this tag says to the marks. */
function gatherTag(marks: Gathered, {name, attributes}: Tag): void {
	if (attributes.size === 0 && name !== 'input' && name !== 'textarea') {
		return;
	}
	const of = (attribute: string) => attributes.get(attribute)?.trim().toLowerCase() ?? '';
	gatherField(marks, name, of);
	if (name === 'meta' && of('http-equiv') === 'refresh') {
		marks.refreshes.add(of('content'));
	}
	if (of('id')) {
		marks.ids.add(of('id'));
	}
	// An invisible captcha asks nothing of the visitor.
	if (of('data-size') === 'invisible' || of('src').includes('size=invisible')) {
		return;
	}
	if (of('class')) {
		for (const each of of('class').split(/\s+/)) {
			marks.classes.add(each);
		}
	}
	if (of('src') && marks.sources.size < maxSources) {
		marks.sources.add(of('src'));
	}
}

function gatherField(marks: Gathered, name: string, of: (attribute: string) => string): void {
	if (name !== 'input' && name !== 'textarea') {
		return;
	}
	if (of('name')) {
		marks.fields.add(of('name'));
	}
	const isAnswer = answerField.test(of('name')) || answerField.test(of('id'));
	marks.hasPassword ||= name === 'input' && of('type') === 'password';
	marks.hasFields ||= !isAnswer && (name === 'textarea' || !silent.has(of('type')));
}

/** Root elements of the feeds and replies of indexers, some of which are sent as HTML. */
const feed = /^<(?:rss|feed|rdf:rdf|caps|error|urlset|opml|searchresults|newznab)[\s/>:]/i;
/** Enough to skip a declaration and a comment before the first element. */
const beginning = 2000;

/** Is this a page for people to read? Feeds, data and files are not, whatever words they contain. */
export function isPage({headers, html}: SeenPage): boolean {
	const type = headers['content-type']?.toLowerCase() ?? '';
	if (type.trim() !== '' && !type.includes('html')) {
		return false;
	}
	const start = html
		.slice(0, beginning)
		.replace(/^\uFEFF/, '')
		.trimStart();
	if (!start.startsWith('<') || start.includes('\0')) {
		return type.includes('html') && !/^[[{]/.test(start) && !start.includes('\0');
	}
	return !feed.test(start) && (!start.startsWith('<?xml') || /<html|<!doctype html/i.test(start));
}
