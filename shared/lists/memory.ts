/** A cache whose entries are valid while the version stays the same. The least recently used entry is dropped first. */
export interface Memory<T extends object> {
	/** With version null, nothing is found and nothing is stored. */
	at(key: string, version: string | null): T;
}

export function createMemory<T extends object>(max: number, make: () => T): Memory<T> {
	const entries = new Map<string, {version: string; value: T}>();
	return {
		at(key, version) {
			if (version === null) {
				return make();
			}
			const found = entries.get(key);
			const entry = found?.version === version ? found : {version, value: make()};
			entries.delete(key);
			entries.set(key, entry);
			const oldest = entries.size > max ? entries.keys().next().value : undefined;
			if (oldest !== undefined) {
				entries.delete(oldest);
			}
			return entry.value;
		},
	};
}

/** Returns the promise that the first caller started. If it fails, the next caller starts again. */
export type Once<T> = (begin: () => Promise<T>) => Promise<T>;

export function createOnce<T>(): Once<T> {
	let promise: Promise<T> | null = null;
	return begin => {
		if (promise) {
			return promise;
		}
		const begun = begin();
		promise = begun;
		begun.catch(() => {
			promise = null;
		});
		return begun;
	};
}
