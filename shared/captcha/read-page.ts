import {decodeHTML} from 'entities';
import {Tokenizer} from 'htmlparser2';
import type {SeenPage} from '../domain/captcha/challenge.ts';
import {type Gathered, nothingGathered, type PageMarks} from '../domain/captcha/page-marks.ts';

/** A challenge shows its marks at the beginning, so the rest of a long page is not read. */
const maxLength = 500_000;
/** Enough for every phrase that challenges use. */
const maxText = 4000;

/** Elements whose content is not markup, or is not visible to the visitor. */
const hiding = new Set(['script', 'style', 'template', 'textarea', 'noscript', 'title', 'iframe', 'xmp', 'noembed', 'noframes']);
/** The attributes that the marks use; all others are skipped. */
const wanted = new Set(['id', 'class', 'src', 'name', 'type', 'http-equiv', 'content', 'data-size']);
const longestWanted = 10;
const runnable = /^$|javascript|ecmascript|^module$/;

interface Tag {
	/** In lower case. */
	name: string;
	/** Names in lower case, character references decoded; the first of a name counts. */
	attributes: Map<string, string>;
}

/** Reads a page once from start to end; a damaged or truncated page gives what it has. */
export function readPage(html: string): PageMarks {
	const marks = nothingGathered();
	const scripts: string[] = [];
	const texts: string[] = [];
	let textChars = 0;
	/** How many `<svg>` elements are open: their titles are not the title of the page. */
	let drawings = 0;
	scan(html.slice(0, maxLength), {
		text(text) {
			const length = lengthOfWords(text);
			marks.textLength += length;
			if (length > 0 && textChars < maxText) {
				texts.push(text.slice(0, maxText));
				textChars += text.length;
			}
		},
		opened(tag) {
			gatherTag(marks, tag);
			drawings += tag.name === 'svg' ? 1 : 0;
		},
		closed(name) {
			drawings = Math.max(0, drawings - (name === 'svg' ? 1 : 0));
		},
		hidden({name, attributes}, content) {
			if (name === 'script' && runnable.test(attributes.get('type')?.trim().toLowerCase() ?? '')) {
				scripts.push(content);
			}
			if (name === 'title' && marks.title === '' && drawings === 0) {
				marks.title = plain(content);
			}
		},
	});
	return {...marks, script: scripts.join('\n').toLowerCase(), text: plain(texts.join(' '))};
}

interface Seen {
	text(text: string): void;
	opened(tag: Tag): void;
	/** Is told of the tags that the visitor sees, in lower case. */
	closed(name: string): void;
	/** The content of an element that is not for the visitor's eyes, with what is markup elsewhere left out. */
	hidden(tag: Tag, content: string): void;
}

/** The tokenizer alone has no stack of open elements, which a hostile page could make endless. */
function scan(page: string, seen: Seen): void {
	let tag: Tag = {name: '', attributes: new Map()};
	let attribute: {name: string; value: string} | null = null;
	let hidden: {tag: Tag; content: string[]} | null = null;
	const nameAt = (start: number, end: number) => page.slice(start, end).toLowerCase();
	const open = () => {
		if (hidden === null) {
			seen.opened(tag);
			hidden = hiding.has(tag.name) ? {tag, content: []} : null;
		}
	};
	const reveal = () => {
		const found = hidden;
		hidden = null;
		if (found) {
			seen.hidden(found.tag, found.content.join(''));
		}
	};
	const tokenizer = new Tokenizer(
		{decodeEntities: false},
		{
			ontext(start, end) {
				const text = page.slice(start, end);
				if (hidden) {
					hidden.content.push(text);
				} else {
					seen.text(text);
				}
			},
			onopentagname(start, end) {
				tag = {name: nameAt(start, end), attributes: new Map()};
			},
			onattribname(start, end) {
				const name = hidden || end - start > longestWanted ? '' : nameAt(start, end);
				attribute = wanted.has(name) && !tag.attributes.has(name) ? {name, value: ''} : null;
			},
			onattribdata(start, end) {
				if (attribute) {
					attribute.value += page.slice(start, end);
				}
			},
			onattribend: () => attribute && tag.attributes.set(attribute.name, decodeHTML(attribute.value)),
			onopentagend: open,
			onselfclosingtag: open,
			onclosetag(start, end) {
				const name = nameAt(start, end);
				if (hidden === null) {
					seen.closed(name);
				} else if (hidden.tag.name === name) {
					reveal();
				}
			},
			onend: reveal,
			...{onattribentity() {}, ontextentity() {}, oncdata() {}, oncomment() {}, ondeclaration() {}, onprocessinginstruction() {}},
		},
	);
	tokenizer.write(page);
	tokenizer.end();
}

function lengthOfWords(text: string): number {
	let length = 0;
	for (let index = 0; index < text.length; index += 1) {
		length += text.charCodeAt(index) > 0x20 ? 1 : 0;
	}
	return length;
}

function plain(text: string): string {
	return decodeHTML(text).replaceAll('…', '...').replace(/\s+/g, ' ').trim().toLowerCase();
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
	const of = (attribute: string) =>
		decodeHTML(attributes.get(attribute) ?? '')
			.trim()
			.toLowerCase();
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
