import type {FileChangeRow} from '#shared/domain/file-changes/file-change.ts';
import {maximumSegmentBytes, truncateBytes} from '#shared/domain/naming/safe-name.ts';
import {enterRoots} from './enter-roots.ts';
import {recordWholeFolder} from './record-moved.ts';
import type {TitleRun} from './title-run.ts';
import {rebased} from './units.ts';

/** A worker has died while it put the title aside. */
export const isHalfParked = ({parked = null, from}: FileChangeRow) => parked !== null && parked !== from;

/**
 * Puts the folder of a title aside, and records it there, because another title waits for its place and it waits, in
 * the end, for that of the other. Its rows begin there from then on. May be repeated after a crash. False if it cannot
 * be.
 */
export async function parkTitle(title: TitleRun): Promise<boolean> {
	const {head, rows, deps} = title;
	await enterRoots(title);
	const {from} = head;
	head.parked ??= await freeName(from, deps.files);
	const aside: FileChangeRow = {...head, to: head.parked, toRoot: head.fromRoot, way: 'folder'};
	await title.save();
	const outcome = head.identity === null ? 'missing' : await deps.files.renameFolder(from, aside.to, head.identity);
	if (outcome !== 'renamed' && outcome !== 'missing') {
		head.parked = null;
		await title.save();
		return false;
	}
	await title.fence();
	await recordWholeFolder({...title, head: aside});
	for (const part of rows.flatMap(row => [row, ...row.companions])) {
		part.from = rebased(part.from, aside);
	}
	await deps.fileChanges.rows.save(rows);
	head.origin = from;
	head.from = aside.to;
	await title.save();
	return true;
}

const ending = ' (moving)';

async function freeName(folder: string, files: TitleRun['deps']['files']): Promise<string> {
	const above = folder.slice(0, folder.lastIndexOf('/') + 1);
	const name = truncateBytes(folder.slice(above.length), maximumSegmentBytes - 2 * ending.length).trimEnd();
	for (let number = 1; ; number += 1) {
		const path = `${above}${name}${ending}${number === 1 ? '' : ` ${number}`}`;
		if ((await files.entry(path)) === null) {
			return path;
		}
	}
}
