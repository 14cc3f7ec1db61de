import type {SchemaOptions} from 'mongoose';

/** A stored document: a record whose `id` is called `_id`. */
export type Stored<T extends {id: string}> = Omit<T, 'id'> & {_id: string};

/** The plain record of a stored document. */
export function toRecord<T extends {id: string}>({_id, ...rest}: Stored<T>): T {
	return {id: _id, ...rest} as unknown as T; // the compiler cannot see that Omit plus the id is T again
}

/** A stored document without the fields that only queries need. */
export function withoutHidden<T>(stored: object, hidden: object): T {
	// The caller knows which fields are left.
	return Object.fromEntries(Object.entries(stored).filter(([name]) => !(name in hidden))) as T;
}

/** Options of every schema: unknown fields throw; no version key and no hidden getters. */
export const schemaOptions = {strict: 'throw', versionKey: false, id: false, minimize: false} satisfies SchemaOptions;

/** Names are compared and sorted without regard to case; also the collation of their indexes. */
export const byName = {locale: 'en', strength: 2} as const;

/** Recognizes MongoDB's error for a violated unique index. */
export function isDuplicateKey(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 11_000;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export function isUuid(text: string): boolean {
	return uuid.test(text);
}
