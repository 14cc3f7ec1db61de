/** Lists that are kept; each has a few hundred titles at most. */
const maxKept = 4;

export interface KeptList {
	pages: ReadonlyMap<number, any[]>;
	total: number | null;
}

/**
 * Long lists as they were last seen: who comes back sees them at once, while they are read again.
 */
export function createKeptLists() {
	const kept: Map<string, KeptList> = new Map();
	return {
		find: (key: string): KeptList | null => kept.get(key) ?? null,
		keep(key: string, {pages, total}: KeptList) {
			kept.delete(key);
			kept.set(key, {pages: new Map(pages), total});
			const [oldest] = kept.keys();
			if (kept.size > maxKept && oldest !== undefined) {
				kept.delete(oldest);
			}
		},
		/** After a person has changed something, and for another person. */
		clear: () => kept.clear(),
	};
}

/** Answers that are kept: as many as a person goes through in a while. */
const maxAnswers = 30;

/** What the service answered last, by path: who comes back sees it at once, while it is read again. */
export function createKeptAnswers() {
	const kept: Map<string, any> = new Map();
	return {
		/** Null if it is not known. */
		find: (path: string | null) => (path === null ? null : (kept.get(path) ?? null)),
		keep(path: string, answer: any) {
			kept.delete(path);
			kept.set(path, answer);
			const [oldest] = kept.keys();
			if (kept.size > maxAnswers && oldest !== undefined) {
				kept.delete(oldest);
			}
		},
		/** After a person has changed something, and for another person. */
		clear: () => kept.clear(),
	};
}
