import {createHash} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {hourMs} from '../../domain/durations.ts';
import {schemaOptions} from '../mongo/records.ts';

interface Stored {
	_id: string;
	/** Null once it was removed. */
	text: string | null;
	/** SHA-256 of the text. */
	hash: string | null;
	/** The machine whose folder it came from; null if it was sent to the API. */
	from: string | null;
	/** Hashes of the texts that it had, so that an old file on another machine does not bring one of them back. */
	had: string[];
	updatedAt: Date;
}

const ownSchema = new Schema<Stored>(
	{
		_id: String,
		text: {type: String, default: null},
		hash: {type: String, default: null},
		from: {type: String, default: null},
		had: [String],
		updatedAt: Date,
	},
	schemaOptions,
);

/** Texts of one definition that are remembered, and definitions that are listed. */
const maxHad = 20;
const maxListed = 5000;
/** A text that is only checked; nobody uses it. */
const draftPrefix = 'checked-';

export type OwnDefinitionStore = ReturnType<typeof createOwnDefinitionStore>;

export function hashOfText(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

/** The operator's own definitions, which all machines share. */
export function createOwnDefinitionStore(connection: Connection) {
	const own = connection.model<Stored>('OwnDefinition', ownSchema, 'ownDefinitions');
	const isThere = {text: {$ne: null}};
	return {
		async keys(): Promise<string[]> {
			const found = await own.find(isThere, {_id: 1}).sort({_id: 1}).limit(maxListed).lean<{_id: string}[]>();
			return found.map(({_id}) => _id).filter(key => !key.startsWith(draftPrefix));
		},
		async find(key: string): Promise<{text: string; hash: string} | null> {
			const found = await own.findOne({_id: key, ...isThere}, {text: 1, hash: 1}).lean<{text: string; hash: string}>();
			return found && {text: found.text, hash: found.hash};
		},
		/** Everything but the texts, also of those that were removed. */
		async known(): Promise<(Omit<Stored, '_id' | 'text'> & {key: string})[]> {
			const found = await own.find({}, {text: 0}).sort({_id: 1}).limit(maxListed).lean<Omit<Stored, 'text'>[]>();
			return found.map(({_id, ...rest}) => ({key: _id, ...rest}));
		},
		async put(key: string, text: string, {from, at}: {from: string | null; at: Date}): Promise<void> {
			const hash = hashOfText(text);
			const change = {$set: {text, hash, from, updatedAt: at}, $push: {had: {$each: [hash], $slice: -maxHad}}};
			await own.updateOne({_id: key}, change, {upsert: true});
		},
		/** False if there was none. */
		async remove(key: string, at: Date): Promise<boolean> {
			const {matchedCount} = await own.updateOne({_id: key, ...isThere}, {$set: {text: null, hash: null, from: null, updatedAt: at}});
			return matchedCount > 0;
		},
		/** Has `check` look at a text under a key of its own, and removes it afterwards. */
		async withDraft<T>(text: string, {id, at}: {id: string; at: Date}, check: (key: string) => Promise<T>): Promise<T> {
			const key = draftPrefix + id;
			// Those of processes that died.
			await own.deleteMany({_id: {$regex: `^${draftPrefix}`}, updatedAt: {$lt: new Date(Number(at) - hourMs)}});
			await own.updateOne({_id: key}, {$set: {text, hash: hashOfText(text), from: null, had: [], updatedAt: at}}, {upsert: true});
			return check(key).finally(() => own.deleteOne({_id: key}));
		},
	};
}
