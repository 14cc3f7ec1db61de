import {openRowStates} from '#shared/domain/file-changes/file-change.ts';
import type {ChaosWorld} from '../world/chaos-world.ts';
import {readRecords, type StoredTitle, type Tree} from './library.ts';

/** All texts of both disks: nothing may be lost, and nothing may be there twice. */
export function textsOf(trees: readonly Tree[]): string[] {
	return trees.flatMap(tree => Object.values(tree).map(({text}) => text)).sort();
}

/** What is wrong with the files, compared with how it was at the beginning. */
export async function judgeFiles(
	{titles, texts, bytes}: {titles: readonly StoredTitle[]; texts: readonly string[]; bytes: ReadonlyMap<string, string>},
	trees: readonly Tree[],
	world: ChaosWorld,
): Promise<string[]> {
	const faults: string[] = [];
	for (const {id, path, text} of await readRecords(titles, world)) {
		if (text !== bytes.get(id)) {
			faults.push(`the file ${id} is not at ${path}${text === null ? '' : ', where another one is'}`);
		}
	}
	const present = textsOf(trees);
	if (JSON.stringify(present) !== JSON.stringify(texts)) {
		const count = (text: string, all: readonly string[]) => all.filter(each => each === text).length;
		const changed = [...new Set([...present, ...texts])].filter(text => count(text, present) !== count(text, texts));
		faults.push(...changed.map(text => `${text.slice(0, 40)} is there ${count(text, present)} times instead of ${count(text, texts)}`));
	}
	const odd = trees.flatMap(tree => Object.keys(tree)).filter(name => name.includes('.kinoteka'));
	return [...faults, ...odd.map(name => `${name} is unfinished`)];
}

/** The journals of changes that ended have nothing to do any more. */
export async function judgeJournals(ids: readonly string[], {stores: {fileChanges}}: ChaosWorld): Promise<string[]> {
	const faults: string[] = [];
	for (const changeId of ids) {
		for (const state of openRowStates) {
			const {total} = await fileChanges.rows.page({changeId, state, page: 1, limit: 1});
			if (total > 0) {
				faults.push(`${total} files of a change that ended are still ${state}`);
			}
		}
	}
	return faults;
}

/** An undo gives the first listing back: with the same inodes on one disk, the same bytes from another one. */
export function judgeUndo(before: Tree, after: Tree, crossed: readonly StoredTitle[]): string[] {
	const isCrossed = (name: string) => crossed.some(({folder}) => name.startsWith(`${folder}/`));
	const listed = (tree: Tree) =>
		Object.entries(tree).map(([name, {text, inode, links}]) => JSON.stringify(isCrossed(name) ? [name, text] : [name, text, inode, links]));
	const [first, last] = [new Set(listed(before)), new Set(listed(after))];
	const lost = [...first].filter(line => !last.has(line)).map(line => `after the undo there is no ${short(line)}`);
	return [...lost, ...[...last].filter(line => !first.has(line)).map(line => `after the undo there is a new ${short(line)}`)];
}

const short = (line: string) => (line.length > 160 ? `${line.slice(0, 100)}…${line.slice(-40)}` : line);
