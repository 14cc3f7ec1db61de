import {blackholeFolders} from '#shared/domain/downloads/blackhole-settings.ts';
import {isWithinFolder, normalPath} from '#shared/domain/folders/root-folder-path.ts';
import type {Pool} from '#shared/jobs/queues.ts';
import type {NeededFolder, Reach, Reports} from '#shared/machines/reports.ts';
import type {WorkerDeps} from './deps.ts';

type Deps = Pick<WorkerDeps, 'clientFolders' | 'downloadClients' | 'files' | 'rootFolders' | 'settings'>;

/** Which of the folders that jobs need this process reaches. An empty one may be where a disk is not mounted. */
export async function lookAtFolders(deps: Deps): Promise<Reach> {
	const {folders, outboxes} = await neededFolders(deps);
	const isThere = async (path: string) => (await deps.files.folderId(path)) !== null || (outboxes.has(path) && deps.files.isFolder(path));
	const are = await Promise.all(folders.map(({path}) => isThere(path)));
	return {reached: folders.filter((_folder, index) => are[index]), missing: folders.filter((_folder, index) => !are[index])};
}

/** `outboxes` are often empty: another program takes out at once what we put there. */
async function neededFolders({
	rootFolders,
	downloadClients,
	clientFolders,
	settings,
}: Deps): Promise<{folders: NeededFolder[]; outboxes: ReadonlySet<string>}> {
	const [roots, clients] = await Promise.all([rootFolders.list(), downloadClients.list()]);
	const ofClients = await Promise.all(
		clients.map(async client => (await clientFolders.ofClient(client)).map(path => ({path, name: `downloads of ${client.name}`}))),
	);
	const outboxes = clients.flatMap(client => {
		const folders = blackholeFolders(client);
		return folders ? [{path: folders.directory, name: `releases for ${client.name}`}] : [];
	});
	const backups = settings.get('backup.folder');
	const all: NeededFolder[] = [
		...roots.map(({path, name}) => ({path, kind: 'root' as const, name: `root folder ${name}`})),
		...[...ofClients.flat(), ...outboxes].map(folder => ({...folder, kind: 'downloads' as const})),
		...(backups === '' ? [] : [{path: backups, kind: 'backups' as const, name: 'folder for backups'}]),
	];
	const folders = [...new Map(all.map(({path, ...rest}) => [normalPath(path) ?? path, rest])).entries()].map(([path, rest]) => ({
		path,
		...rest,
	}));
	return {folders, outboxes: new Set(outboxes.map(({path}) => path))};
}

/** Paths that a job needs; `all` for every root folder. */
export type NeededPaths = readonly string[] | 'all';

/**
 * Whether a job has to go to another process: this one misses a folder of the job, and another one of the pool has all
 * that anybody has. If nobody has more, the job runs here, and says what is missing.
 */
export async function goesElsewhere(pool: Pool, needed: () => Promise<NeededPaths>, reports: Reports): Promise<boolean> {
	if (reports.own().missing.length === 0) {
		return false;
	}
	const [paths, others] = await Promise.all([needed(), reports.others()]);
	const isNeeded = ({path, kind}: NeededFolder) => (paths === 'all' ? kind === 'root' : paths.some(each => isWithinFolder(each, path)));
	if (!reports.own().missing.some(isNeeded)) {
		return false;
	}
	const colleagues = others.filter(({services}) => services.includes(`worker:${pool}`));
	const pathsOf = ({reached}: Reach) => new Set(reached.filter(isNeeded).map(({path}) => path));
	const isBetter = (reach: Reach) => {
		const there = [...others, reports.own()].map(pathsOf).reduce((all, some) => all.union(some), new Set<string>());
		return there.isSubsetOf(pathsOf(reach)) && !there.isSubsetOf(pathsOf(reports.own()));
	};
	if (!colleagues.some(isBetter)) {
		return false;
	}
	// It may have been mounted since the last report.
	await reports.renew();
	return colleagues.some(isBetter);
}
