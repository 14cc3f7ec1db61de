import {gatherTag} from './gather-tag.ts';
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
	kept: number;
	/** How many `<svg>` elements are open: their titles are not the title of the page. */
	drawings: number;
}

/** Reads a page once from start to end; a damaged or truncated page gives what it has. */
export function readPage(html: string): PageMarks {
	const reading: Reading = {page: html.slice(0, maxLength), marks: nothingGathered(), scripts: [], texts: [], kept: 0, drawings: 0};
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
	if (length > 0 && reading.kept < maxText) {
		reading.texts.push(text.slice(0, maxText));
		reading.kept += text.length;
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
