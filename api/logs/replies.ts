import type {Operations} from '#api/http/operation.ts';
import {logEvents} from '#shared/events/told-events.ts';

export const logsOperations: Operations = {
	'GET /api/settings/logs/stream': {
		id: 'streamLogs',
		summary: 'Follow the log',
		replies: {200: {mediaType: 'text/event-stream', description: 'The log entries as they are written.', events: logEvents}},
	},
	'GET /api/settings/logs/download': {
		id: 'downloadLogs',
		summary: 'Download the current log of all processes, or everything stored as one compressed file',
		replies: {
			200: {
				mediaType: 'text/plain',
				orMediaType: 'application/gzip',
				description: 'The newest file of each process, merged by time; with `all`, all stored log files, merged, as application/gzip.',
			},
		},
	},
};
