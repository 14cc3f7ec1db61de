import type {Document, Filter} from 'mongodb';

export interface StoredDocument extends Document {
	_id: string;
}
export type Conditions = Filter<StoredDocument>;

/** Selects the documents of a list. */
export interface ListFilter {
	/** Two filters with the same key select the same documents. */
	key: string;
	conditions: Conditions;
	/** The aspects that decide which documents are in the list, apart from `members`. */
	aspects: string[];
	/** The name of a selective index, if a condition has one. */
	index: string | null;
}
