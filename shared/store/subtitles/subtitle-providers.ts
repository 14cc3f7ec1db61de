import {type Connection, Schema} from 'mongoose';
import type {SubtitleProvider, SubtitleProviderHealth, SubtitleProviderSettings} from '../../domain/subtitles/provider-record.ts';
import {maskedHealth} from '../../mask-secrets.ts';
import type {Secrets} from '../../secrets.ts';
import {byName, type Stored, schemaOptions, toRecord} from '../mongo/record.ts';
import {createRecords, madeAt} from '../mongo/records.ts';
import {createSealing} from '../sealing/sealed-fields.ts';
import {createDownloadQuotas, type QuotaFields, unknownQuota} from './download-quotas.ts';

export type SubtitleProviderStore = ReturnType<typeof createSubtitleProviderStore>;
export type NewSubtitleProvider = Omit<SubtitleProviderSettings, 'id'>;

const providerSchema = new Schema<Stored<SubtitleProvider> & QuotaFields>(
	{
		_id: String,
		name: String,
		kind: String,
		url: String,
		apiKey: String,
		username: String,
		password: String,
		enabled: Boolean,
		priority: Number,
		dailyLimit: Number,
		timeoutSeconds: Number,
		status: String,
		lastError: String,
		disabledUntil: Date,
		failures: Number,
		remaining: Number,
		resetAt: Date,
		isLoginRefused: Boolean,
		askingUntil: Date,
		limitedUntil: Date,
		taken: [{_id: false, id: String, at: Date}],
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
providerSchema.index({name: 1}, {unique: true, collation: byName});
providerSchema.index({priority: 1, name: 1}, {collation: byName});

/** What belongs to another account, or counts differently, makes what is known of the quota worthless. */
const quotaDependsOn = ['kind', 'url', 'apiKey', 'username', 'dailyLimit'] as const;

/** The key and the password are encrypted in the database and plain in the returned records. */
export function createSubtitleProviderStore(connection: Connection, secrets: Secrets) {
	const providers = connection.model<Stored<SubtitleProvider> & QuotaFields>('SubtitleProvider', providerSchema, 'subtitleProviders');
	const {find, get, list, insert, update, note, remove} = createRecords<SubtitleProvider, Stored<SubtitleProvider> & QuotaFields>({
		model: providers,
		kind: 'subtitle provider',
		order: {priority: 1, name: 1},
		collation: byName,
		hidden: {taken: 0, askingUntil: 0},
		sealing: createSealing('subtitleProviders', secrets),
		open: ({taken: _taken, askingUntil: _askingUntil, limitedUntil, ...row}) => ({
			...toRecord<SubtitleProvider>(row),
			...(limitedUntil && {remaining: 0, resetAt: limitedUntil}),
		}),
		taken: {message: ({name}) => `A subtitle provider named ${name} already exists.`},
	});

	return {
		find,
		get,
		list,
		remove,
		quotas: createDownloadQuotas(providers),
		add: (provider: NewSubtitleProvider, now: Date) =>
			insert({...provider, ...untried(provider), ...unknownQuota, askingUntil: null, taken: [], ...madeAt(now)}),
		/** Changing a provider clears what was learned about it; its quota only with what that depends on. */
		async change(id: string, change: Partial<NewSubtitleProvider>, now: Date): Promise<SubtitleProvider> {
			const before = await get(id);
			const isOther = quotaDependsOn.some(name => change[name] !== undefined && change[name] !== before[name]);
			const enabled = change.enabled ?? before.enabled;
			return update(id, {...change, ...untried({enabled}), ...(isOther && unknownQuota), updatedAt: now});
		},
		/** With `seen`, nothing is written if the record was changed, or its rest was set again, since then. */
		setHealth: (
			id: string,
			health: Partial<SubtitleProviderHealth>,
			seen?: Pick<SubtitleProvider, 'updatedAt' | 'disabledUntil'>,
		): Promise<void> => note(id, maskedHealth(health), seen && {updatedAt: seen.updatedAt, disabledUntil: seen.disabledUntil}),
	};
}

function untried({enabled}: Pick<NewSubtitleProvider, 'enabled'>): Omit<SubtitleProviderHealth, 'remaining' | 'resetAt'> {
	return {status: enabled ? 'ok' : 'disabled', lastError: null, disabledUntil: null, failures: 0, isLoginRefused: false};
}
