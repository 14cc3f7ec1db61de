import {dirname} from 'node:path';
import {companionTarget} from '#shared/domain/file-changes/companion-target.ts';
import {type ChangedCompanion, type FileRowCode, nameKey} from '#shared/domain/file-changes/file-change.ts';
import {type PlannableTitle, type PlannedTitle, rootOf, type WantedChange} from '#shared/domain/file-changes/plan-title.ts';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import type {NewRow} from '#shared/store/libraries/file-change-rows.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {noOthers, type OtherTitles, planApart} from './plan-apart.ts';

type Deps = Pick<WorkerDeps, 'files' | 'libraries' | 'movies' | 'rootFolders' | 'series'>;

/** Files of a title that are inspected in parallel. */
const filesAtOnce = 8;

interface Planning {
	changeId: string;
	/** The number of the first row. */
	number: number;
	roots: readonly string[];
	signal: AbortSignal;
	/** What the other titles of the plan do. */
	others?: OtherTitles;
}

/**
 * The rows of a title: itself first, then the files that get another path, each with a code if it cannot have it.
 * Empty if nothing changes. Changes nothing.
 */
export async function planRows(
	title: PlannableTitle,
	wanted: WantedChange,
	{changeId, number, roots, signal, others = noOthers}: Planning,
	deps: Deps,
): Promise<NewRow[]> {
	const plan = await planApart(title, wanted, {roots, others}, deps);
	const {folder} = plan;
	const isUnchanged = folder.from === folder.to && folder.fromRoot === folder.toRoot && plan.files.length === 0;
	if (isUnchanged) {
		return [];
	}
	const common = {changeId, titleId: title.id, titleKind: title.kind, title: title.title, fromRoot: folder.fromRoot, toRoot: folder.toRoot};
	const disk = await inspectFolders(plan, roots, deps);
	const states = await inParts(plan.files, signal, file => inspectFile(file, {plan, disk, roots}, deps));
	const isLeft = (path: string, video: string) => others.isLeft({path, video, titleId: title.id});
	const waits = await markTaken(plan, states, {disk, signal, isLeft}, deps);
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
		...coded(disk.code ?? whyAllStay(states)),
		...((plan.isVacated || waits) && {awaits: true}),
	});
	rows.push(
		...plan.files.map(({fileId, from, to, size}, index) =>
			withClaim(toRow({...bare, number: number + index + 1, fileId, from, to, size}, states[index]), folder, disk.identity),
		),
	);
	return rows;
}

/** A title none of whose files can be moved keeps its folder and everything in it; files that are gone do not count. */
function whyAllStay(states: readonly FileState[]): FileRowCode | null {
	const isStaying = states.every(({code}) => code !== null);
	return (isStaying && states.find(({code}) => code !== 'file_missing')?.code) || null;
}

async function inParts<T, Result>(
	all: readonly T[],
	signal: AbortSignal,
	work: (each: T, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	for (let start = 0; start < all.length; start += filesAtOnce) {
		signal.throwIfAborted();
		results.push(...(await Promise.all(all.slice(start, start + filesAtOnce).map((each, index) => work(each, start + index)))));
	}
	return results;
}

interface Names {
	disk: FolderState;
	signal: AbortSignal;
	isLeft(path: string, video: string): Promise<boolean>;
}

/**
 * Marks files whose new name, or that of a file that follows them, is taken. A name that another file of the title
 * leaves is free; so whenever one file has to stay, the others are checked again. Returns whether the title has to wait
 * for others that leave names of its files.
 */
async function markTaken(
	{files: planned}: PlannedTitle,
	states: FileState[],
	{disk, signal, isLeft}: Names,
	{files}: Pick<Deps, 'files'>,
): Promise<boolean> {
	const awaited = new Set<string>();
	for (let isStable = false; !isStable; ) {
		const free = states.map(({code}, index) => (code === null ? planned[index] : undefined));
		const froms = new Set(
			free.flatMap((file, index) => (file ? [file.from, ...(states[index]?.companions ?? []).map(each => each.from)] : [])),
		);
		const taken = await inParts(free, signal, async (file, index) => {
			const own = states[index];
			const wanted = file && own ? [{to: file.to, identity: own.identity}, ...own.companions] : [];
			const found = await Promise.all(
				wanted.map(async ({to, identity}) => {
					if (awaited.has(to) || !(await isTaken(to, identity, {froms, disk}, files))) {
						return false;
					}
					const isAwaited = file !== undefined && (await isLeft(to, file.to));
					isAwaited && awaited.add(to);
					return !isAwaited;
				}),
			);
			return found.includes(true);
		});
		isStable = !taken.includes(true);
		for (const [index, isBlocked] of taken.entries()) {
			const own = states[index];
			if (isBlocked && own) {
				own.code = 'target_exists';
			}
		}
	}
	return states.some(({code, companions}, index) => {
		const to = planned[index]?.to;
		return code === null && [...companions.map(each => each.to), to ?? ''].some(path => awaited.has(path));
	});
}

const coded = (code: FileRowCode | null) => ({code, state: code === null ? ('planned' as const) : ('skipped' as const)});

function toRow(row: Omit<NewRow, 'what' | 'links' | 'identity' | 'code' | 'state'>, states: FileState | undefined): NewRow {
	const {links = 0, identity = null, companions = [], code = null} = states ?? {};
	return {...row, what: 'file', links, identity, companions, ...coded(code)};
}

/** On a disk that tells capitals apart, `Film` and `FILM` are two folders, and their files have no names in common. */
function withClaim(row: NewRow, {from, to}: PlannedTitle['folder'], identity: string | null): NewRow {
	return from === to && identity !== null && isWithinFolder(row.to, to)
		? {...row, claim: `${identity}${nameKey(row.to.slice(to.length))}`}
		: row;
}

interface FileState {
	links: number;
	identity: string | null;
	companions: ChangedCompanion[];
	code: FileRowCode | null;
}

interface FolderState {
	/** Of the title's own folder; null if it has none. */
	identity: string | null;
	code: FileRowCode | null;
	/** Something has the name of the new folder, so each file has to be checked. */
	isTargetThere: boolean;
	/** Is a folder really where its name says? Each is asked once. */
	isReal(folder: string): Promise<boolean>;
}

async function inspectFolders(
	{folder, isVacated = false}: PlannedTitle,
	roots: readonly string[],
	{files}: Pick<Deps, 'files'>,
): Promise<FolderState> {
	const known = new Map<string, boolean>();
	const isReal = async (path: string) => {
		const root = rootOf(path, roots);
		const isKnown = known.get(path) ?? (root !== undefined && (await files.isWhereItSeems(path, root)));
		known.set(path, isKnown);
		return isKnown;
	};
	const isMoved = folder.from !== folder.to;
	const [own, target] = await Promise.all([files.entry(folder.from), isMoved && !isVacated ? files.entry(folder.to) : null]);
	const leadsOut = isMoved && own !== null && !(await isReal(folder.from));
	// The disk ignores capitals, and takes the folder of another title for this one.
	const isNamedElse = target !== null && target.identity !== own?.identity && !(await files.hasExactName(folder.to));
	const isInOther = target !== null && (target.kind !== 'folder' || isNamedElse);
	const code = folder.code ?? (leadsOut ? ('link_leads_outside' as const) : isInOther ? ('target_exists' as const) : null);
	return {identity: own?.kind === 'folder' ? own.identity : null, code, isTargetThere: !isMoved || target !== null, isReal};
}

interface InspectContext {
	plan: PlannedTitle;
	disk: FolderState;
	roots: readonly string[];
}

async function inspectFile(
	file: PlannedTitle['files'][number],
	{plan, disk, roots}: InspectContext,
	{files}: Pick<Deps, 'files'>,
): Promise<FileState> {
	const {from, to, size} = file;
	const bare: FileState = {links: 0, identity: null, companions: [], code: disk.code ?? file.code};
	if (bare.code === 'outside_root' && rootOf(from, roots) === undefined) {
		return bare;
	}
	const found = await files.entry(from);
	if (!found) {
		return {...bare, code: bare.code ?? 'file_missing'};
	}
	const state = {...bare, links: found.links, identity: found.identity};
	if (state.code !== null) {
		return state;
	}
	if (found.kind !== 'file' || !(await disk.isReal(dirname(from)))) {
		return {...state, code: 'link_leads_outside'};
	}
	if (found.size !== size) {
		return {...state, code: 'changed_on_disk'};
	}
	// In a folder that moves as a whole, what keeps its name comes along by itself.
	const {folder} = plan;
	const comesAlong = isWithinFolder(from, folder.from) && to === folder.to + from.slice(folder.from.length);
	return {...state, companions: comesAlong ? [] : await findCompanions({from, to}, new Set(plan.files.map(each => each.from)), files)};
}

/** Is there something else under the new name? `froms` are names that the title's files give up. */
async function isTaken(
	to: string,
	identity: string | null,
	{froms, disk}: {froms: ReadonlySet<string>; disk: FolderState},
	files: WorkerDeps['files'],
): Promise<boolean> {
	if (!disk.isTargetThere || froms.has(to)) {
		return false;
	}
	const present = await files.entry(to);
	return present !== null && present.identity !== identity;
}

async function findCompanions(
	video: {from: string; to: string},
	froms: ReadonlySet<string>,
	files: WorkerDeps['files'],
): Promise<ChangedCompanion[]> {
	const paths = (await files.companionsOf(video.from, [], {links: true})).filter(path => !froms.has(path));
	const found = await Promise.all(
		paths.map(async from => ({
			from,
			to: companionTarget(from, video),
			identity: (await files.entry(from))?.identity ?? null,
			placed: null,
		})),
	);
	return found.filter(({from, to, identity}) => from !== to && identity !== null);
}
