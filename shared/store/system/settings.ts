import {type Connection, Schema} from 'mongoose';
import {schemaOptions} from '../mongo/records.ts';

export interface StoredSetting {
	_id: string;
	value: unknown;
	updatedAt: Date;
}

export type SettingStore = ReturnType<typeof createSettingStore>;

const settingSchema = new Schema<StoredSetting>({_id: String, value: Schema.Types.Mixed, updatedAt: Date}, schemaOptions);

/** The values that differ from their defaults; `shared/settings/` defines the keys. */
export function createSettingStore(connection: Connection) {
	const settings = connection.model<StoredSetting>('Setting', settingSchema, 'settings');
	return {
		async all(): Promise<StoredSetting[]> {
			return settings.find().sort({_id: 1}).lean<StoredSetting[]>();
		},
		async set(key: string, value: unknown, at: Date): Promise<void> {
			await settings.updateOne({_id: key}, {$set: {value, updatedAt: at}}, {upsert: true});
		},
		async remove(key: string): Promise<void> {
			await settings.deleteOne({_id: key});
		},
	};
}
