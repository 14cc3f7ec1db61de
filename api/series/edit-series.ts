import {invalid} from '#api/http/read-input.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import {isWithinFolder, normalPath} from '#shared/domain/media/root-folder-path.ts';
import type {RootFolderStore} from '#shared/store/root-folders.ts';
import type {SeriesChange, SeriesStore} from '#shared/store/series.ts';
import type {EditSeriesBody} from './schema.ts';

interface EditDeps {
	series: SeriesStore;
	rootFolders: RootFolderStore;
}

/** What a body changes: a new root folder takes the series' own folder with it. Throws Invalid when the folder cannot be this series'. */
export async function toSeriesChange(series: Series, body: EditSeriesBody, deps: EditDeps): Promise<SeriesChange> {
	const {rootFolderPath: givenRoot, path: givenPath, ...change} = body;
	if (givenRoot === undefined && givenPath === undefined) {
		return change;
	}
	const roots = (await deps.rootFolders.list()).map(({path}) => path);
	const askedRoot = givenRoot === undefined ? null : normalPath(givenRoot);
	const path = givenPath === undefined ? movedPath(series, askedRoot ?? series.rootFolderPath) : normalPath(givenPath);
	const root = askedRoot ?? [series.rootFolderPath, ...roots].find(folder => path !== null && isWithinFolder(path, folder));
	if (path === null || root === undefined || path === root || !isWithinFolder(path, root)) {
		throw invalid([{path: 'path', message: `path must be a folder below ${askedRoot ?? 'a root folder of /api/root-folders'}`}]);
	}
	const other = await deps.series.titleAtFolder(path, {except: series.id});
	if (other !== null) {
		throw invalid([{path: 'path', message: `path must not be, hold or lie in the folder of another series, as that of ${other} does`}]);
	}
	return {...change, rootFolderPath: root, path};
}

function movedPath({path, rootFolderPath}: Series, root: string): string {
	const inside = isWithinFolder(path, rootFolderPath) ? path.slice(rootFolderPath.length) : path.slice(path.lastIndexOf('/'));
	return normalPath(`${root}/${inside}`) ?? path;
}
