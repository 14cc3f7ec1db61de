import {query} from '../client/client.js';
import {isolated} from '../parts/text.js';

/** @typedef {import('../client/types.js').Title} Title */
/**
 * @typedef {object} Searching
 * @property {import('../client/client.js').Client} client
 * @property {(text: string) => void} notify
 * @property {() => boolean} isOver Nobody looks any more.
 */

const askAgainMs = 1_500;
/** A search of all indexers takes no longer. */
const limitMs = 90_000;
/** The best release is grabbed right after the search. */
const grabMs = 4_000;

/** @param {number} ms */
const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

/**
 * Searches for a movie and waits for what comes of it. A release that is grabbed shows by itself; that none was grabbed
 * would show nowhere, so it is the message.
 * @param {Title} movie @param {Searching} searching @returns {Promise<{message: string} | null>}
 */
export async function searchMovie({id, title}, {client, notify, isOver}) {
	const path = `api/library/movies/${id}`;
	const {indexers} = await client.get('api/indexers');
	if (!indexers.some((/** @type {{enabled: boolean}} */ {enabled}) => enabled)) {
		throw new Error('No indexer is enabled. Add one in the settings.');
	}
	const countDownloads = async () => (await client.get(`api/queue${query({movieId: id, limit: 1})}`)).totalRecords;
	const readSearched = async () => (await client.get(path)).lastSearchTime;
	const [downloads, before] = await Promise.all([countDownloads(), readSearched()]);
	notify((await client.post(`${path}/auto-search`, {})).message);
	const end = Date.now() + limitMs;
	while (Date.now() < end && !isOver()) {
		await pause(askAgainMs);
		// An outage is told by a banner, and the search goes on.
		if ((await readSearched().catch(() => before)) !== before) {
			await pause(grabMs);
			const isGrabbed = (await countDownloads()) > downloads;
			return isGrabbed || isOver() ? null : {message: `No release of ${isolated(title)} was grabbed. “All releases” has the reasons.`};
		}
	}
	return isOver() ? null : {message: 'The indexers have not answered yet. “All releases” shows what each of them says.'};
}
