import type {SeenPage} from '../challenge.ts';

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
