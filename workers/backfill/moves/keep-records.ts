import type {MoveKind} from '#shared/domain/moves/move.ts';
import type {MoveStore, RowTrace} from '#shared/store/libraries/moves.ts';

/** Notes what the records of a kind have become, so that a killed run goes on and an undo finds them. */
export type Keeper = Awaited<ReturnType<typeof createKeeper>>;

export async function createKeeper(about: {moveId: string; source: number; kind: MoveKind}, {rows}: Pick<MoveStore, 'rows'>) {
	const traces = await rows.traces(about);
	const note = (sourceId: string, ourId: string) => rows.note(about, new Map([[sourceId, ourId]]));
	return {
		/** What an earlier run, or this one, has written for it. */
		trace: (sourceId: string): RowTrace | null => traces.get(sourceId) ?? null,
		/** The record that it has become, is already by `find`, or becomes by `add`. */
		async keep(
			sourceId: string,
			{find, add}: {find(): Promise<string | null> | string | null; add(): Promise<string>},
		): Promise<{id: string; isNew: boolean}> {
			const known = traces.get(sourceId);
			if (known?.ourId) {
				return {id: known.ourId, isNew: false};
			}
			const same = await find();
			if (same === null) {
				await rows.begin({...about, sourceId}, {made: true});
			}
			const ourId = same ?? (await add());
			await note(sourceId, ourId);
			traces.set(sourceId, {...known, ourId});
			return {id: ourId, isNew: same === null};
		},
		/** Changes something that is there in any case; what it was before is noted first. */
		async change<Value>(sourceId: string, {before, wrote, write}: {before: Value; wrote: Value; write(value: Value): Promise<unknown>}) {
			const known = traces.get(sourceId);
			if (known?.ourId) {
				return;
			}
			// A run that was killed in between may have written it: what is there now is not what was before.
			if (known?.wrote === undefined) {
				await rows.begin({...about, sourceId}, {before, wrote});
			}
			await write(wrote);
			await note(sourceId, sourceId);
			traces.set(sourceId, {...known, ourId: sourceId});
		},
	};
}

/** The records of this kind that sources of the move up to this one have made. */
export async function madeRecords(
	{moveId, source, kind}: {moveId: string; source: number; kind: MoveKind},
	{rows}: Pick<MoveStore, 'rows'>,
): Promise<Set<string>> {
	const ids = new Set<string>();
	for (let each = 0; each <= source; each += 1) {
		for (const {ourId, made} of (await rows.traces({moveId, source: each, kind})).values()) {
			made && ourId && ids.add(ourId);
		}
	}
	return ids;
}
