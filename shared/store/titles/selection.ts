import type {FileSelection} from '../../domain/file-changes/file-change.ts';
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
