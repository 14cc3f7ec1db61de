import type {RouteDeps} from '#api/services.ts';
import {type Capabilities, historicCapabilities} from '#shared/domain/indexers/capabilities.ts';
import type {Indexer} from '#shared/domain/indexers/indexer-record.ts';
import {implementations} from '../indexer-fields.ts';
import {notFound} from '../wire.ts';
import {type CategoryTree, usualCategories} from './categories.ts';

/** An indexer with what programs know of it. */
export interface ShownIndexer {
	record: Indexer;
	number: number;
	protocol: 'usenet' | 'torrent';
	privacy: 'public' | 'private';
	capabilities: ShownCapabilities;
}

export interface ShownCapabilities {
	limitsMax: number;
	limitsDefault: number;
	categories: readonly CategoryTree[];
	known: Capabilities;
}

/** Those that can be searched, by number. Television over the network is none for these programs. */
export async function shownIndexers({indexers, numbers}: Pick<RouteDeps, 'indexers' | 'numbers'>): Promise<ShownIndexer[]> {
	const records = (await indexers.list()).filter(({kind}) => implementations[kind]);
	const own = await numbers.of(
		'indexer',
		records.map(({id}) => id),
	);
	return records
		.flatMap(record => {
			const number = own.get(record.id);
			return number === undefined ? [] : [toShown(record, number)];
		})
		.sort((a, b) => a.number - b.number);
}

/** Throws 404. */
export async function findShown(number: number, deps: Pick<RouteDeps, 'indexers' | 'numbers'>): Promise<ShownIndexer> {
	return (await shownIndexers(deps)).find(each => each.number === number) ?? missing();
}

function missing(): never {
	throw notFound();
}

/** Prowlarr's own page of an indexer says how many it takes at once. */
export const mostOfPage = 100;

function toShown(record: Indexer, number: number): ShownIndexer {
	const known = {...historicCapabilities, ...(record.capabilities as Partial<Capabilities> | null)}; // as the test of a connection stored it
	const categories = known.categories.map(({id, name, children}) => ({id, name, subCategories: children}));
	return {
		record,
		number,
		protocol: implementations[record.kind]?.protocol ?? 'torrent',
		// No site says which it is; one that wants a key or a login is not for everybody.
		privacy: record.kind === 'newznab' || record.apiKey !== null || Object.keys(record.settings).length > 0 ? 'private' : 'public',
		capabilities: {
			limitsMax: Math.max(mostOfPage, known.maxPageSize),
			limitsDefault: mostOfPage,
			categories: categories.length > 0 ? categories : usualCategories,
			known,
		},
	};
}
