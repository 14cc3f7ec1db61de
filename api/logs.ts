import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {createGzip} from 'node:zlib';
import Joi from 'joi';
import type {Operations} from '#api/http/operation.ts';
import {clamped, ok, queryFlag, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {type LogEntry, type LogLevel, logLevels, logsStream} from '#shared/events/logs.ts';
import {logEvents} from '#shared/events/streamed-events.ts';
import {currentLogFiles, listLogFiles, mergeLogFiles} from '#shared/log/merge-log-files.ts';
import {findPastLines, type PastLines, type WantedLines} from '#shared/log/past-logs.ts';
import type {Machine} from '#shared/machines/machine.ts';
import {findLinesEverywhere, logFilesOfOthers} from '#shared/machines/machine-questions.ts';
import {flag, oneOf, text, texts} from '#shared/presenters/fields.ts';
import {from, objectOf, viewOf} from '#shared/presenters/view.ts';

interface StreamQuery {
	/** Minimum level. */
	level: LogLevel;
	source?: string;
}
const streamQuery = Joi.object<StreamQuery, true>({
	level: Joi.string()
		.valid(...logLevels)
		.default('debug'),
	source: Joi.string().max(100),
});

const pastQuery = Joi.object<WantedLines, true>({
	level: Joi.string()
		.valid(...logLevels)
		.default('info'),
	source: Joi.string().max(100),
	search: Joi.string().max(200).description('Part of the message, whatever its case.'),
	limit: clamped(1, 500, 200),
});

const line = viewOf<LogEntry>()(
	{
		level: oneOf(logLevels),
		message: text.description('What happened.'),
		timestamp: from(text.description('When it was written.'), ({timestamp}: LogEntry) => timestamp),
		source: text.description('The process or part that wrote the line.'),
	},
	'PastLogLine',
);
const pastLines = viewOf<PastLines & {silent: string[]}>()({
	lines: line.list,
	isAll: flag.description(
		'Whether everything that is stored was looked through. At most 64 MiB of each machine are, and five seconds long.',
	),
	silent: texts.description('Host names of machines that did not answer.'),
});

interface DownloadQuery {
	all: boolean;
}
const downloadQuery = Joi.object<DownloadQuery, true>({all: queryFlag().default(false)});

export function logsRoutes({relays, http, now, askDisks}: RouteDeps): Route[] {
	return [
		route('GET /api/settings/logs/stream', {access: 'admin', isStream: true, query: streamQuery}, async ({query, ...client}) => {
			await relays.relay(logsStream, client, {wants: ({data}) => isWanted(data as LogEntry, query)}); // the stream has log entries only
			return null;
		}),
		route('GET /api/settings/logs', {access: 'admin', limit: 'exports', query: pastQuery}, async ({query}) =>
			ok(
				pastLines.present(
					await findLinesEverywhere(query, askDisks, async () => findPastLines(await listLogFiles(http.logDirectory), query)),
				),
			),
		),
		route(
			'GET /api/settings/logs/download',
			{access: 'admin', audit: 'logs.downloaded', limit: 'exports', query: downloadQuery},
			async ({query, request, response}) => {
				const [own, {files: others, silent}] = await Promise.all([listLogFiles(http.logDirectory), logFilesOfOthers(askDisks)]);
				const files = [...own, ...others];
				response.status(200).attachment(query.all ? 'kinoteka-logs.gz' : 'kinoteka.log');
				response.type(query.all ? 'application/gzip' : 'text/plain; charset=utf-8');
				if (request.method === 'HEAD') {
					response.end();
					return null;
				}
				const chosen = query.all ? files : currentLogFiles(files, Number(now()));
				const content = Readable.from(withSilent(mergeLogFiles(chosen), silent, now()));
				await (query.all ? pipeline(content, createGzip(), response) : pipeline(content, response)).catch(() => response.destroy());
				return null;
			},
		),
	];
}

/** The last lines say which machines are missing, in the form of the others. */
async function* withSilent(content: AsyncIterable<string>, silent: readonly Machine[], at: Date): AsyncGenerator<string> {
	yield* content;
	for (const {name} of silent) {
		yield `${JSON.stringify({level: 40, time: at.toISOString(), source: 'api', msg: `The machine ${name} does not answer, so its lines are missing here`})}\n`;
	}
}

function isWanted({level, source}: LogEntry, wanted: StreamQuery): boolean {
	return logLevels.indexOf(level) >= logLevels.indexOf(wanted.level) && (wanted.source === undefined || source === wanted.source);
}

export const logsOperations: Operations = {
	'GET /api/settings/logs/stream': {
		id: 'streamLogs',
		summary: 'Follow the log',
		replies: {200: {mediaType: 'text/event-stream', description: 'The log entries as they are written.', events: logEvents}},
	},
	'GET /api/settings/logs': {
		id: 'listPastLogs',
		summary: 'Search the stored log of all processes on all machines, newest first',
		replies: {200: objectOf(pastLines.fields)},
	},
	'GET /api/settings/logs/download': {
		id: 'downloadLogs',
		summary: 'Download the current log of all processes, or everything stored as one compressed file',
		replies: {
			200: {
				mediaType: 'text/plain',
				orMediaType: 'application/gzip',
				description:
					'The newest file of each process on all machines, merged by time; with `all`, all stored log files, merged, as application/gzip. The last lines name machines that did not answer.',
			},
		},
	},
};
