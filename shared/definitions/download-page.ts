import {
	beforeRequest,
	type DownloadContext,
	type DownloadRequest,
	downloadContext,
	fileRequest,
} from '../domain/definitions/build-download.ts';
import {type SiteQuestion, toAddress} from '../domain/definitions/build-requests.ts';
import {type Definition, type Download, type DownloadSelector, Unusable} from '../domain/definitions/definition.ts';
import {readBlock} from '../domain/definitions/read-block.ts';
import {namesSecret} from '../domain/definitions/secrecy.ts';
import {createRow, parsePage} from './html-rows.ts';
import type {LoginPage} from './login-page.ts';
import {createSelectors} from './selectors.ts';
import {createSiteTools} from './site-tools.ts';

/** What was read so far: the page at the link of the release, and the reply to what is sent before. */
export interface DownloadPages {
	page?: LoginPage;
	before?: LoginPage;
}

/**
 * The next step: either a request, whose reply is passed to the next call as `page` or `before`; or the places of the
 * file, of which the first that works is used.
 */
export type DownloadStep = {kind: 'page' | 'before'; request: DownloadRequest} | {kind: 'files'; places: DownloadPlace[]};
export type DownloadPlace = {magnet: string} | {request: DownloadRequest};

/** Throws `Unusable` when the pages have no link to a file. */
export function nextDownloadStep(
	definition: Definition,
	question: Omit<SiteQuestion, 'search'>,
	link: string,
	pages: DownloadPages,
): DownloadStep {
	const context = downloadContext(definition, question, link, createSiteTools(definition.encoding));
	const {download} = definition;
	const itself = {request: fileRequest(context.link, context, download?.isPost)};
	if (!download) {
		return {kind: 'files', places: [itself]};
	}
	if (needsPage(download) && !pages.page) {
		return {kind: 'page', request: fileRequest(context.link, context)};
	}
	const read = createReader(pages, question.now, context);
	if (download.before && !pages.before) {
		const {pathSelector} = download.before;
		const found = pathSelector ? read({...pathSelector, usesBeforeReply: false}) : null;
		return {kind: 'before', request: beforeRequest(download.before, found?.value ?? null, context)};
	}
	// The link itself may hold a key, and whatever is in a magnet link reaches others.
	const isSecret = (part: unknown) => {
		const secrets = question.secrets ?? {names: []};
		return namesSecret(part, secrets) || (secrets.names.length > 0 && JSON.stringify(part).includes('.DownloadUri'));
	};
	const magnet = isSecret(download.infoHash) ? null : magnetOf(download, read);
	const places = magnet ? [{magnet}] : placesOf(download, {read, isSecret}, context);
	if (places.length === 0 && download.selectors.length > 0) {
		throw new Unusable('no selector of the download finds a link on its page');
	}
	return {kind: 'files', places: places.length > 0 ? places : [itself]};
}

function needsPage({before, infoHash, selectors}: Download): boolean {
	const isOnPage = ({usesBeforeReply}: {usesBeforeReply: boolean}) => !(usesBeforeReply && before);
	return Boolean(before?.pathSelector) || (infoHash !== null && isOnPage(infoHash)) || selectors.some(isOnPage);
}

type Read = (block: DownloadSelector) => {value: string; url: string} | null;

/** Null for what the page does not have. A page is parsed once. */
function createReader(pages: DownloadPages, now: Date, {variables, tools, link}: DownloadContext): Read {
	const select = createSelectors(false);
	const filters = {variables, now, tools, patterns: new Map<string, RegExp>()};
	const rootOf = (page: LoginPage | undefined) => (page ? select('html').first(parsePage(page.body)) : null);
	const roots = {page: rootOf(pages.page), before: rootOf(pages.before)};
	return block => {
		const where = block.usesBeforeReply && pages.before ? 'before' : 'page';
		const root = roots[where];
		const value = root ? orNull(() => readBlock(block, createRow(root, select), filters)) : null;
		return value === null || value.trim() === '' ? null : {value: value.trim(), url: pages[where]?.url ?? link};
	};
}

function orNull<T>(work: () => T): T | null {
	try {
		return work();
	} catch (error) {
		if (error instanceof Unusable) {
			return null;
		}
		throw error;
	}
}

function magnetOf({infoHash}: Download, read: Read): string | null {
	if (!infoHash) {
		return null;
	}
	const {usesBeforeReply} = infoHash;
	const hash = read({...infoHash.hash, usesBeforeReply});
	const title = read({...infoHash.title, usesBeforeReply});
	return hash ? `magnet:?xt=urn:btih:${encodeURIComponent(hash.value)}&dn=${encodeURIComponent(title?.value ?? '')}` : null;
}

interface Reading {
	read: Read;
	isSecret(part: unknown): boolean;
}

function placesOf({selectors, isPost}: Download, {read, isSecret}: Reading, context: DownloadContext): DownloadPlace[] {
	return selectors.flatMap((block): DownloadPlace[] => {
		const found = read(block);
		if (!found) {
			return [];
		}
		if (/^magnet:/i.test(found.value)) {
			return isSecret(block) ? [] : [{magnet: found.value}];
		}
		const url = orNull(() => toAddress(found.value, found.url));
		return url === null ? [] : [{request: fileRequest(url, context, isPost)}];
	});
}
