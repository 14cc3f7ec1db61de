import {basename} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {isWithinFolder, overlaps} from '#shared/domain/folders/root-folder-path.ts';
import type {Library, LibraryType} from '#shared/domain/media/library.ts';
import {maxTagsOfTitle, toLabel} from '#shared/domain/media/tags.ts';
import type {MoveFolder} from '#shared/domain/moves/move.ts';
import type {Program} from '#shared/domain/quality/exported-codes.ts';
import {isForBoth} from '#shared/domain/scope.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {createKeeper} from './keep-records.ts';
import {readFormat, type SourceRecords} from './plan-records.ts';

export type RecordDeps = Pick<
	WorkerDeps,
	'customFormats' | 'dataDir' | 'languageProfiles' | 'libraries' | 'moves' | 'now' | 'pauses' | 'qualityProfiles' | 'rootFolders' | 'tags'
>;

/** A root folder of the other program with the library that its titles come to. */
export interface MovedFolder {
	from: string;
	/** Where its files are here. */
	to: string;
	/** The root folder of ours that holds it. */
	root: string;
	library: Library;
}

/** Gives names that others have already an addition, until one is free. */
export function freeName(name: string, program: Program, taken: ReadonlySet<string>): string {
	const kind = program === 'radarr' ? 'movies' : 'series';
	const further = [name, `${name} (${kind})`, ...Array.from({length: 50}, (_, index) => `${name} (${kind} ${index + 2})`)];
	return further.find(each => !taken.has(each.toLowerCase())) ?? name;
}

/** Programs that know a record by its number there go on doing so, if no record of ours has it. */
export const numbered = (sourceId: string): {number?: number} => (/^\d{1,9}$/.test(sourceId) ? {number: Number(sourceId)} : {});

export const lowerNames = (records: readonly {name: string}[]) => new Set(records.map(({name}) => name.toLowerCase()));

/** Which source of which move writes. */
export interface OfSource {
	moveId: string;
	source: number;
	program: Program;
	requestedBy: string | null;
}

/** Root folders and libraries for the folders of a source, those that are there already included. */
export async function writeFolders(folders: readonly MoveFolder[], of: OfSource, deps: RecordDeps): Promise<MovedFolder[]> {
	const {rootFolders, moves, now, dataDir} = deps;
	const keeper = await createKeeper({...of, kind: 'rootFolder'}, moves);
	const moved: MovedFolder[] = [];
	for (const {from, to} of folders) {
		const roots = await rootFolders.list();
		const around = to === null ? undefined : roots.find(({path}) => isWithinFolder(to, path));
		if (to === null || (!around && (overlaps(to, dataDir) || roots.some(({path}) => overlaps(path, to))))) {
			continue;
		}
		const {id} = await keeper.keep(from, {
			find: () => around?.id ?? null,
			add: async () => (await rootFolders.add({path: to, name: basename(to) || to}, now())).id,
		});
		const root = around ?? (await rootFolders.list()).find(each => each.id === id);
		if (root) {
			moved.push({from, to, root: root.path, library: await writeLibrary({from, to, rootFolderId: root.id}, of, deps)});
		}
	}
	return moved;
}

async function writeLibrary(
	{from, to, rootFolderId}: {from: string; to: string; rootFolderId: string},
	of: OfSource,
	{libraries, qualityProfiles, languageProfiles, moves, now}: RecordDeps,
): Promise<Library> {
	const keeper = await createKeeper({...of, kind: 'library'}, moves);
	const type: LibraryType = of.program === 'radarr' ? 'movies' : 'tv';
	const all = await libraries.list();
	const known = all.find(library => library.rootFolderId === rootFolderId && library.type === type);
	const {id} = await keeper.keep(from, {
		find: () => known?.id ?? null,
		async add() {
			const profiles = {
				qualityProfileId: (await qualityProfiles.getDefault()).id,
				languageProfileId: (await languageProfiles.getDefault()).id,
			};
			const choices = {enabled: true, monitored: false, backfillEnabled: false};
			const name = freeName(basename(to) || to, of.program, lowerNames(all));
			const library = await libraries.add({name, type, rootFolderId, ...profiles, ...choices}, now());
			return library.id;
		},
	});
	return known ?? libraries.get(id);
}

/** The labels of ours by their ids of tags. */
export async function writeTags({tags}: SourceRecords, of: OfSource, deps: Pick<RecordDeps, 'moves' | 'now' | 'tags'>) {
	const keeper = await createKeeper({...of, kind: 'tag'}, deps.moves);
	const labels = new Map<number, string>();
	const known = new Map((await deps.tags.list()).map(({label, id}) => [label, id]));
	for (const [number, text] of tags) {
		const label = toLabel(text);
		if (label === '') {
			continue;
		}
		await keeper.keep(String(number), {
			find: () => known.get(label) ?? null,
			async add() {
				const [tag] = await deps.tags.take([label], deps.now());
				known.set(label, tag?.id ?? '');
				return tag?.id ?? '';
			},
		});
		labels.set(number, label);
	}
	return labels;
}

export const labelsOf = (tags: readonly number[], labels: ReadonlyMap<number, string>): string[] =>
	[...new Set(tags.flatMap(tag => labels.get(tag) ?? []))].slice(0, maxTagsOfTitle);

/** Ids of ours by their ids of formats. Those with the same conditions as one of ours become that one. */
export async function writeFormats(
	{formats}: SourceRecords,
	of: OfSource,
	{customFormats, moves, now}: RecordDeps,
): Promise<Map<number, string>> {
	const {program} = of;
	const keeper = await createKeeper({...of, kind: 'customFormat'}, moves);
	const ids = new Map<number, string>();
	const known = (await customFormats.list()).filter(isForBoth);
	for (const row of formats) {
		const {format, notes} = await readFormat(row, program);
		if (!format || notes.length > 0) {
			continue;
		}
		const same = known.find(({conditions}) => isDeepStrictEqual(plain(conditions), plain(format.conditions)));
		const {id} = await keeper.keep(String(row['Id']), {
			find: () => same?.id ?? null,
			async add() {
				const added = await customFormats.add({...format, name: freeName(format.name, program, lowerNames(known))}, now());
				known.push(added);
				return added.id;
			},
		});
		ids.set(Number(row['Id']), id);
	}
	return ids;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Ids of ours by their ids of profiles. Those that are equal to one of ours become that one. */
export async function writeProfiles(
	{profiles}: SourceRecords,
	{formats, ...of}: OfSource & {formats: ReadonlyMap<number, string>},
	{qualityProfiles, moves, now}: RecordDeps,
): Promise<Map<number, string>> {
	const keeper = await createKeeper({...of, kind: 'qualityProfile'}, moves);
	const ids = new Map<number, string>();
	const known = (await qualityProfiles.list()).filter(isForBoth);
	for (const {id, profile, scores} of profiles) {
		const formatScores = scores.flatMap(({format, score}) => {
			const customFormatId = formats.get(format);
			return customFormatId === undefined ? [] : [{customFormatId, score}];
		});
		const wanted = {...profile, formatScores};
		const same = known.find(each => isSameProfile(each, wanted));
		const kept = await keeper.keep(String(id), {
			find: () => same?.id ?? null,
			async add() {
				const added = await qualityProfiles.add(
					{...wanted, name: freeName(profile.name, of.program, lowerNames(known)), ...numbered(String(id))},
					now(),
				);
				known.push(added);
				return added.id;
			},
		});
		ids.set(id, kept.id);
	}
	return ids;
}

type ComparedProfile = Parameters<RecordDeps['qualityProfiles']['add']>[0];

/** Equal but for its name, to which a name in use may have been added. */
function isSameProfile(a: ComparedProfile, b: ComparedProfile): boolean {
	const parts = ({
		items,
		cutoff,
		upgradeAllowed,
		minFormatScore,
		cutoffFormatScore,
		minUpgradeFormatScore,
		formatScores,
		language,
	}: ComparedProfile) =>
		plain({items, cutoff, upgradeAllowed, minFormatScore, cutoffFormatScore, minUpgradeFormatScore, formatScores, language});
	return a.name.startsWith(b.name) && isDeepStrictEqual(parts(a), parts(b));
}
