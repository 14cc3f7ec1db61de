import {Schema} from 'mongoose';
import type {MediaFile} from '../../domain/media/media-file.ts';

const kind = {language: String, forced: Boolean, hearingImpaired: Boolean};

const subtitle = {
	_id: false,
	id: String,
	...kind,
	source: String,
	path: String,
	format: String,
	score: Number,
	provider: String,
	providerSubtitleId: String,
	downloadedAt: Date,
	providerId: String,
	isChosen: Boolean,
	hash: String,
};
const subtitles = {list: [subtitle], missing: [String], readAt: Date, stamp: String};

const mediaInfo = {
	videoCodec: String,
	audioCodec: String,
	audioChannels: Number,
	resolution: String,
	videoBitDepth: Number,
	dynamicRange: String,
	is3d: {type: Boolean, default: undefined},
	audioLanguages: [String],
	subtitleLanguages: [String],
	durationSeconds: Number,
	frameRate: Number,
	subtitleTracks: {type: [{_id: false, ...kind, format: String, isImage: Boolean}], default: undefined},
};

/** Stored inside its movie or episode, so that a title and its file change in one write. */
export const mediaFileSchema = new Schema<MediaFile>(
	{
		id: String,
		number: {type: Number, default: undefined},
		path: String,
		size: Number,
		quality: String,
		qualityScore: Number,
		formatScore: Number,
		belowCutoff: Boolean,
		revision: {_id: false, version: Number, real: Number},
		releaseTitle: String,
		releaseGroup: String,
		edition: String,
		languages: [String],
		mediaInfo: {type: mediaInfo, default: null, _id: false},
		originalFile: {type: String, default: undefined},
		releaseHash: {type: String, default: undefined},
		formatIds: {type: [String], default: undefined},
		releaseTraits: {type: {flags: [String], releaseType: String, size: Number}, default: undefined, _id: false},
		subtitles: {type: subtitles, default: undefined, _id: false},
		dateAdded: Date,
	},
	{_id: false, id: false, strict: 'throw'},
);
