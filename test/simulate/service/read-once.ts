import type {WorkerDeps} from '#workers/runtime/deps.ts';

/** Collections with a few records of settings that nobody changes while the simulation runs. */
const settled = [
	'customFormats',
	'delayProfiles',
	'downloadClients',
	'languageProfiles',
	'libraries',
	'qualityDefinitions',
	'qualityProfiles',
	'releaseProfiles',
] as const;

const reads = new Set(['find', 'get', 'getDefault', 'limits', 'list']);

/** The stores of settings, read once. These reads were half of the time. */
export function settledStores(deps: WorkerDeps): Pick<WorkerDeps, (typeof settled)[number]> {
	const stores = settled.map(name => [name, readOnce(deps[name])]);
	return Object.fromEntries(stores) as Pick<WorkerDeps, (typeof settled)[number]>;
}

/** The same store, but every record is read from the database once. */
export function readOnce<Store extends object>(store: Store): Store {
	const known = new Map<string, unknown>();
	const remember =
		(name: string, read: (...args: unknown[]) => unknown) =>
		(...args: unknown[]) => {
			const key = `${name} ${args.join()}`;
			const value = known.get(key) ?? Promise.resolve(read(...args));
			known.set(key, value);
			return value;
		};
	const entries = Object.entries(store).map(([name, method]) => [name, reads.has(name) ? remember(name, method) : method]);
	return Object.fromEntries(entries) as Store;
}
