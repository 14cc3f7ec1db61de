import {isDeepStrictEqual} from 'node:util';
import type {AutoTagRule} from '#shared/domain/media/auto-tags.ts';
import {mapPath} from '#shared/domain/moves/map-paths.ts';
import type {FoundRecord, PathMapping} from '#shared/domain/moves/move.ts';
import {type AutoTagContext, autoTagColumns, readAutoTag, type WantedAutoTag} from '#shared/domain/moves/source-auto-tags.ts';
import {collectionColumns, readCollection, type WantedCollection} from '#shared/domain/moves/source-collections.ts';
import type {Program} from '#shared/domain/quality/exported-codes.ts';
import type {ArrDatabase} from '../../integrations/arr-databases/read-database.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {createKeeper} from './keep-records.ts';
import {type CarryContext, placeOf} from './write-providers.ts';
import {freeName, labelsOf, lowerNames} from './write-records.ts';

export type CollectionDeps = Pick<WorkerDeps, 'autoTags' | 'moves' | 'now' | 'titleCollections'>;

/** Rows that are read. */
const most = {collections: 20_000, rules: 500};

export const readCollections = async (source: ArrDatabase): Promise<FoundRecord<WantedCollection>[]> =>
	(await source.list('Collections', collectionColumns, most.collections)).map(readCollection);

/** `context` says what their numbers are here; a plan knows that only of labels and folders. */
export const readAutoTags = async (source: ArrDatabase, context: AutoTagContext): Promise<FoundRecord<WantedAutoTag>[]> =>
	(await source.list('AutoTagging', autoTagColumns, most.rules)).map(row => readAutoTag(row, context));

/** What a rule will find here once its records are. */
export const plannedContext = (program: Program, tags: ReadonlyMap<number, string>, mappings: readonly PathMapping[]): AutoTagContext => ({
	program,
	profileOf: String,
	labelOf: id => tags.get(id) ?? null,
	folderOf: path => mapPath(path, mappings) ?? (path === '' ? null : path),
});

export async function writeCollections(source: ArrDatabase, context: CarryContext, deps: CollectionDeps): Promise<void> {
	const {titleCollections, moves, now} = deps;
	const keeper = await createKeeper({...context, kind: 'collection'}, moves);
	for (const {sourceId, wanted} of await readCollections(source)) {
		if (!wanted || keeper.trace(sourceId)?.ourId) {
			continue;
		}
		const place = wanted.monitored ? placeOf(wanted.root, context) : null;
		if (!place) {
			await titleCollections.ensure([wanted], now());
			const found = await titleCollections.findByMetaId(wanted.metaId);
			await (found && !wanted.monitored ? keeper.keep(sourceId, {find: () => found.id, add: async () => found.id}) : null);
			continue;
		}
		const known = await titleCollections.findByMetaId(wanted.metaId);
		await keeper.keep(sourceId, {
			// One that somebody monitors here stays as it is.
			find: () => (known?.monitored ? known.id : null),
			async add() {
				await titleCollections.ensure([wanted], now());
				const id = (await titleCollections.findByMetaId(wanted.metaId))?.id ?? '';
				const {searchOnAdd, minimumAvailability} = wanted;
				const choice = {
					...{monitored: true, searchOnAdd, minimumAvailability, libraryId: place.library.id, rootFolderPath: place.root},
					qualityProfileId: context.profiles.get(wanted.profileId ?? 0) ?? null,
					tags: labelsOf(wanted.tags, context.labels),
				};
				await titleCollections.change(id, choice, now());
				return id;
			},
		});
	}
}

const plain = ({conditions, tags}: Pick<AutoTagRule, 'conditions' | 'tags'>): unknown => JSON.parse(JSON.stringify({conditions, tags}));

/** Rules of one program of several judge its own libraries only. */
export async function writeAutoTags(
	source: ArrDatabase,
	context: CarryContext & {isAlone: boolean; mappings: readonly PathMapping[]},
	deps: CollectionDeps,
): Promise<void> {
	const {autoTags, moves, now} = deps;
	const keeper = await createKeeper({...context, kind: 'autoTag'}, moves);
	const {program, labels, profiles, folders, isAlone, mappings} = context;
	const here = {
		...plannedContext(program, labels, mappings),
		profileOf: (id: number) => profiles.get(id) ?? null,
		folderOf: (path: string) => placeOf(path, context)?.root ?? null,
	};
	const own = [...new Set(folders.map(({library}) => library.id))];
	for (const {sourceId, wanted} of await readAutoTags(source, here)) {
		const tags = labelsOf(wanted?.tags ?? [], labels);
		if (!wanted || tags.length === 0) {
			continue;
		}
		const all = await autoTags.list();
		const ofLibraries = isAlone ? [] : own.map(value => ({kind: 'library' as const, value, negate: false, required: own.length === 1}));
		const conditions = [...wanted.conditions, ...ofLibraries];
		await keeper.keep(sourceId, {
			// Also what a killed run has made without noting it.
			find: () =>
				all.find(each => each.name.startsWith(wanted.name) && isDeepStrictEqual(plain(each), plain({conditions, tags})))?.id ?? null,
			add: async () =>
				(await autoTags.add({name: freeName(wanted.name, program, lowerNames(all)), enabled: true, conditions, tags}, now())).id,
		});
	}
}
