import type {FileChangeRow} from '#shared/domain/file-changes/file-change.ts';
import {rebased} from './file-moves.ts';
import {isHalfParked, parkTitle, returnFiles} from './park-title.ts';
import {isOpen, skip, type TitleOutcome} from './skip-title.ts';
import type {MoveDeps, TitleRun} from './title-run.ts';

/** Titles that are read together. */
const readTogether = 240;

interface Waiting {
	deps: MoveDeps;
	signal: AbortSignal;
	/** Ids of titles that a worker which died may have begun. */
	begun: ReadonlySet<string>;
	/** Works on one title, or does something else with it while its lease is held. */
	run(head: FileChangeRow, instead?: (title: TitleRun) => Promise<TitleOutcome>): Promise<void>;
}

/** A title whose new folder, or a name of whose files, others have still. */
interface Stuck {
	head: FileChangeRow;
	/** Ids of the others. */
	others: string[];
}

/**
 * Makes the titles of a change that get a folder, or names of files, which another one of them leaves, each as soon as
 * they are free. Of titles that have each other's one is put aside first.
 */
export async function runWaitingTitles(changeId: string, {deps, signal, begun, run}: Waiting): Promise<void> {
	const {rows} = deps.fileChanges;
	const park = async (title: TitleRun) => ((await parkTitle(title)) ? {done: 0, skipped: 0} : skip(title, 'collision'));
	if (begun.size > 0) {
		for await (const head of openTitles(changeId, deps)) {
			// Its old place may be free in its record and not on the disk, or the other way round.
			if (begun.has(head.titleId) && isHalfParked(head, await rows.ofTitle(changeId, head.titleId))) {
				await run(head, park);
			}
		}
	}
	for (;;) {
		const stuck = new Map<string, Stuck>();
		let isAnyMade = false;
		for await (const head of openTitles(changeId, deps)) {
			signal.throwIfAborted();
			const others = await othersInWay(head, deps);
			if (others.length > 0) {
				stuck.set(head.titleId, {head, others});
				continue;
			}
			const free = {...head, awaits: false};
			// Before it is begun: a cancellation has to find it after a kill.
			await rows.save([free]);
			await run(free);
			isAnyMade = true;
		}
		if (stuck.size === 0) {
			return;
		}
		const aside = isAnyMade ? null : inCircle(stuck);
		if (aside) {
			await run(aside, park);
		} else if (!isAnyMade) {
			for (const {head} of stuck.values()) {
				await run(head, async title => {
					await returnFiles(title);
					return skip(title, 'collision');
				});
			}
		}
	}
}

async function* openTitles(changeId: string, {fileChanges}: Pick<MoveDeps, 'fileChanges'>): AsyncGenerator<FileChangeRow> {
	for (let after = -1; ; ) {
		const heads = await fileChanges.rows.nextTitles(changeId, after, readTogether);
		yield* heads;
		if (heads.length < readTogether) {
			return;
		}
		after = heads.at(-1)?.number ?? after;
	}
}

/** The titles that have still the folder of this one, or a name that its files get. */
async function othersInWay(head: FileChangeRow, deps: MoveDeps): Promise<string[]> {
	const {titleId, changeId, from, to} = head;
	const others = new Set(from === to ? [] : await titlesAt(to, titleId, deps));
	const rows = (await deps.fileChanges.rows.ofTitle(changeId, titleId)).filter(row => row.what === 'file' && isOpen(row));
	for (const row of rows) {
		for (const part of [row, ...row.companions].filter(each => rebased(each.from, head) !== each.to)) {
			const present = await deps.files.entry(part.to);
			if (present !== null && present.identity !== part.identity) {
				const called = (await deps.recordedFiles.called(row.to)).filter(
					({id, path}) => id !== titleId && (part !== row || path === row.to),
				);
				called.forEach(({id}) => void others.add(id));
			}
		}
	}
	return [...others];
}

async function titlesAt(path: string, except: string, {movies, series}: MoveDeps): Promise<string[]> {
	const found = await Promise.all([movies.titlesAtFolders([path]), series.titlesAtFolders([path])]);
	return found.flat().flatMap(({id}) => (id === except ? [] : [id]));
}

/** A title that waits for itself in the end, and was not put aside yet; null if all wait for titles that stay. */
function inCircle(stuck: ReadonlyMap<string, Stuck>): FileChangeRow | null {
	const settled = new Set<string>();
	for (const first of stuck.keys()) {
		const way: string[] = [];
		for (let id: string | undefined = first; id !== undefined && !settled.has(id); id = stuck.get(id)?.others[0]) {
			settled.add(id);
			way.push(id);
		}
		const next = stuck.get(way.at(-1) ?? '')?.others[0] ?? '';
		const circle = way.includes(next) ? way.slice(way.indexOf(next)) : [];
		const heads = circle.flatMap(id => stuck.get(id)?.head ?? []);
		const chosen = heads.find(({temporaryPath = null}) => temporaryPath === null);
		if (chosen) {
			return chosen;
		}
	}
	return null;
}
