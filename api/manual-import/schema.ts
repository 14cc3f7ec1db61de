import Joi from 'joi';
import {type ChosenTitle, chosenTitleFields, exampleId} from '#api/http/references.ts';
import {type PageQuery, pageFields} from '#api/http/route.ts';
import type {ImportMode} from '#shared/domain/downloads/import-progress.ts';
import {type QualityName, qualityNames} from '#shared/domain/quality/qualities.ts';
import {languageChoices} from '#shared/presenters/choices.ts';

export interface CandidatesQuery extends PageQuery {
	path?: string;
	queueId?: string;
}
export const candidatesQuery = Joi.object<CandidatesQuery, true>({
	path: Joi.string().max(4096).description('A folder in a root folder or in the folder of a download client.'),
	queueId: Joi.string().max(100).description('A download of the queue.'),
	...pageFields({maximum: 50}),
});

export interface ChosenFile extends ChosenTitle {
	path: string;
	quality?: QualityName;
	languages?: string[];
	releaseGroup?: string;
}

export interface ManualImportBody {
	files: ChosenFile[];
	mode: ImportMode;
	queueId?: string;
}
/** Files of one request. */
const maxFiles = 200;

export const manualImportBody = Joi.object<ManualImportBody, true>({
	files: Joi.array()
		.items(
			Joi.object({
				path: Joi.string().max(4096).required().description('As the candidates show it.'),
				...chosenTitleFields,
				quality: Joi.string().valid(...qualityNames),
				languages: Joi.array().items(Joi.string().max(40)).max(20).meta({choices: languageChoices}),
				releaseGroup: Joi.string().max(100),
			}).example({path: '/media/movies/unsorted/whatever.mkv', movieId: exampleId}),
		)
		.min(1)
		.max(maxFiles)
		.required(),
	queueId: Joi.string()
		.max(100)
		.description('The download of the queue that the files are part of. It does not wait for them any more once they are imported.'),
	mode: Joi.string().valid('move', 'copy', 'hardlink').default('hardlink').description('hardlink copies where linking is impossible.'),
});
