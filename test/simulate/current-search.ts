import {AsyncLocalStorage} from 'node:async_hooks';

/** The search on behalf of which something happens. */
export interface CurrentSearch {
	jobId: string;
	/** The titles that it was queued for; null for all that are wanted. */
	titleIds: ReadonlySet<string> | null;
}

const storage = new AsyncLocalStorage<CurrentSearch>();
const nobody: CurrentSearch = {jobId: 'nobody', titleIds: null};

export const currentSearch = () => storage.getStore() ?? nobody;

export function asSearch<T>(search: CurrentSearch, work: () => Promise<T>): Promise<T> {
	return storage.run(search, work);
}
