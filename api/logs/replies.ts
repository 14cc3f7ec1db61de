import type {Operations} from '#api/http/replies/operation.ts';

export const logsOperations: Operations = {
	'GET /api/settings/logs/stream': {
		summary: 'Follow the log',
		replies: {200: {mediaType: 'text/event-stream', description: 'The log entries as they are written.'}},
	},
	'GET /api/settings/logs/download': {
		summary: 'Download the current log file, or all log files as one compressed file',
		replies: {200: {mediaType: 'text/plain', description: 'The log file; with `all`, all stored log files as application/gzip.'}},
	},
};
