import {dirname} from 'node:path';
import {companionTarget} from '#shared/domain/file-changes/companion-target.ts';
import type {ChangedCompanion, FileRowCode} from '#shared/domain/file-changes/file-change.ts';
import {namedFileOf} from '#shared/domain/file-changes/named-file.ts';
import {type PlannableTitle, type PlannedTitle, planTitle, rootOf, type WantedChange} from '#shared/domain/file-changes/plan-title.ts';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import {namesakeFolders} from '#shared/domain/folders/title-folder.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {type EpisodeNaming, episodeFile, seasonFolder, seriesFolder} from '#shared/domain/naming/episode-path.ts';
import {type MovieNaming, movieFile, movieFolder} from '#shared/domain/naming/movie-path.ts';
import {episodeNaming, movieNaming} from '#shared/settings/naming.ts';
import type {NewRow} from '#shared/store/libraries/file-changes.ts';
import {whyNotFolder} from '#shared/store/titles/title-folders.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'customFormats' | 'episodes' | 'files' | 'movies' | 'rootFolders' | 'series' | 'settings'>;

/** What names are made of, besides the titles and files. */
export interface Naming {
	movie: MovieNaming;
	episode: EpisodeNaming;
	/** Names of the formats that belong into file names, by their ids. */
	formats: ReadonlyMap<string, string>;
}

export async function readNaming({settings, customFormats}: Pick<Deps, 'customFormats' | 'settings'>): Promise<Naming> {
	const formats = (await customFormats.list()).filter(({includeWhenRenaming}) => includeWhenRenaming);
	return {
		movie: movieNaming(settings),
		episode: episodeNaming(settings),
		formats: new Map(formats.map(({id, name}) => [id, name])),
	};
}

function named(file: MediaFile, {formats}: Naming, mode: 'movie' | 'tv') {
	const own = (file.formatIds ?? []).flatMap(id => formats.get(id) ?? []);
	return namedFileOf(file, own, mode);
}

/** A movie as plans need it. */
export function plannableMovie(movie: Movie, naming: Naming): PlannableTitle {
	const {id, title, file, path, rootFolderPath, metaId} = movie;
	return {
		id,
		kind: 'movie',
		title,
		metaId,
		folder: path,
		rootFolderPath,
		folderName: movieFolder(movie, naming.movie),
		files: file
			? [{id: file.id, path: file.path, size: file.size, name: movieFile(movie, named(file, naming, 'movie'), naming.movie)}]
			: [],
	};
}

/** The same of a series, with those of its episodes that are given. */
export function plannableSeries(series: Series, episodes: readonly Episode[], naming: Naming): PlannableTitle {
	const {id, title, path, rootFolderPath, metaId} = series;
	const byFile = Map.groupBy(
		episodes.filter(({file}) => file !== null),
		({file}) => file?.id,
	);
	const files = [...byFile.values()].flatMap(of => {
		const [first] = of;
		return first?.file ? [toPlannableFile(first.file, of, series, naming)] : [];
	});
	return {id, kind: 'series', title, metaId, folder: path, rootFolderPath, folderName: seriesFolder(series, naming.episode), files};
}

function toPlannableFile(file: MediaFile, episodes: readonly Episode[], series: Series, naming: Naming) {
	const name = episodeFile(series, {episodes, file: named(file, naming, 'tv')}, naming.episode);
	const season = series.seasonFolder ? `${seasonFolder(series, episodes[0]?.seasonNumber ?? 0, naming.episode)}/` : '';
	return {id: file.id, path: file.path, size: file.size, name: season + name};
}

/** Files of a title that are looked at in parallel. */
const looksAtOnce = 8;

interface Planning {
	changeId: string;
	/** The number of the first row. */
	number: number;
	roots: readonly string[];
	signal: AbortSignal;
}

/**
 * The rows of a title: itself first, then the files that get another path, each with a code if it cannot have it.
 * Empty if nothing changes. Changes nothing.
 */
export async function planRows(
	title: PlannableTitle,
	wanted: WantedChange,
	{changeId, number, roots, signal}: Planning,
	deps: Pick<Deps, 'files' | 'movies' | 'rootFolders' | 'series'>,
): Promise<NewRow[]> {
	const plan = await planApart(title, wanted, roots, deps);
	const {folder} = plan;
	const isUnchanged = folder.from === folder.to && folder.fromRoot === folder.toRoot && plan.files.length === 0;
	if (isUnchanged) {
		return [];
	}
	const common = {changeId, titleId: title.id, titleKind: title.kind, title: title.title, fromRoot: folder.fromRoot, toRoot: folder.toRoot};
	const disk = await lookAtFolders(plan, roots, deps);
	const rows: NewRow[] = [];
	const bare = {...common, companions: [], way: null};
	rows.push({
		...bare,
		number,
		what: 'title',
		fileId: null,
		from: folder.from,
		to: folder.to,
		size: 0,
		links: 0,
		identity: disk.identity,
		...coded(disk.code),
	});
	const froms = new Set(plan.files.map(({from}) => from));
	for (let start = 0; start < plan.files.length; start += looksAtOnce) {
		signal.throwIfAborted();
		const some = plan.files.slice(start, start + looksAtOnce);
		const looked = await Promise.all(some.map(file => lookAt(file, {plan, disk, froms, roots}, deps)));
		rows.push(
			...some.map(({fileId, from, to, size}, index) =>
				toRow({...bare, number: number + start + index + 1, fileId, from, to, size}, looked[index]),
			),
		);
	}
	return rows;
}

/**
 * A folder that is another title's, or that another one is in, is no place for this title: it gets its id, as a new one
 * does.
 */
async function planApart(
	title: PlannableTitle,
	wanted: WantedChange,
	roots: readonly string[],
	deps: Pick<Deps, 'movies' | 'rootFolders' | 'series'>,
): Promise<PlannedTitle> {
	const plan = planTitle(title, wanted, roots);
	const {from, to, toRoot} = plan.folder;
	if (from === to) {
		return plan;
	}
	const candidates = wanted.folders ? [to, ...namesakeFolders(to, {root: toRoot, metaId: title.metaId})] : [to];
	for (const path of candidates) {
		if (path === from || (await whyNotFolder(path, title.id, deps)) === null) {
			return path === to ? plan : planTitle(title, {...wanted, path}, roots);
		}
	}
	const blocked = {code: 'collision' as const};
	return {folder: {...plan.folder, ...blocked}, files: plan.files.map(file => ({...file, ...blocked}))};
}

const coded = (code: FileRowCode | null) => ({code, state: code === null ? ('planned' as const) : ('skipped' as const)});

function toRow(row: Omit<NewRow, 'what' | 'links' | 'identity' | 'code' | 'state'>, looked: Looked | undefined): NewRow {
	const {links = 0, identity = null, companions = [], code = null} = looked ?? {};
	return {...row, what: 'file', links, identity, companions, ...coded(code)};
}

interface Looked {
	links: number;
	identity: string | null;
	companions: ChangedCompanion[];
	code: FileRowCode | null;
}

interface FolderLook {
	/** Of the title's own folder; null if it has none. */
	identity: string | null;
	code: FileRowCode | null;
	/** Something has the name of the new folder, so each file has to be looked for. */
	isTargetThere: boolean;
	/** Is a folder really where its name says? Each is asked once. */
	isReal(folder: string): Promise<boolean>;
}

async function lookAtFolders({folder}: PlannedTitle, roots: readonly string[], {files}: Pick<Deps, 'files'>): Promise<FolderLook> {
	const known = new Map<string, boolean>();
	const isReal = async (path: string) => {
		const root = rootOf(path, roots);
		const isKnown = known.get(path) ?? (root !== undefined && (await files.isWhereItSeems(path, root)));
		known.set(path, isKnown);
		return isKnown;
	};
	const isMoved = folder.from !== folder.to;
	const [own, target] = await Promise.all([files.entry(folder.from), isMoved ? files.entry(folder.to) : null]);
	const leadsOut = isMoved && own !== null && !(await isReal(folder.from));
	const isInOther = target !== null && target.kind !== 'folder';
	const code = folder.code ?? (leadsOut ? ('link_leads_outside' as const) : isInOther ? ('target_exists' as const) : null);
	return {identity: own?.kind === 'folder' ? own.identity : null, code, isTargetThere: !isMoved || target !== null, isReal};
}

interface Around {
	plan: PlannedTitle;
	disk: FolderLook;
	/** Present paths of the files that get another one. */
	froms: ReadonlySet<string>;
	roots: readonly string[];
}

async function lookAt(
	file: PlannedTitle['files'][number],
	{plan, disk, froms, roots}: Around,
	{files}: Pick<Deps, 'files'>,
): Promise<Looked> {
	const {from, to, size} = file;
	const bare: Looked = {links: 0, identity: null, companions: [], code: disk.code ?? file.code};
	if (bare.code === 'outside_root' && rootOf(from, roots) === undefined) {
		return bare;
	}
	const found = await files.entry(from);
	if (!found) {
		return {...bare, code: bare.code ?? 'file_missing'};
	}
	const looked = {...bare, links: found.links, identity: found.identity};
	if (looked.code !== null) {
		return looked;
	}
	if (found.kind !== 'file' || !(await disk.isReal(dirname(from)))) {
		return {...looked, code: 'link_leads_outside'};
	}
	if (found.size !== size) {
		return {...looked, code: 'changed_on_disk'};
	}
	if (await isTaken(to, found.identity, {froms, disk}, files)) {
		return {...looked, code: 'target_exists'};
	}
	// In a folder that moves as a whole, what keeps its name comes along by itself.
	const {folder} = plan;
	const comesAlong = isWithinFolder(from, folder.from) && to === folder.to + from.slice(folder.from.length);
	const companions = comesAlong ? [] : await lookAtCompanions({from, to}, froms, files);
	const isBlocked = await Promise.all(companions.map(each => isTaken(each.to, each.identity, {froms, disk}, files)));
	return {...looked, companions, code: isBlocked.includes(true) ? 'target_exists' : null};
}

/** Is there something else under the new name? What another file of the title leaves is no obstacle. */
async function isTaken(
	to: string,
	identity: string | null,
	{froms, disk}: Pick<Around, 'froms' | 'disk'>,
	files: WorkerDeps['files'],
): Promise<boolean> {
	if (!disk.isTargetThere || froms.has(to)) {
		return false;
	}
	const present = await files.entry(to);
	return present !== null && present.identity !== identity;
}

async function lookAtCompanions(
	video: {from: string; to: string},
	froms: ReadonlySet<string>,
	files: WorkerDeps['files'],
): Promise<ChangedCompanion[]> {
	const paths = (await files.companionsOf(video.from)).filter(path => !froms.has(path));
	const looked = await Promise.all(
		paths.map(async from => ({
			from,
			to: companionTarget(from, video),
			identity: (await files.entry(from))?.identity ?? null,
			placed: null,
		})),
	);
	return looked.filter(({from, to, identity}) => from !== to && identity !== null);
}
