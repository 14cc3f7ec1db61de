import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface ListImportCandidates {
	/** What to look into: a folder or file below `within`, or the files of a queue item. */
	from: {path: string; within: string} | {queueItemId: string};
	page: number;
	limit: number;
}

/** A file that could be imported, what we would make of it, and why we would not. */
export interface ImportCandidate {
	/** Absolute, as the import pool sees it. */
	path: string;
	/** Below the folder. */
	name: string;
	size: number;
	movie: {id: string; title: string; year: number | null} | null;
	series: {id: string; title: string} | null;
	episodes: {id: string; seasonNumber: number; episodeNumber: number; title: string}[];
	quality: string;
	languages: string[];
	releaseGroup: string | null;
	edition: string | null;
	rejections: {reason: string}[];
}

export interface ImportCandidates {
	folder: string;
	candidates: ImportCandidate[];
	total: number;
}

const text = Joi.string();
const textOrNull = Joi.string().allow(null);
const number = Joi.number().integer();
const candidate = Joi.object({
	path: text,
	name: text,
	size: number,
	movie: Joi.object({id: text, title: text, year: number.allow(null)}).allow(null),
	series: Joi.object({id: text, title: text}).allow(null),
	episodes: Joi.array().items(Joi.object({id: text, seasonNumber: number, episodeNumber: number, title: Joi.string().allow('')})),
	quality: text,
	languages: Joi.array().items(text),
	releaseGroup: textOrNull,
	edition: textOrNull,
	rejections: Joi.array().items(Joi.object({reason: text})),
});

/** Judges the files of a folder or of a download as an import would, and changes nothing. */
export const listImportCandidates = defineJob<ListImportCandidates, ImportCandidates>({
	name: 'list-import-candidates',
	queue: 'import',
	interruptible: true,
	payload: {
		from: Joi.alternatives(Joi.object({path: text, within: text}), Joi.object({queueItemId: text.uuid()})),
		page: number.min(1),
		limit: number.min(1).max(100),
	},
	result: {folder: text, candidates: Joi.array().items(candidate), total: number},
});
