import type {Client} from '../client/client.ts';
import type {LastSearch} from './why.ts';

interface Searching {
	client: Client;
	notify: (text: string) => void;
	/** Nobody looks any more. */
	isOver: () => boolean;
}

const askAgainMs = 1_500;
/** A search of all indexers takes no longer; that of a whole series goes on by itself. */
const limitMs = 120_000;

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

/**
 * Searches for a title and waits for what comes of it, which is the message: what was grabbed, or what was found and
 * refused, and why.
 * @param paths Where the search is asked for, and where its outcome is kept.
 */
export async function searchTitle(
	{search, status}: {search: string; status: string},
	{client, notify, isOver}: Searching,
): Promise<{message: string} | null> {
	const {indexers} = await client.get('api/indexers');
	if (!indexers.some(({enabled}: {enabled: boolean}) => enabled)) {
		throw new Error('No indexer is enabled. Add one in the settings.');
	}
	const readLast = async (): Promise<LastSearch | null> => (await client.get(status)).lastSearch;
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
