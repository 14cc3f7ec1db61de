import Joi from 'joi';
import type {Operations} from '#api/http/operation.ts';
import {accepted, ok, type Route, route, success} from '#api/http/route.ts';
import {labelledQuery} from '#api/http/title-tags.ts';
import type {RouteDeps} from '#api/services.ts';
import {dayMs} from '#shared/domain/durations.ts';
import type {Group, groupNames, LibraryFigures} from '#shared/domain/media/statistics.ts';
import {NotFound} from '#shared/errors.ts';
import {integer, oneOf, text, textOrNull, timestamp} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import type {Statistics} from '#shared/store/libraries/statistics.ts';
import {startTask} from '#shared/tasks/start-task.ts';

export function statisticsRoutes(deps: RouteDeps): Route[] {
	const {statistics, libraries, tags, taskHistory, now} = deps;
	return [
		route('GET /api/statistics', {access: 'auth', query: statisticsQuery}, async ({query: {type, libraryId = null, tag = null}}) => {
			const filter = {type, libraryId, tag};
			const found = await statistics.find(filter);
			if (found) {
				await (found.askedAt && Number(now()) - Number(found.askedAt) > dayMs ? statistics.ask(filter, now()) : null);
				return ok(shown.present(found));
			}
			if (libraryId === null && tag === null) {
				const [active] = await taskHistory.active('statistics');
				return accepted(pending.present({taskId: active?.id ?? null, message: soon}));
			}
			await (libraryId !== null && libraries.get(libraryId));
			await (tag !== null && throwUnlessKnown(tag, tags));
			await (tag !== null && statistics.ask(filter, now()));
			const {execution} = await startTask({taskId: 'statistics', options: {}, force: false}, deps);
			return accepted(pending.present({taskId: execution.id, message: 'The statistics are being computed. Ask again in a moment.'}));
		}),
	];
}

const soon = 'The titles have not been counted yet. The task Statistics does so within the hour; run it to have them at once.';

/** Nothing is computed for a tag that no title can have. */
async function throwUnlessKnown(label: string, {countNew}: RouteDeps['tags']): Promise<void> {
	if ((await countNew([label])).unknown.length > 0) {
		throw new NotFound('tag_not_found', `There is no tag ${label}.`);
	}
}

interface StatisticsQuery {
	type: 'movie' | 'series';
	libraryId?: string;
	tag?: string;
}
const statisticsQuery = Joi.object<StatisticsQuery, true>({
	type: Joi.string().valid('movie', 'series').default('movie').description('Movies or series.'),
	libraryId: Joi.string().max(100).description('Only titles of this custom library.'),
	tag: labelledQuery.tag,
});

const pending = viewOf<{taskId: string | null; message: string}>()(
	{
		success,
		taskId: textOrNull.description('The execution that computes them; null if the next one by the schedule does.'),
		message: text,
	},
	'PendingStatistics',
);

const group = viewOf<Group>()(
	{
		key: textOrNull.description('What they have in common: a name, or the id of a profile or library; null for what is not known.'),
		count: integer.description('Files by quality, resolution, codec and dynamic range, else titles.'),
		bytes: integer.description('Size of their files.'),
	},
	'StatisticsGroup',
);

const groups = viewOf<LibraryFigures['groups']>()({
	quality: group.list,
	resolution: group.list,
	videoCodec: group.list,
	dynamicRange: group.list,
	qualityProfile: group.list,
	library: group.list,
	rootFolder: group.list,
	// Counts by an older version lack it.
	tag: from(group.list, ({tag}: Partial<LibraryFigures['groups']>) => tag ?? []),
	decade: group.list,
	status: group.list,
} satisfies Record<(typeof groupNames)[number], unknown>);

const figures = viewOf<LibraryFigures>()({
	titles: viewOf<LibraryFigures['titles']>()({
		all: integer.description('All of them.'),
		monitored: integer.description('Those that are monitored.'),
		complete: integer.description('Movies with a file, and series with every episode that is monitored and has aired.'),
		missing: integer.description('Monitored titles that lack a file.'),
	}),
	episodes: viewOf<NonNullable<LibraryFigures['episodes']>>()({
		all: integer.description('All of them, including future ones and specials.'),
		wanted: integer.description('Those that are monitored and have aired, or have a file.'),
		withFile: integer.description('Those with a file.'),
	}).orNull,
	files: integer.description('Number of files.'),
	bytes: integer.description('Size of all files.'),
	groups,
	addedPerMonth: viewOf<LibraryFigures['addedPerMonth'][number]>()({
		month: text.description('Such as 2026-11.'),
		titles: integer.description('Number of titles that were added.'),
	}).list,
});

const shown = viewOf<Statistics>()(
	{
		type: oneOf(['movie', 'series']).description('Movies or series.'),
		libraryId: textOrNull.description('The custom library; null for all titles.'),
		tag: textOrNull.description('The tag that they have; null for any or none.'),
		asOf: timestamp.description('When the titles were counted.'),
		figures,
	},
	'Statistics',
);

export const statisticsOperations: Operations = {
	'GET /api/statistics': {
		id: 'getStatistics',
		summary: 'Show totals of the library, counted every hour',
		replies: {200: shown.schema, 202: pending.schema},
		failures: [404],
	},
};
