import {type Connection, type Model, Schema} from 'mongoose';
import type {ProviderHealth, ProviderRecord, ProviderSettings} from '../../domain/provider.ts';
import {maskedHealth} from '../../mask-secrets.ts';
import type {Entered, ProviderFamily} from '../../providers/provider-family.ts';
import type {Secrets} from '../../secrets.ts';
import {byName, createRecords, madeAt, type Stored, schemaOptions, toRecord} from '../mongo/records.ts';
import {createSealing, type SealedCollection} from '../sealing/sealed-fields.ts';

interface Options<Rec extends {id: string}> {
	/** What is stored with each record and not part of it, with its first values. */
	beside?: Readonly<Record<string, unknown>>;
	/** What of it `open` does not need. */
	hidden?: Readonly<Record<string, 0>>;
	/** Makes the record of a document that has more fields. */
	open?: (row: Stored<Rec>) => Rec;
	/** The error for a name that another record has. */
	taken?: (name: string) => string;
}

/** The records of a family of providers. What is protected is sealed in the database and plain in what is returned. */
export function createProviderRecords<Settings extends ProviderSettings, Health extends ProviderHealth>(
	family: ProviderFamily<Settings, Health>,
	{connection, secrets}: {connection: Connection; secrets: Secrets},
	{beside = {}, hidden = {}, open, taken}: Options<ProviderRecord<Settings, Health>> = {},
) {
	type Rec = ProviderRecord<Settings, Health>;
	type Row = Stored<Rec>;
	const {name, collection, fields, untried} = family;
	const noted = {...beside, ...unknownNetwork};
	const model = connection.model(modelOf(name), schemaOf(family, noted), collection) as unknown as Model<Row>; // its fields are those of the family
	const sealing = createSealing(collection as SealedCollection, secrets);
	const {find, get, list, insert, update, note, remove} = createRecords<Rec>({
		model,
		kind: name,
		order: 'priority' in fields ? {priority: 1, name: 1} : {name: 1},
		collation: byName,
		hidden,
		sealing,
		// Records of older versions lack what was added since.
		open: row => ({...family.defaults, ...(open ?? toRecord<Rec>)(row)}),
		taken: {message: row => (taken ?? (given => `${withArticle(name)} named ${given} already exists.`))(row.name ?? '')},
	});

	/** A new record as it is stored, apart from its id. */
	const fresh = (settings: Entered<Settings>, now: Date) =>
		({...settings, ...untried(settings), ...noted, ...madeAt(now)}) as unknown as Omit<Row, '_id'>; // settings and health are all of it

	return {
		model,
		sealing,
		fresh,
		find,
		get,
		list,
		remove,
		add: (settings: Entered<Settings>, now: Date) => insert(fresh(settings, now)),
		/**
		 * Clears what was learned, because other settings may lead elsewhere. Throws Conflict `changed_meanwhile` if
		 * the record was changed since it was `seen`.
		 */
		change: (
			seen: Pick<Rec, 'id' | 'updatedAt' | 'enabled' | 'url'>,
			change: Partial<Entered<Settings>>,
			now: Date,
			other: Readonly<Record<string, unknown>> = {},
		): Promise<Rec> => {
			const learned = {...untried({enabled: change.enabled ?? seen.enabled}), ...(isElsewhere(change.url, seen.url) && unknownNetwork)};
			const parts = {...change, ...learned, ...other, updatedAt: now} as unknown as Partial<Row>; // the parts of a row
			return update(seen.id, parts, seen);
		},
		/** Notes where the address led when it was first asked, unless the record was changed since it was `seen`. */
		notePublic: (id: string, isPublic: boolean, {updatedAt}: {updatedAt: Date}): Promise<void> =>
			note(id, {isPublic} as Partial<Row>, {...unknownNetwork, updatedAt} as Partial<Row>),
		/**
		 * Writes what was learned by using it. With `seen`, nothing is written if the record was changed since then, or
		 * another pause was set.
		 */
		setHealth: (
			id: string,
			health: Partial<Health & Pick<Settings, 'enabled'>>,
			seen?: {updatedAt: Date; disabledUntil?: Date | null},
		): Promise<void> => {
			const {updatedAt, disabledUntil} = seen ?? {};
			const only = {...(updatedAt && {updatedAt}), ...(disabledUntil !== undefined && {disabledUntil})};
			return note(id, maskedHealth(health) as Partial<Row>, only as Partial<Row>); // parts of a row
		},
	};
}

const unknownNetwork = {isPublic: null};

function isElsewhere(url: string | null | undefined, before: string | null): boolean {
	return url !== undefined && url !== before;
}

/** The fields of a family, with the types that their rules have. */
function schemaOf({fields, untried}: Pick<ProviderFamily, 'fields' | 'untried'>, beside: object): Schema {
	const types: Record<string, unknown> = {string: String, number: Number, boolean: Boolean};
	const learned = Object.keys({...untried({enabled: true}), ...beside}).map(name => [name, Schema.Types.Mixed]);
	const schema = new Schema(
		{
			_id: String,
			...Object.fromEntries(Object.entries(fields).map(([name, {type}]) => [name, types[type ?? ''] ?? Schema.Types.Mixed])),
			...Object.fromEntries(learned),
			createdAt: Date,
			updatedAt: Date,
		},
		schemaOptions,
	);
	schema.index({name: 1}, {unique: true, collation: byName});
	if ('priority' in fields) {
		schema.index({priority: 1, name: 1}, {collation: byName});
	}
	return schema;
}

/** `download client` is the model `DownloadClient`. */
const modelOf = (name: string) => name.replaceAll(/(?:^| )(\w)/g, (_all, letter: string) => letter.toUpperCase());

const withArticle = (name: string) => `${/^[aeiou]/.test(name) ? 'An' : 'A'} ${name}`;
