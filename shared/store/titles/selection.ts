import type {FileSelection} from '../../domain/file-changes/file-change.ts';
import {isWithinFolder} from '../../domain/folders/root-folder-path.ts';
import {pathsWithin} from '../../lists/filter.ts';

export type TitleSelection = Pick<FileSelection, 'libraryId' | 'rootFolderPath' | 'all'>;

/** The condition for titles with these ids, or in the library, or below the root folder. */
export function selectionFilter({libraryId, rootFolderPath, all}: TitleSelection, ids: readonly string[]): object {
	const among = [
		...(ids.length > 0 ? [{_id: {$in: [...ids]}}] : []),
		...(libraryId === null ? [] : [{libraryId}]),
		...(rootFolderPath === null ? [] : [{rootFolderPath: pathsWithin(rootFolderPath)}]),
	];
	const none = {_id: {$in: []}};
	return all ? {} : among.length > 0 ? {$or: among} : none;
}

/** Is a title among those that `selectionFilter` finds? `ids` are those of its kind. */
export const isSelected = (
	title: {id: string; libraryId: string | null; rootFolderPath: string},
	{libraryId, rootFolderPath, all}: TitleSelection,
	ids: readonly string[],
): boolean =>
	all ||
	ids.includes(title.id) ||
	(libraryId !== null && title.libraryId === libraryId) ||
	(rootFolderPath !== null && isWithinFolder(title.rootFolderPath, rootFolderPath));
