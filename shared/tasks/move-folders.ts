import {normalPath} from '../domain/folders/root-folder-path.ts';
import {createFolderClaims, holdsRoot, movedFolder, titleAround} from '../domain/folders/title-folder.ts';
import type {LibraryFields} from '../domain/media/title.ts';
import type {Stores} from '../store/database.ts';

type InFolder = Pick<LibraryFields, 'id' | 'path' | 'rootFolderPath'>;

/** What is stored of a title's folder. */
export type OwnFolder = Pick<LibraryFields, 'rootFolderPath' | 'path'>;

interface MovedFolders {
	folders: Map<string, OwnFolder>;
	/** Why titles stay where they are, by id. */
	failures: {id: string; error: string}[];
}

/** The folders of many titles below another root folder, which must be valid. Those that stay the same are left out. */
export async function moveFolders(
	titles: readonly InFolder[],
	givenRoot: string,
	deps: Pick<Stores, 'movies' | 'rootFolders' | 'series'>,
): Promise<MovedFolders> {
	const root = normalPath(givenRoot) ?? givenRoot;
	const wanted = titles.filter(({rootFolderPath}) => rootFolderPath !== root).map(title => ({title, path: movedFolder(title, root)}));
	const paths = wanted.map(({path}) => path);
	const others = [...(await deps.movies.titlesAtFolders(paths)), ...(await deps.series.titlesAtFolders(paths))];
	const roots = (await deps.rootFolders.list()).map(folder => folder.path);
	const claims = createFolderClaims();
	const moved: MovedFolders = {folders: new Map(), failures: []};
	for (const {title, path} of wanted) {
		const other = titleAround(path, others, title.id);
		if (other || holdsRoot(path, roots) || claims.isTaken(path)) {
			moved.failures.push({id: title.id, error: `Its folder would be ${path}, which is that of ${other?.title ?? 'another title'}.`});
		} else {
			claims.claim(path);
			moved.folders.set(title.id, {rootFolderPath: root, path});
		}
	}
	return moved;
}
