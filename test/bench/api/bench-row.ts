/** What a row must achieve compared with its bare query. */
export interface Goal {
	/** Requests per second, as a share of the bare handler's. */
	ratio: number;
	/** p99 as a multiple of the bare handler's; absent if the row has no such goal. */
	p99?: number;
}

/** The query that the bare handler runs for a row. */
export interface BareQuery {
	collection: 'movies' | 'series' | 'episodes';
	filter: Record<string, unknown>;
	sort: Record<string, 1 | -1>;
	/** Documents per page; null for a single document. */
	limit: number | null;
	/** The stored fields that our reply shows, if they are not the usual ones of the collection. */
	fields?: string[];
	/** Also reads the titles of the episodes' series, as our reply does. */
	namesSeries?: boolean;
}

export interface BenchRow {
	name: string;
	/** Our paths, requested in turn. */
	paths: string[];
	/** Its own bare query, or that of another row. */
	bare: BareQuery | {likeRow: string};
	goal: Goal;
	/** Also measured with `--quick`. */
	isQuick?: boolean;
}
