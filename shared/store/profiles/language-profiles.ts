import {type Connection, Schema} from 'mongoose';
import {defaultLanguageProfile, type LanguageProfile} from '../../domain/languages/language-profile.ts';
import {byName, type Stored, schemaOptions} from '../mongo/records.ts';
import {createProfileRecords} from './profile-records.ts';

export interface StoredLanguageProfile extends LanguageProfile {
	isDefault: boolean;
	createdAt: Date;
	updatedAt: Date;
}

type Row = Stored<StoredLanguageProfile>;

const profileSchema = new Schema<Row>(
	{
		_id: String,
		name: String,
		languages: [{_id: false, code: String, allowed: Boolean}],
		cutoff: String,
		upgradeAllowed: Boolean,
		subtitles: [{_id: false, code: String, forced: Boolean, hearingImpaired: Boolean}],
		minimumSubtitleScore: Number,
		subtitleCutoff: {type: String, default: null},
		isDefault: Boolean,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
profileSchema.index({name: 1}, {unique: true, collation: byName});
profileSchema.index({isDefault: -1, name: 1}, {collation: byName});

export function createLanguageProfileStore(connection: Connection) {
	const profiles = connection.model<Row>('LanguageProfile', profileSchema, 'languageProfiles');
	const records = createProfileRecords<StoredLanguageProfile>(profiles, {kind: 'language profile', path: '/api/language-profiles'});
	return {
		...records,
		ensureDefaults: (now: Date) => records.ensureDefaults([defaultLanguageProfile], defaultLanguageProfile.name, now),
	};
}
