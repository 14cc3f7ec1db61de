import {isResting} from '#shared/domain/tasks/search-back-off.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {batchesOf} from '../searches/batches-of.ts';
import type {Subtitled} from './subtitled.ts';

interface Choice {
	titles: AsyncIterable<Subtitled>;
	/** Under which a search of the title rests. */
	keyOf(id: string): string;
	limit: number;
	ignoreRests: boolean;
	isWanted(title: Subtitled): boolean;
	signal: AbortSignal;
	/** Called now and then with the number of titles looked at. */
	progress(looked: number): void;
}

/** The titles that were not searched for the longest time, those that never were first. At most `limit`. */
export async function chooseLongest(choice: Choice, {searchBackOff, now}: Pick<WorkerDeps, 'searchBackOff' | 'now'>) {
	const never: Subtitled[] = [];
	let due: {title: Subtitled; nextSearchAt: Date}[] = [];
	let looked = 0;
	for await (const batch of batchesOf(choice.titles)) {
		choice.signal.throwIfAborted();
		looked += batch.length;
		const wanted = batch.filter(choice.isWanted);
		const waits = await searchBackOff.waits(wanted.map(({owner}) => choice.keyOf(owner.id)));
		for (const title of wanted) {
			const nextSearchAt = waits.get(choice.keyOf(title.owner.id));
			if (!nextSearchAt) {
				never.push(title);
			} else if (choice.ignoreRests || !isResting(nextSearchAt, now())) {
				due.push({title, nextSearchAt});
			}
		}
		due = due.toSorted((a, b) => Number(a.nextSearchAt) - Number(b.nextSearchAt)).slice(0, choice.limit);
		choice.progress(looked);
		if (never.length >= choice.limit) {
			break;
		}
	}
	return {chosen: [...never, ...due.map(({title}) => title)].slice(0, choice.limit), looked};
}
