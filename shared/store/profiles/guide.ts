import {type Connection, Schema} from 'mongoose';
import type {GuideItem, GuideLink} from '../../domain/guide/guide-item.ts';
import {createPackageSets, type StoredFile} from '../mongo/package-sets.ts';
import {schemaOptions} from '../mongo/records.ts';

/** A file of the guide as it was read. */
export interface GuideFile {
	key: string;
	item: GuideItem;
}

/** What a list shows of an item. */
export type ListedItem = Pick<GuideItem, 'key' | 'kind' | 'program' | 'name' | 'description' | 'fault'>;

type Row = StoredFile<GuideFile>;
type StoredLink = Omit<GuideLink, 'key'> & {_id: string};

const fileSchema = new Schema<Row>({_id: String, setId: String, key: String, item: Schema.Types.Mixed}, schemaOptions);
fileSchema.index({setId: 1, key: 1});
const linkSchema = new Schema<StoredLink>({_id: String, isChosen: Boolean, localId: String, applied: Schema.Types.Mixed}, schemaOptions);

/** Items of a guide, and links to them. */
export const maxGuideItems = 3000;
const maxLinks = 2 * maxGuideItems;
const shown = {'item.key': 1, 'item.kind': 1, 'item.program': 1, 'item.name': 1, 'item.description': 1, 'item.fault': 1} as const;

export type GuideStore = ReturnType<typeof createGuideStore>;

/** The guide to qualities and formats, what is chosen of it, and what was made of it. */
export function createGuideStore(connection: Connection) {
	const files = connection.model<Row>('GuideFile', fileSchema, 'guideFiles');
	const links = connection.model<StoredLink>('GuideLink', linkSchema, 'guideLinks');
	const sets = createPackageSets<GuideFile>(connection, {model: 'Guide', collection: 'guides', files});

	async function read<Read>(projection: Record<string, 1>): Promise<Read[]> {
		const {setId} = await sets.state();
		if (setId === null) {
			return [];
		}
		const found = await files.find({setId}, projection).sort({key: 1}).limit(maxGuideItems).lean<{item: Read}[]>();
		return found.map(({item}) => item);
	}

	async function writeLinks(changes: readonly {key: string; change: Partial<StoredLink>}[]): Promise<void> {
		if (changes.length > 0) {
			const writes = changes.map(({key: _id, change}) => ({updateOne: {filter: {_id}, update: {$set: change}, upsert: true}}));
			await links.bulkWrite(writes, {ordered: false});
		}
	}

	return {
		...sets,
		/** All of the set that is used, whole. */
		items: () => read<GuideItem>({item: 1}),
		list: () => read<ListedItem>(shown),
		async links(): Promise<GuideLink[]> {
			const found = await links.find().sort({_id: 1}).limit(maxLinks).lean<StoredLink[]>();
			return found.map(({_id, isChosen, localId, applied}) => ({
				key: _id,
				isChosen: isChosen ?? false,
				localId: localId ?? null,
				applied: applied ?? null,
			}));
		},
		/** An item that is no longer chosen is only stored for what was made of it. */
		async choose(keys: readonly string[], isChosen: boolean): Promise<void> {
			await writeLinks(keys.map(key => ({key, change: {isChosen}})));
			await links.deleteMany({_id: {$in: [...keys]}, isChosen: false, localId: null});
		},
		/** What was written for these items, and where it is. */
		link: (written: readonly Pick<GuideLink, 'key' | 'localId' | 'applied'>[]): Promise<void> =>
			writeLinks(written.map(({key, localId, applied}) => ({key, change: {localId, applied}}))),
	};
}
