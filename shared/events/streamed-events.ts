import type Joi from 'joi';
import {downloadStatuses} from '../domain/downloads/queue-item.ts';
import {integer, integerOrNull, number, oneOf, text, textOrNull, texts, timestamp} from '../presenters/fields.ts';
import {plainView, viewOf} from '../presenters/view.ts';
import type {EventTitle, LibraryEvents} from './library.ts';
import {type LogEvents, logLevels} from './logs.ts';
import {type QueueEvents, queueItem} from './queue.ts';
import type {TaskEvents} from './tasks.ts';

/** What a stream sends: every event of its type, with a sentence about when and the form of its data. */
type Streamed<Events> = {readonly [Name in keyof Events]: {meaning: string; data: Joi.Schema}};

const ofTask = {taskId: text, executionId: text, timestamp};
const task = viewOf<TaskEvents['task:started']>()(ofTask, 'TaskEvent');
const progressed = {
	...ofTask,
	processed: integer,
	total: integerOrNull.description('Total number of titles; null if unknown.'),
	message: textOrNull,
};
const completed = {...ofTask, itemsProcessed: integer, itemsAffected: integer, duration: integer.description('Seconds.')};

export const taskEvents: Streamed<TaskEvents & Reset> = {
	'task:started': {meaning: 'An execution of a task started.', data: task.schema},
	'task:progress': {meaning: 'It went on.', data: viewOf<TaskEvents['task:progress']>()(progressed, 'TaskProgressEvent').schema},
	'task:completed': {meaning: 'It ended well.', data: viewOf<TaskEvents['task:completed']>()(completed, 'TaskCompletedEvent').schema},
	'task:error': {
		meaning: 'It failed.',
		data: viewOf<TaskEvents['task:error']>()({...ofTask, error: text.description('Why it failed.')}, 'TaskErrorEvent').schema,
	},
	'task:cancelled': {meaning: 'Somebody stopped it.', data: task.schema},
	...reset(),
};

const updated = {id: text, status: oneOf(downloadStatuses), progress: number};
const subject = {id: text, title: text, movieId: textOrNull, seriesId: textOrNull, episodeIds: texts};
const removed = {id: text, reason: oneOf(['deleted', 'cleanup', 'imported'])};

export const queueEvents: Streamed<QueueEvents & Reset> = {
	queueItemAdded: {meaning: 'A release was grabbed.', data: queueItem.schema},
	queueItemUpdated: {
		meaning: 'Status, state or progress of an item changed.',
		data: viewOf<QueueEvents['queueItemUpdated']>()(updated, 'QueueItemUpdated').schema,
	},
	queueItemRemoved: {
		meaning: 'An item left the queue.',
		data: viewOf<QueueEvents['queueItemRemoved']>()(removed, 'QueueItemRemoved').schema,
	},
	queueCompleted: {
		meaning: 'A download is complete.',
		data: viewOf<QueueEvents['queueCompleted']>()(subject, 'QueueCompleted').schema,
	},
	queueFailed: {
		meaning: 'A download or its import failed.',
		data: viewOf<QueueEvents['queueFailed']>()(
			{...subject, error: textOrNull.description('Why it failed; null for callers without credentials.')},
			'QueueFailed',
		).schema,
	},
	...reset(),
};

const titleOfEvent = viewOf<EventTitle>()({kind: oneOf(['movie', 'series']), id: text, libraryId: textOrNull}, 'LibraryEvent').schema;

export const libraryEvents: Streamed<LibraryEvents> = {
	titleAdded: {meaning: 'A title was added to the library.', data: titleOfEvent},
	titleChanged: {meaning: 'A title was changed or refreshed, or its episodes were.', data: titleOfEvent},
	titleRemoved: {meaning: 'A title was removed from the library.', data: titleOfEvent},
	fileAdded: {meaning: 'A movie, or an episode of this series, has a file now.', data: titleOfEvent},
	fileChanged: {meaning: 'A file was replaced, or something about it has changed.', data: titleOfEvent},
	fileRemoved: {meaning: 'A file was deleted or is missing.', data: titleOfEvent},
	...reset('Events were missed, or so much happens that it is not titleOfEvent one by one: read the lists again.'),
};

const entry = {level: oneOf(logLevels), message: text, timestamp, source: text};

export const logEvents: Streamed<LogEvents & Reset> = {
	log: {meaning: 'A line of the log was written.', data: viewOf<LogEvents['log']>()(entry, 'LogEvent').schema},
	...reset(),
};

interface Reset {
	reset: Record<string, never>;
}

/** Sent by every stream. */
function reset(meaning = 'Events were missed and are no longer stored: read the state again.'): Streamed<Reset> {
	return {
		reset: {meaning, data: plainView({}, 'ResetEvent').schema},
	};
}
