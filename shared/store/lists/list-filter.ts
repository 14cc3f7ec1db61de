import type {Document, Filter} from 'mongodb';

export interface StoredDocument extends Document {
	_id: string;
}
export type Conditions = Filter<StoredDocument>;

/** Which documents a list shows. */
export interface ListFilter {
	/** Two filters with one key choose the same. */
	key: string;
	conditions: Conditions;
	/** The aspects that decide who is in the list, `members` aside. */
	aspects: string[];
	/** The name of an index that finds few documents, where a condition has one. */
	index: string | null;
}
