/**
 * The fields that a record and its reply call alike. What was never stored is null, and dates become ISO 8601 when the reply is written as JSON.
 */
export function pick<T extends object, K extends keyof T>(record: T, names: readonly K[]): Pick<T, K> {
	return Object.fromEntries(names.map(name => [name, record[name] ?? null])) as Pick<T, K>; // every name is a key of the record
}
