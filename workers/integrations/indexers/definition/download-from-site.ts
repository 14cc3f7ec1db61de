import type {DownloadPages, DownloadPlace} from '#shared/definitions/download-page.ts';
import {type TooMany, UpstreamFailed} from '#shared/errors.ts';
import {largestFile} from '#shared/store/downloads/release-cache.ts';
import type {HttpReply} from '../../http/http.ts';
import {isLimit, limitReached, siteWords} from '../site-words.ts';
import {openSite, type SiteSettings} from './open-site.ts';
import type {ReplyOfSite} from './send-to-site.ts';
import {type SiteVisit, type VisitDeps, visitSite} from './visit-site.ts';

/** A page, what is sent before, and the file. */
const maxSteps = 3;

/**
 * Fetches the file of a release by the steps of its definition, logged in. Returns the reply with the file, or a magnet
 * link. Throws what `openSite` and `SiteVisit` throw.
 */
export async function downloadFromSite(
	link: string,
	settings: SiteSettings,
	deps: VisitDeps,
	signal: AbortSignal,
): Promise<HttpReply | string> {
	const site = await openSite(settings, deps.sites, deps.now());
	const visit = visitSite(site, deps, signal);
	let pages: DownloadPages = {};
	for (let left = maxSteps; left > 0; left -= 1) {
		const step = await site.ask('download', {question: site.question, link, pages}).catch(error => {
			throw limitOn(pages) ?? error;
		});
		if (step.kind === 'files') {
			return firstFile(step.places, visit);
		}
		const reply = await visit.ask(step.request, isFile);
		if (isFile(reply)) {
			return fileIn(reply);
		}
		pages = {...pages, [step.kind]: {url: reply.url, body: reply.body}};
	}
	throw new UpstreamFailed('definition_unusable', `The download of ${settings.name} has more steps than any.`);
}

/** A page without a link to the file may say instead that there are no more downloads. */
function limitOn({page, before}: DownloadPages): TooMany | null {
	const words = [page, before].map(each => siteWords(Buffer.from(each?.body ?? ''))).find(isLimit);
	return words === undefined ? null : limitReached(`“${words}”`);
}

/** The last place counts whatever is there: its reply says why there is no file. */
async function firstFile(places: readonly DownloadPlace[], visit: SiteVisit): Promise<HttpReply | string> {
	for (const [index, place] of places.entries()) {
		if ('magnet' in place) {
			return place.magnet;
		}
		const isLast = index === places.length - 1;
		const reply = await visit.ask({...place.request, mayLeave: true, maxBytes: largestFile}, isFile).catch(error => {
			if (isLast || !(error instanceof UpstreamFailed)) {
				throw error;
			}
			return null;
		});
		if (reply && (isLast || isFile(reply))) {
			return fileIn(reply);
		}
	}
	throw new UpstreamFailed('definition_unusable', 'The definition names no place where the file is.');
}

const fileIn = ({location, http}: ReplyOfSite) => (location !== null && isMagnet(location) ? location : http);
const isMagnet = (text: string) => /^\s*magnet:\?/i.test(text);

/** A torrent, an NZB, a magnet link, or one of them packed. */
function isFile({status, location, http: {body}}: ReplyOfSite): boolean {
	if (location !== null) {
		return isMagnet(location);
	}
	const beginning = body.toString('latin1', 0, 2000);
	const isPacked = body[0] === 0x1f && body[1] === 0x8b;
	return status === 200 && (isPacked || /^d\d+:/.test(beginning) || /<nzb[\s>]/i.test(beginning) || isMagnet(beginning));
}
