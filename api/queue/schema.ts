import Joi from 'joi';
import {type ChosenTitle, chosenTitleFields, exampleId} from '#api/http/references.ts';
import {type PageQuery, pageFields, queryFlag, type SortText, sortField} from '#api/http/route.ts';
import {type DownloadStatus, downloadStatuses} from '#shared/domain/downloads/queue-item.ts';
import {type QueueSortField, queueSortFields} from '#shared/store/downloads/downloads.ts';

export interface QueueQuery extends PageQuery {
	status?: DownloadStatus;
	sort: SortText<QueueSortField>;
	movieId?: string;
	seriesId?: string;
}
export const queueQuery = Joi.object<QueueQuery, true>({
	...pageFields(),
	status: Joi.string().valid(...downloadStatuses),
	sort: sortField(queueSortFields, 'added:asc'),
	movieId: Joi.string().max(100),
	seriesId: Joi.string().max(100),
});

export interface ImportItemBody extends ChosenTitle {
	path?: string;
}
export const importItemBody = Joi.object<ImportItemBody, true>({
	...chosenTitleFields,
	path: Joi.string()
		.max(4096)
		.meta({folder: true})
		.description(
			'Where the files of the download are, for one whose client does not say it or names another folder. Without a title they are imported as what was grabbed.',
		),
})
	.meta({neverEmpty: true})
	.example({movieId: exampleId});

export interface RemoveItemQuery {
	removeFromClient: boolean;
	blocklist: boolean;
	search: boolean;
	changeCategory: boolean;
}
export const removeItemQuery = Joi.object<RemoveItemQuery, true>({
	removeFromClient: queryFlag().default(true),
	blocklist: queryFlag().default(false),
	search: queryFlag().default(false).description('Search another release of its title at once.'),
	changeCategory: queryFlag()
		.default(false)
		.description('Leave the download at its client, in the category of imported downloads. A client without one refuses it.'),
});

export interface CleanUpBody {
	removeCompleted: boolean;
	removeFailed: boolean;
}
export const cleanUpBody = Joi.object<CleanUpBody, true>({
	removeCompleted: Joi.boolean().default(true),
	removeFailed: Joi.boolean().default(true),
});
