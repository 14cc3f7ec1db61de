import type {RouteDeps} from '#api/services.ts';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import {Conflict} from '#shared/errors.ts';
import {text, textOrNull} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import type {TitleCopy} from '#shared/store/titles/title-copies.ts';
import {HttpFailure} from './failures.ts';
import {libraryRoot} from './title-tags.ts';

export type CopyId = Pick<TitleCopy, 'id' | 'libraryId' | 'path'>;

/** A title among those of the same work. */
export const copyView = viewOf<CopyId>()(
	{id: text, libraryId: textOrNull.description('Its library; null for none.'), path: text.description('Its folder.')},
	'TitleCopy',
);

interface Copies {
	copiesOf(metaIds: readonly number[]): Promise<TitleCopy[]>;
}

/** Adds or moves a title. The failure of one that is there already says which copies there are. */
export async function orCopies<Result>(work: Promise<Result>, metaId: number, titles: Copies): Promise<Result> {
	return work.catch(async error => {
		if (!(error instanceof Conflict && (error.code === 'movie_exists' || error.code === 'series_exists'))) {
			throw error;
		}
		const copies = (await titles.copiesOf([metaId])).map(copyView.present);
		throw new HttpFailure(409, error.code, {message: error.message, members: {copies}});
	});
}

/** The copies of each of these works, the oldest first. */
export async function readCopies(metaIds: readonly number[], titles: Copies): Promise<(metaId: number) => TitleCopy[]> {
	const byWork = Map.groupBy(await titles.copiesOf(metaIds), ({metaId}) => metaId);
	return metaId => byWork.get(metaId) ?? [];
}

interface Moved {
	rootFolderPath?: string | undefined;
	path?: string | undefined;
	libraryId?: string | null | undefined;
	moveFiles?: boolean | undefined;
}

/** The folder that a body asks for. Files that move to another library go to its root folder if the body names none. */
export async function askedFolder(
	{rootFolderPath, path, libraryId, moveFiles}: Moved,
	stored: {rootFolderPath: string} | null,
	deps: Pick<RouteDeps, 'libraries' | 'rootFolders'>,
): Promise<{rootFolderPath?: string; path?: string}> {
	if (rootFolderPath === undefined && path === undefined && moveFiles && libraryId) {
		const root = await libraryRoot(libraryId, deps);
		return root === null || (stored && isWithinFolder(stored.rootFolderPath, root)) ? {} : {rootFolderPath: root};
	}
	return {...(rootFolderPath !== undefined && {rootFolderPath}), ...(path !== undefined && {path})};
}
