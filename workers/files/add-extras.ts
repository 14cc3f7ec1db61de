import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import type {NewRow} from '#shared/store/libraries/file-change-rows.ts';
import type {TitleRun} from './title-run.ts';

/** Our own unfinished files, and marks that operating systems leave in every folder. */
const passing = /(?:^|\/)(?:\.kinoteka-[^/]*|\.DS_Store|Thumbs\.db)$/;

/**
 * Adds rows for what else lies in the title's own folder, such as extras and pictures, when it is moved file by file.
 * Their names stay. Links stay where they are: what they lead to may be anywhere.
 */
export async function addExtras(title: TitleRun): Promise<void> {
	const {head, rows, deps, signal, change} = title;
	const {from, to} = head;
	if (from === to || change.kind === 'undo' || !(await deps.files.isFolder(from))) {
		return;
	}
	const all = await deps.fileChanges.rows.ofTitle(head.changeId, title.id);
	const known = new Set(all.flatMap(row => [row.from, ...row.companions.map(each => each.from)]));
	const recorded = await recordedPaths(title);
	const listed = await deps.files.list(from, signal, path => deps.log.warn({path}, 'A file with an unreadable name stays where it is'));
	const extras = listed.filter(
		({path, relative, isLink}) => !(isLink || known.has(path) || recorded.has(path) || passing.test(relative)) && !isWithinFolder(path, to),
	);
	const fresh = await Promise.all(
		extras.map(async ({path, relative, size}): Promise<NewRow> => {
			const entry = await deps.files.entry(path);
			const {id: _, placed: _placed, ...rest} = head;
			return {
				...rest,
				number: head.number,
				what: 'extra',
				from: path,
				to: `${to}/${relative}`,
				size,
				links: entry?.links ?? 0,
				identity: entry?.identity ?? null,
				way: null,
				companions: [],
				state: 'planned',
				code: null,
			};
		}),
	);
	const blocked = new Set<string>();
	for (const row of fresh) {
		const present = await deps.files.entry(row.to);
		if (row.identity === null || (present !== null && present.identity !== row.identity)) {
			blocked.add(row.from);
		}
	}
	await deps.fileChanges.rows.add(fresh.filter(row => !blocked.has(row.from)));
	const added = (await deps.fileChanges.rows.ofTitle(head.changeId, title.id)).filter(row => row.what === 'extra' && row.state !== 'done');
	rows.push(...added.filter(row => !rows.some(({id}) => id === row.id)));
}

/** Files of the title, or of another one, that stay: they have a code, or are no part of this change. */
async function recordedPaths({head, deps: {recordedFiles}}: TitleRun): Promise<Set<string>> {
	return new Set((await recordedFiles.below(head.from, 20_000)).map(({path}) => path));
}
