/**
 * @typedef {object} Searching
 * @property {import('../client/client.js').Client} client
 * @property {(text: string) => void} notify
 * @property {() => boolean} isOver Nobody looks any more.
 */

const askAgainMs = 1_500;
/** A search of all indexers takes no longer; that of a whole series goes on by itself. */
const limitMs = 120_000;

/** @param {number} ms */
const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

/**
 * Searches for a title and waits for what comes of it, which is the message: what was grabbed, or what was found and
 * refused, and why.
 * @param {{search: string, status: string}} paths Where the search is asked for, and where its outcome is kept.
 * @param {Searching} searching @returns {Promise<{message: string} | null>}
 */
export async function searchTitle({search, status}, {client, notify, isOver}) {
	const {indexers} = await client.get('api/indexers');
	if (!indexers.some((/** @type {{enabled: boolean}} */ {enabled}) => enabled)) {
		throw new Error('No indexer is enabled. Add one in the settings.');
	}
	/** @returns {Promise<import('./why.js').LastSearch | null>} */
	const readLast = async () => (await client.get(status)).lastSearch;
	const before = (await readLast())?.at;
	const {message, searchId} = await client.post(search, {});
	notify(message);
	const end = Date.now() + limitMs;
	while (Date.now() < end && !isOver()) {
		await pause(askAgainMs);
		// A banner tells of an outage, and the search goes on.
		const last = await readLast().catch(() => null);
		// The same search may have been asked for already: then its own number counts.
		if (last && (last.searchId === searchId || (last.byPerson && last.at !== before))) {
			return isOver() ? null : {message: last.message};
		}
	}
	return isOver() ? null : {message: 'The search continues. Its outcome will be shown here.'};
}
